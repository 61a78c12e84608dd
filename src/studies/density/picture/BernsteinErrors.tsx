import { ErrorLadder } from "../../../panels/pictures/ErrorLadder.tsx";
import { errorSentence, ladderRows, polynomialErrors } from "../../../panels/guarantee/polynomialErrors.ts";
import { isPolynomial, type DensityProps } from "../model/view.ts";

export function BernsteinErrors({ view }: DensityProps) {
  if (!view || !isPolynomial(view)) return null;
  const { inside, facts } = view;
  const errors = polynomialErrors(view, inside && inside.ofPolynomial);
  return (
    <section className="errors" aria-label="Error of the polynomial">
      <ErrorLadder caption="Largest error anywhere in the domain" rows={ladderRows(errors)} />
      <p className="explanation">{errorSentence(errors, facts.polynomial.law === "laplace")}</p>
    </section>
  );
}
