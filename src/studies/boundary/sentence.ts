import { normalQuantile } from "../../core/special/normal.ts";
import { numberText, percentText } from "../../panels/words.ts";
import type { BoundaryView } from "./useBoundaryView.ts";

/** What to see, computed from what is drawn: in the outside view from the release and public numbers alone. */
export function sentenceOf(view: BoundaryView): string {
  if (view.task === "classification") return view.inside ? classInside(view, view.inside) : classOutside(view);
  return view.inside ? curveInside(view, view.inside) : curveOutside(view);
}

type Inside = NonNullable<BoundaryView["inside"]>;

/** Where |f| is below so many standard deviations, the private label is wrong with probability Φ(−|f|/σ) > ¼. */
const tossUp = normalQuantile(0.75);

function classInside(
  { answer: { records }, budget: { epsilon }, standardDeviation }: BoundaryView,
  inside: Inside,
): string {
  const { original, onRecords, heldOut } = inside;
  const accuracy = heldOut ?? onRecords;
  const [known, expectedPrivate] = [tenths(accuracy.original), tenths(accuracy.expectedPrivate)];
  const which = heldOut ? "records it has not seen" : "the records";
  const unsure = share(original, (f) => Math.abs(f) < tossUp * standardDeviation);
  const cost = tenths((known - expectedPrivate) / 100);
  const positive = records.responses.filter((label) => label > 0).length / records.responses.length;
  const guess = tenths(Math.max(positive, 1 - positive));
  const verdict =
    expectedPrivate <= guess + 5
      ? `At ε = ${numberText(epsilon)} the noise drowns the boundary: the private rule labels ${numberText(expectedPrivate)} % of ${which} correctly, and who always says the larger class ${numberText(guess)} %`
      : `With ε = ${numberText(epsilon)} the private rule is expected to label ${numberText(expectedPrivate)} % of ${which} correctly, the original ${numberText(known)} %`;
  const price = cost > 0 ? `: privacy costs ${numberText(cost)} points` : "";
  return `${verdict}${price}. On ${percentText(unsure)} of the plane the private label is a toss-up, wrong with probability above 25 %.`;
}

/** A share in percent, to a tenth: the cost of privacy is the difference of what is said, also for the eye. */
function tenths(share: number): number {
  return Math.round(1000 * share) / 10;
}

function classOutside({ answer: { records }, released, standardDeviation }: BoundaryView): string {
  const called = share(released, (f) => f > 0);
  const sure = share(released, (f) => Math.abs(f) > 1.959963984540054 * standardDeviation);
  return `The private rule calls ${percentText(called)} of the plane ${records.names.response} = ${records.classNames![1]}. Its noise has standard deviation ${numberText(standardDeviation)}; on ${percentText(sure)} of the plane the released value is more than two of them from zero.`;
}

function curveInside({ answer, budget, standardDeviation }: BoundaryView, inside: Inside): string {
  const { original, expectedPrivate } = inside.heldOut ?? inside.onRecords;
  const what = answer.parameters.loss === "pinball" ? `mean quantile loss` : `mean absolute error`;
  const where = inside.heldOut ? "on records it has not seen" : "on the records";
  return `With ε = ${numberText(budget.epsilon)} the noise moves the curve by ${numberText(standardDeviation)} at a typical point; the expected ${what} ${where} rises from ${numberText(original)} to ${numberText(expectedPrivate)}.`;
}

function curveOutside({
  answer: { records },
  released,
  standardDeviation,
  simultaneousHalfWidth,
}: BoundaryView): string {
  const lowest = released.reduce((a, b) => Math.min(a, b), Infinity);
  const highest = released.reduce((a, b) => Math.max(a, b), -Infinity);
  const band =
    simultaneousHalfWidth === undefined
      ? ""
      : ` With at least 95 % probability the noise stays within ±${numberText(simultaneousHalfWidth)} on the whole domain.`;
  return `The private curve of ${records.names.response} runs from ${numberText(lowest)} to ${numberText(highest)}; its noise has standard deviation ${numberText(standardDeviation)} at each point.${band}`;
}

function share(values: Float64Array, holds: (value: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (holds(values[i]!)) count++;
  return count / values.length;
}
