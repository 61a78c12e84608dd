import { useMemo } from "react";
import { numberText } from "../../panels/words.ts";
import { functionalsOf } from "./useMeanCurveView.ts";
import type { Functional, MeanCurveView } from "./useMeanCurveView.ts";

/** What follows from the released curve without further cost. */
export function FunctionalTable({ view }: { readonly view: MeanCurveView }) {
  const functionals = useMemo(() => functionalsOf(view), [view]);
  return (
    <details className="guarantee" data-testid="functionals" open>
      <summary>What follows from the release, at no further cost</summary>
      <p className="explanation">
        Whatever is computed from the released curve is as private as the curve itself (Mirshani 2019, Theorem 3.2 and Corollary
        3.1). For linear functionals the noise is known exactly.
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">Of the mean curve</th>
            <td>private</td>
            {view.inside && <td>original</td>}
            <td>standard deviation of the noise</td>
          </tr>
        </thead>
        <tbody>
          {functionals.map((functional) => (
            <tr key={functional.name}>
              <th scope="row">{functional.name}</th>
              <td>{valueText(functional, "released")}</td>
              {view.inside && <td>{valueText(functional, "original")}</td>}
              <td>{functional.standardDeviation === undefined ? "not linear" : numberText(functional.standardDeviation)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function valueText(functional: Functional, which: "released" | "original"): string {
  const value = functional[which];
  const at = functional.at?.[which];
  if (value === undefined) return "";
  return at === undefined ? numberText(value) : `${numberText(value)} at ${numberText(at)}`;
}
