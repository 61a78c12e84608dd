import { ParameterError } from "../../src/core/errors.ts";
import {
  addSums,
  factorSteps,
  wholeTerms,
  type CurveSums,
  type CurveSumsTerms,
  type WholeTerms,
} from "../../src/core/records/curveSums.ts";
import { latticeCell, latticeScale } from "../../src/core/records/latticeCounts.ts";
import { refusal } from "../../src/core/tables/refusal.ts";

/** Sums of all curves, and of each label. Private, the labels among it. */
interface LabelledSums extends CurveSums {
  /** By label, NaN for none. */
  readonly ofLabels?: ReadonlyMap<number, CurveSums>;
}

/**
 * The sums of `curveSumsQuery` without an engine, for a comparison.
 *
 * @param readings of each row its curve, its time and its value; NaN and times outside are left out. Private
 * @param readings.persons of each row whose curve it is, where persons are told apart; NaN for nobody, whose rows are left out
 * @param readings.labels of each row a number for its label, in the order of the labels; NaN for none
 * @returns of the curves that have a value at each time; n is public
 * @throws {ParameterError} if fewer than two curves are whole
 */
export function clippedCurveSums(
  readings: {
    readonly curves: ArrayLike<number>;
    readonly times: ArrayLike<number>;
    readonly values: ArrayLike<number>;
    readonly persons?: ArrayLike<number>;
    readonly labels?: ArrayLike<number>;
  },
  terms: CurveSumsTerms,
): LabelledSums {
  const whole = wholeTerms(terms);
  const { times, values, centreCell } = whole;
  const [timeScale, valueScale] = [latticeScale(times), latticeScale(values)];
  const m = times.cells;
  const { perPerson } = terms;
  const { persons, labels } = readings;
  if ((persons === undefined) !== (perPerson === undefined))
    throw new ParameterError("perPerson", perPerson, "given where persons are told apart, and only there");
  if ((labels === undefined) !== (terms.group === undefined))
    throw new ParameterError("group", terms.group, "given where curves have labels, and only there");
  const byPerson = new Map<number, Map<number, { readonly q: Float64Array; label: number }>>();
  for (let row = 0; row < readings.curves.length; row++) {
    const [curve, time, value] = [readings.curves[row]!, readings.times[row]!, readings.values[row]!];
    if (!(time >= times.lower && time <= times.upper && Number.isFinite(value)) || Number.isNaN(curve)) continue;
    const person = persons ? persons[row]! : 0;
    if (Number.isNaN(person)) continue;
    const curves = byPerson.get(person) ?? new Map<number, { readonly q: Float64Array; label: number }>();
    byPerson.set(person, curves);
    const own = curves.get(curve) ?? { q: new Float64Array(m).fill(Infinity), label: NaN };
    curves.set(curve, own);
    const at = latticeCell(time, times, timeScale);
    own.q[at] = Math.min(own.q[at]!, latticeCell(value, values, valueScale) - centreCell);
    const label = labels ? labels[row]! : NaN;
    if (!Number.isNaN(label) && !(own.label <= label)) own.label = label;
  }
  const all = { sums: new Float64Array(m), curveCount: 0 };
  const ofLabels = new Map<number, typeof all>();
  for (const curves of byPerson.values()) {
    const complete = Array.from(curves).filter(([, { q }]) => !q.includes(Infinity));
    for (const [, { q, label }] of perPerson === undefined ? complete : firstByName(complete, perPerson)) {
      const own = ofLabels.get(label) ?? { sums: new Float64Array(m), curveCount: 0 };
      ofLabels.set(label, own);
      addSums(all, clippedCurve(q, whole), 1);
      addSums(own, clippedCurve(q, whole), 1);
    }
  }
  const { curveCount } = all;
  if (curveCount < 2) throw refusal("file", `${curveCount} whole curves`, "at least two with a value at each time");
  return { ...all, ...(labels && { ofLabels }) };
}

/** The first ones by the digits of their numbers, as an engine sorts bytes. */
function firstByName<T>(curves: readonly (readonly [name: number, T])[], count: number): typeof curves {
  const inOrder = curves.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return inOrder.slice(0, count);
}

/** The clipped coordinates p of one curve's q, whole numbers. */
export function clippedCurve(q: Float64Array, whole: Pick<WholeTerms, "weights" | "largestSquare">): Float64Array {
  const square = squareOf(q, whole);
  if (square <= whole.largestSquare) return q;
  const factor = Math.max(0, Math.floor(Math.sqrt(whole.largestSquare / square) * factorSteps) - 1);
  return q.map((value) => Math.sign(value) * Math.floor((Math.abs(value) * factor) / factorSteps));
}

/** S = Σ w_j q_j², exact. */
export function squareOf(q: Float64Array, { weights: [inner, end] }: Pick<WholeTerms, "weights">): number {
  const last = q.length - 1;
  return q.reduce((sum, value, j) => sum + (j === 0 || j === last ? end : inner) * value * value, 0);
}
