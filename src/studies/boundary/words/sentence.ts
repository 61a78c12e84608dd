import { normalQuantile } from "../../../core/special/normal.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { levelsOf } from "../../../core/grids.ts";
import { absentSentence } from "../../../panels/guarantee/personWords.ts";
import { measuredText } from "../../../panels/controls/words.ts";
import { groupSentence } from "../picture/groups.ts";
import { isZero } from "../picture/noLine.ts";
import type { BoundaryInside, BoundaryView } from "../model/view.ts";
import type { BoundaryScenario } from "../model/scenario.ts";

export function sentenceOf(shown: BoundaryScenario, view: BoundaryView): string {
  return `${functionSentence(shown, view)}${absentSentence(view, "records")}`;
}

function functionSentence(shown: BoundaryScenario, view: BoundaryView): string {
  const { inside } = view;
  if (levelsOf(view.axes).length > 0)
    return `${groupSentence(shown, view)}${shown.task === "regression" ? pullSentence(shown) : ""}`;
  if (shown.task === "classification")
    return `${inside ? classInside(view, inside) : classOutside(shown, view)}${noLineSentence(view)}`;
  return `${inside ? curveInside(shown, view, inside) : curveOutside(shown, view)}${pullSentence(shown)}`;
}

function pullSentence({ range: [lower, upper], response }: BoundaryScenario): string {
  return (
    ` The penalty pulls the curve towards ${response} = ${numberText(lower / 2 + upper / 2)}, the middle of the ` +
    "declared range."
  );
}

/** "" where a line is drawn. */
function noLineSentence({ released, original, inside, facts }: BoundaryView): string {
  const [negative, positive] = facts.classNames!;
  if (!inside || !original) {
    const side = sideOf(released);
    return side === 0 ? "" : ` It is “${side > 0 ? positive : negative}” everywhere, so there is no line.`;
  }
  const { responses } = inside.records;
  if (responses.every((label) => label === responses[0])) {
    const only = responses[0]! > 0 ? positive : negative;
    return ` Every record is “${only}”: one class has no boundary. Their density can be drawn, or one number as it follows from the other.`;
  }
  if (isZero(original))
    return " The original function is 0 everywhere: it has no boundary, as these inputs do not tell the classes apart.";
  const side = sideOf(original);
  return side === 0 ? "" : ` The original is “${side > 0 ? positive : negative}” everywhere, so it has no line.`;
}

function sideOf(values: Float64Array): -1 | 0 | 1 {
  const above = share(values, (value) => value > 0);
  return above === 1 ? 1 : above === 0 ? -1 : 0;
}

/** Deviations below which the private label is wrong with Φ(−|f|/σ) > ¼. */
const tossUp = normalQuantile(0.75);

const drowned = 0.2;

/** In percent. */
function labelsOf({ records, onRecords, heldOut }: BoundaryInside) {
  const accuracy = heldOut ?? onRecords;
  const [known, expectedPrivate] = [tenths(accuracy.original), tenths(accuracy.expectedPrivate)];
  const positive = records.responses.filter((label) => label > 0).length / records.responses.length;
  const guess = tenths(Math.max(positive, 1 - positive));
  const gained = expectedPrivate - guess;
  return { known, expectedPrivate, guess, gained, isLost: known > guess && gained <= drowned * (known - guess) };
}

/** False in the outside view. */
export function isDrowned({ inside }: BoundaryView): boolean {
  return inside !== undefined && labelsOf(inside).isLost;
}

function classInside({ original, budget: { epsilon }, sigma }: BoundaryView, inside: BoundaryInside): string {
  const { heldOut } = inside;
  const { known, expectedPrivate, guess, gained, isLost } = labelsOf(inside);
  const which = heldOut ? "records it has not seen" : "the records";
  const unsure = share(original!, (f) => Math.abs(f) < tossUp * sigma);
  const cost = tenths((known - expectedPrivate) / 100);
  const labelled = `expected to label ${numberText(expectedPrivate)} % of ${which} correctly`;
  const always = `always saying the larger class gets ${numberText(guess)} %`;
  const price = cost > 0 ? `: privacy costs ${numberText(cost)} points` : "";
  const verdict = isLost
    ? `At ε = ${numberText(epsilon)} the noise drowns the boundary. The private rule is ${labelled}, ` +
      `the original ${numberText(known)} %, and ${always}`
    : `With ε = ${numberText(epsilon)} the private rule is ${labelled}, the original ${numberText(known)} %${price}` +
      (gained <= 5 ? `; ${always}` : "");
  return (
    `${verdict}. On ${percentText(unsure)} of the plane the private label is a toss-up, wrong with ` +
    "probability above 25 %."
  );
}

/** So that the cost of privacy is the printed difference. */
function tenths(share: number): number {
  return Math.round(1000 * share) / 10;
}

function classOutside({ response }: BoundaryScenario, { facts, released, sigma }: BoundaryView): string {
  const called = share(released, (f) => f > 0);
  const sure = share(released, (f) => Math.abs(f) > 2 * sigma);
  return (
    `The private rule calls ${percentText(called)} of the plane ${response} = ${facts.classNames![1]}. Its noise ` +
    `has standard deviation ${numberText(sigma)}; on ${percentText(sure)} of the plane the released value is more ` +
    "than two of them from zero."
  );
}

function curveInside(
  { loss, response, unitY }: BoundaryScenario,
  { budget, sigma }: BoundaryView,
  inside: BoundaryInside,
): string {
  const { original, expectedPrivate } = inside.heldOut ?? inside.onRecords;
  const what = loss === "pinball" ? `mean quantile loss` : `mean absolute error`;
  const where = inside.heldOut ? "on records it has not seen" : "on the records";
  return (
    `With ε = ${numberText(budget.epsilon)} the noise moves the curve by ${measuredText(sigma, response, unitY)} at a typical point; ` +
    `the expected ${what} ${where} rises from ${numberText(original)} to ${numberText(expectedPrivate)}.`
  );
}

function curveOutside({ response, unitY }: BoundaryScenario, { released, sigma, simultaneous }: BoundaryView): string {
  const measured = (value: number) => measuredText(value, response, unitY);
  const lowest = released.reduce((a, b) => Math.min(a, b), Infinity);
  const highest = released.reduce((a, b) => Math.max(a, b), -Infinity);
  const band =
    simultaneous === undefined
      ? ""
      : ` With at least 95 % probability the noise stays within ±${measured(simultaneous)} on the whole domain.`;
  return (
    `The private curve of ${response} runs from ${measured(lowest)} to ${measured(highest)}; its noise has ` +
    `standard deviation ${measured(sigma)} at each point.${band}`
  );
}

function share(values: Float64Array, holds: (value: number) => boolean): number {
  let count = 0;
  for (let i = 0; i < values.length; i++) if (holds(values[i]!)) count++;
  return count / values.length;
}
