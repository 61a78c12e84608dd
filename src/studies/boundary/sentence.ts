import { normalQuantile } from "../../core/special/normal.ts";
import { numberText, percentText } from "../../panels/words.ts";
import type { BoundaryScenario } from "./scenario.ts";
import type { BoundaryView } from "./useBoundaryView.ts";

/** What to see, computed from what is drawn: in the outside view from the release and public numbers alone. */
export function sentenceOf(scenario: BoundaryScenario, view: BoundaryView): string {
  if (view.task === "classification") return view.inside ? classInside(view, view.inside) : classOutside(scenario, view);
  return view.inside ? curveInside(view, view.inside) : curveOutside(scenario, view);
}

type Inside = NonNullable<BoundaryView["inside"]>;

/** Where |f| is below so many standard deviations, the private label is wrong with probability Φ(−|f|/σ) > ¼. */
const tossUp = normalQuantile(0.75);

function classInside({ budget: { epsilon }, standardDeviation }: BoundaryView, inside: Inside): string {
  const { original, onRecords, heldOut } = inside;
  const { original: known, expectedPrivate } = heldOut ?? onRecords;
  const which = heldOut ? "records it has not seen" : "the records";
  const unsure = share(original, (f) => Math.abs(f) < tossUp * standardDeviation);
  const cost = known - expectedPrivate;
  const verdict =
    expectedPrivate <= 0.55
      ? `At ε = ${numberText(epsilon)} the noise drowns the boundary: the private rule labels ${percentText(expectedPrivate)} of ${which} correctly, hardly more than guessing`
      : `With ε = ${numberText(epsilon)} the private rule is expected to label ${percentText(expectedPrivate)} of ${which} correctly, the original ${percentText(known)}`;
  const price = cost >= 0.005 ? `: privacy costs ${percentText(cost)}` : "";
  return `${verdict}${price}. On ${percentText(unsure)} of the plane the private label is a toss-up, wrong with probability above 25 %.`;
}

function classOutside({ positive, response }: BoundaryScenario, { released, standardDeviation }: BoundaryView): string {
  const called = share(released, (f) => f > 0);
  const sure = share(released, (f) => Math.abs(f) > 1.959963984540054 * standardDeviation);
  return `The private rule calls ${percentText(called)} of the plane ${response} = ${positive}. Its noise has standard deviation ${numberText(standardDeviation)}; on ${percentText(sure)} of the plane the released value is more than two of them from zero.`;
}

function curveInside({ answer, budget, standardDeviation }: BoundaryView, inside: Inside): string {
  const { original, expectedPrivate } = inside.heldOut ?? inside.onRecords;
  const what = answer.parameters.loss === "pinball" ? `mean quantile loss` : `mean absolute error`;
  const where = inside.heldOut ? "on records it has not seen" : "on the records";
  return `With ε = ${numberText(budget.epsilon)} the noise moves the curve by ${numberText(standardDeviation)} at a typical point; the expected ${what} ${where} rises from ${numberText(original)} to ${numberText(expectedPrivate)}.`;
}

function curveOutside({ response }: BoundaryScenario, { released, standardDeviation, simultaneousHalfWidth }: BoundaryView): string {
  const lowest = released.reduce((a, b) => Math.min(a, b), Infinity);
  const highest = released.reduce((a, b) => Math.max(a, b), -Infinity);
  const band = simultaneousHalfWidth === undefined ? "" : ` With at least 95 % probability the noise stays within ±${numberText(simultaneousHalfWidth)} on the whole domain.`;
  return `The private curve of ${response} runs from ${numberText(lowest)} to ${numberText(highest)}; its noise has standard deviation ${numberText(standardDeviation)} at each point.${band}`;
}

function share(values: Float64Array, holds: (value: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (holds(values[i]!)) count++;
  return count / values.length;
}
