import { checkFinite, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { latticeCell, latticeScale, latticeValue, type LatticeAxis } from "./latticeCounts.ts";
import { refusal } from "../tables/refusal.ts";

/** The terms of clipping and adding curves. Public, declared. */
export interface CurveSumsTerms {
  /** The grid of times: `cells`, 2 to 1000. */
  readonly times: LatticeAxis;
  /** Values are moved between these, and rounded to 2²⁰ points. */
  readonly values: Pick<LatticeAxis, "lower" | "upper">;
  /** Between the same ends. */
  readonly centre: number;
  /** τ₀ > 0: curves farther from the centre are shrunk to it. */
  readonly normBound: number;
  readonly rule: "uniform" | "trapezoid";
  /** Curves of each person that are added; each curve is a person if absent. */
  readonly perPerson?: number;
  /** The column whose labels have sums of their own, if any. */
  readonly group?: string;
}

interface WholeTerms {
  readonly times: LatticeAxis;
  readonly values: LatticeAxis;
  /** z: the cell of the centre. */
  readonly centreCell: number;
  /** Weights of inner times and ends in the square of the norm. */
  readonly weights: readonly [inner: number, end: number];
  /** T: a curve is within τ₀ if Σ weight·q² ≤ T, its q being cells less z. */
  readonly largestSquare: number;
  /** g. */
  readonly step: number;
}

/** Points between the two ends of the values. */
export const valueCells = 2 ** 20;
/** Shrinking factors are multiples of 1/this. */
export const factorSteps = 2 ** 20;

/**
 * The declared terms of clipped sums as whole numbers. With g the step of the values, q a coordinate less the centre in
 * steps, and the norm ‖x‖² = u Σ w_j (g q_j)², u = 1/m and w = 1 for a mean, u = ½/(m − 1) and w = 1, 2, …, 2, 1 for trapezoids,
 *
 *     Σ w_j q_j² ≤ T = ⌊τ₀²/(u g²)·(1 − 2⁻⁴⁰)⌋   gives   ‖x‖ ≤ τ₀.
 *
 * All sums of squares are whole numbers below 2⁵², so any engine has them exactly, in any order.
 *
 * @throws {ParameterError} if a bound is none, the centre is outside of the values, or T is 0
 */
export function wholeTerms({ times, values, centre, normBound, rule, perPerson = 1 }: CurveSumsTerms): WholeTerms {
  checkPositiveInteger("perPerson", perPerson);
  latticeScale(times);
  if (times.cells > 1000) throw new ParameterError("times.cells", times.cells, "at most 1000");
  const lattice = { ...values, cells: valueCells };
  const scale = latticeScale(lattice);
  checkFinite("centre", centre);
  if (!(centre >= values.lower && centre <= values.upper))
    throw new ParameterError("centre", centre, `from ${values.lower} to ${values.upper}`);
  checkPositive("normBound", normBound);
  const step = (values.upper - values.lower) / (valueCells - 1);
  const unit = rule === "uniform" ? 1 / times.cells : 0.5 / (times.cells - 1);
  const largestSquare = Math.min(2 ** 53, Math.floor((normBound / step) ** 2 / unit) * (1 - 2 ** -40));
  if (!(largestSquare >= 1)) throw new ParameterError("normBound", normBound, "larger than a step of the values");
  return {
    times,
    values: lattice,
    centreCell: latticeCell(centre, lattice, scale),
    weights: rule === "uniform" ? [1, 1] : [2, 1],
    largestSquare: Math.floor(largestSquare),
    step,
  };
}

/** Sums of clipped curves. Private. */
export interface CurveSums {
  /** Σ of the clipped coordinates less the centre, in steps: whole numbers, shape (m,). */
  readonly sums: Float64Array;
  /** n. Public, but of one label. */
  readonly curveCount: number;
}

/** Sums of all curves, and of each label. Private, the labels among it. */
interface LabelledSums extends CurveSums {
  /** By label, NaN for none. */
  readonly ofLabels?: ReadonlyMap<number, CurveSums>;
}

/**
 * Clipped sums of curves, as an engine has them: each curve is a function of its own rows and of public numbers,
 *
 *     q_j = cell of its least value at time j, less z;   S = Σ w_j q_j²;
 *     p_j = q_j  if S ≤ T,   else  sign(q_j)·⌊|q_j| F 2⁻²⁰⌋,  F = max(0, ⌊√(T/S) 2²⁰⌋ − 1),
 *
 * so that Σ w p² ≤ F² S 2⁻⁴⁰ ≤ T and ‖p‖ ≤ τ₀, exactly. Replacing one curve moves the sums by p′ − p, of norm 2τ₀ at most, so
 * the mean has the sensitivity 2τ₀/n. Square root, quotient and products are operations on doubles, rounded to nearest; that F is
 * one less than it may be covers their rounding.
 *
 * **Persons.** Of each person's whole curves the first k by name, byte by byte, are added, whatever other persons' rows are. So
 * Δ is k times that.
 *
 * **Groups.** A curve has the least of its readings' labels, byte by byte. So it is in one group, and replacing it changes the
 * sums of two at most (docs/proofs/disjointParts.md, Lemma 5).
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

/** Adds sums of curves to others. */
export function addSums(
  all: { readonly sums: Float64Array; curveCount: number },
  sums: Float64Array,
  curveCount: number,
): void {
  for (let j = 0; j < sums.length; j++) all.sums[j]! += sums[j]!;
  all.curveCount += curveCount;
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

/**
 * The mean of the clipped curves less their centre, shape (m,); with the centre as the value of its cell.
 *
 * @throws {ParameterError} unless there is at least one curve
 */
export function meanOfSums(
  { sums, curveCount }: CurveSums,
  terms: CurveSumsTerms,
): { readonly mean: Float64Array; readonly centre: number } {
  const { step, values, centreCell } = wholeTerms(terms);
  const n = checkPositiveInteger("curveCount", curveCount);
  return { mean: sums.map((sum) => (step * sum) / n), centre: latticeValue(centreCell, values) };
}
