import { checkFinite, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { latticeCell, latticeScale, latticeValue, type LatticeAxis } from "./latticeCounts.ts";

/** Declared, public terms of clipping and adding curves. */
export interface CurveSumsTerms {
  /** `cells`: 2 to 1000. */
  readonly times: LatticeAxis;
  /** Values are moved between these, and rounded to 2²⁰ points. */
  readonly values: Pick<LatticeAxis, "lower" | "upper">;
  /** Between the same ends. */
  readonly centre: number;
  /** τ₀ > 0: farther curves are shrunk to it. */
  readonly normBound: number;
  readonly rule: "uniform" | "trapezoid";
  /** Curves of each person that are added; each curve is a person if absent. */
  readonly perPerson?: number;
  /** Column whose labels have sums of their own, if any. */
  readonly group?: string;
}

export interface WholeTerms {
  readonly times: LatticeAxis;
  readonly values: LatticeAxis;
  /** z: the cell of the centre. */
  readonly centreCell: number;
  /** Weights of inner times and ends in the squared norm. */
  readonly weights: readonly [inner: number, end: number];
  /** T: a curve is within τ₀ if Σ weight·q² ≤ T, q its cells less z. */
  readonly largestSquare: number;
  /** g. */
  readonly step: number;
}

export const valueCells = 2 ** 20;
/** Shrinking factors are multiples of its inverse. */
export const factorSteps = 2 ** 20;

/**
 * Declared terms of clipped sums as whole numbers. With g the step of the values, q a coordinate less the centre in
 * steps, and ‖x‖² = u Σ w_j (g q_j)², u = 1/m and w = 1 for a mean, u = ½/(m − 1) and w = 1, 2, …, 2, 1 for trapezoids,
 *
 *     Σ w_j q_j² ≤ T = ⌊τ₀²/(u g²)·(1 − 2⁻⁴⁰)⌋   gives   ‖x‖ ≤ τ₀.
 *
 * All sums of squares are whole numbers below 2⁵²: exact in any engine and order.
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

/**
 * Sums of clipped curves, as an engine has them. Private. Each curve is a function of its own rows and public numbers,
 *
 *     q_j = cell of its least value at time j, less z;   S = Σ w_j q_j²;
 *     p_j = q_j  if S ≤ T,   else  sign(q_j)·⌊|q_j| F 2⁻²⁰⌋,  F = max(0, ⌊√(T/S) 2²⁰⌋ − 1),
 *
 * so Σ w p² ≤ F² S 2⁻⁴⁰ ≤ T and ‖p‖ ≤ τ₀, exactly: the −1 in F covers the rounding of √(T/S). Replacing one curve moves
 * the sums by a norm of at most 2τ₀: the mean has the sensitivity 2τ₀/n.
 *
 * **Persons.** Of each person's whole curves the first k by name, byte by byte, are added, whatever other persons' rows
 * are: Δ is k times that.
 *
 * **Groups.** A curve has the least of its readings' labels, byte by byte. Replacing it changes the sums of two groups
 * at most (docs/proofs/disjointParts.md, Lemma 5).
 */
export interface CurveSums {
  /** Σ of clipped coordinates less the centre, in steps: whole numbers, shape (m,). */
  readonly sums: Float64Array;
  /** n. Public, but of one label. */
  readonly curveCount: number;
}

export function addSums(
  all: { readonly sums: Float64Array; curveCount: number },
  sums: Float64Array,
  curveCount: number,
): void {
  for (let j = 0; j < sums.length; j++) all.sums[j]! += sums[j]!;
  all.curveCount += curveCount;
}

/**
 * Mean of the clipped curves less their centre, shape (m,); with the centre as the value of its cell.
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
