import { ChoiceControl } from "../../panels/ChoiceControl.tsx";
import { SliderControl } from "../../panels/SliderControl.tsx";
import { bernsteinLimits } from "./bernsteinScenario.ts";
import type { BernsteinRoute } from "./bernsteinScenario.ts";
import { isPolynomial } from "./view.ts";
import type { DensityProps } from "./view.ts";

/** The two ways of the Bernstein mechanism, as choices of the noise. */
export const bernsteinChoices: readonly { readonly value: BernsteinRoute; readonly label: string }[] = [
  { value: "bernsteinLaplace", label: "Bernstein, Laplace: pure ε (Aldà)" },
  { value: "bernsteinGaussian", label: "Bernstein, Gaussian" },
];

/** What they are, in a sentence. */
export function bernsteinExplanation(route: BernsteinRoute): string {
  return route === "bernsteinLaplace"
    ? "A polynomial through noisy values on a lattice: the only one here that needs no δ (Aldà & Rubinstein 2017)."
    : "The same polynomial with normal noise on its values: less of it, for an ε with a δ.";
}

type BernsteinControlsProps = Pick<DensityProps, "scenario" | "view" | "problems" | "set"> & {
  readonly plane: boolean;
};

/** Degree and order of the polynomial. */
export function BernsteinControls({ scenario, view, problems, plane, set }: BernsteinControlsProps) {
  const { size, degree, iterations } = scenario;
  const chosen = view && isPolynomial(view) ? view.facts.polynomial : undefined;
  const byHand = size === "byHand";
  return (
    <>
      <ChoiceControl
        label="Degree and order"
        explanation={
          byHand
            ? "Set here. Do not choose them by looking at the records."
            : `From the budget and other public numbers, by the least bound on the error${chosen ? `: k = ${chosen.degree}, h = ${chosen.iterations}` : ""}.`
        }
        value={size}
        choices={[
          { value: "automatic", label: "Automatic" },
          { value: "byHand", label: "By hand" },
        ]}
        onChange={(value) =>
          set(
            {
              size: value,
              ...(value === "byHand" && chosen && { degree: chosen.degree, iterations: chosen.iterations }),
            },
            { commit: true },
          )
        }
      />
      {byHand && (
        <>
          <SliderControl
            label="Degree"
            symbol="k"
            explanation={`${plane ? "(k + 1)²" : "k + 1"} values are released; more follow the ${plane ? "surface" : "curve"} closer, and share the budget.`}
            value={degree}
            {...(plane ? bernsteinLimits.degreeInPlane : bernsteinLimits.degree)}
            scale="linear"
            valueText={`degree ${degree}`}
            problem={problems.get("degree")}
            onChange={(value, commit) => set({ degree: Math.round(value) }, { commit })}
          />
          <SliderControl
            label="Order"
            symbol="h"
            explanation="1 is Bernstein’s polynomial, which smooths; a higher order is nearer to the function and to the noise."
            value={iterations}
            {...bernsteinLimits.iterations}
            scale="linear"
            valueText={`order ${iterations}`}
            problem={problems.get("iterations")}
            onChange={(value, commit) => set({ iterations: Math.round(value) }, { commit })}
          />
        </>
      )}
    </>
  );
}
