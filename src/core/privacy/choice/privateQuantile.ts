import {
  checkAllFinite,
  checkFinite,
  checkLength,
  checkPositive,
  checkPositiveInteger,
  checkUnit,
} from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { Interval } from "../../grids.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { rationalOf } from "../../special/rational.ts";
import { drawJointly, type ChosenPlace, type JointChoice, type ScoredPlaces } from "./jointExponentialMechanism.ts";

export interface QuantileParameters {
  /** n ≥ 1 numbers, clamped to the interval. Private. */
  readonly values: ArrayLike<number>;
  /** q in [0, 1]. */
  readonly quantile: number;
  /** ε > 0 */
  readonly epsilon: number;
  /** Public interval, lower < upper. */
  readonly lower: number;
  readonly upper: number;
}

const cellCount = 2 ** 32;

/**
 * Private quantile, drawn from exact bits: ε-private. The exponential mechanism with the density at y
 *
 *     p(y) ∝ exp(−(ε/w) |#{i: xᵢ < y} − qn|),   w = 2, but 1 for q = 0 or 1,
 *
 * on 2³² cells of the interval.
 *
 * @param random as for `drawJointly`
 * @returns the middle of a cell
 * @throws {ParameterError}
 * @see Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.1.2; Smith (2011), STOC
 */
export function drawQuantile({
  random,
  ...parameters
}: QuantileParameters & { readonly random: RandomSource }): number {
  const { values, quantile, epsilon, lower, upper } = checked(parameters);
  const cells = sortedCells(values, [lower, upper]);
  const [wanted, rank] = rankOf(quantile, values.length);
  const range = quantile === 0 || quantile === 1 ? rank : 2n * rank;
  const [chosen] = drawJointly({ numbers: [rankedCells(cells, wanted, rank)], range, epsilon, random });
  return middleOf(cellOf(cells, chosen!), [lower, upper]);
}

interface IntervalParameters {
  /** n ≥ 1 numbers per axis, clamped to the domain. Private. */
  readonly columns: readonly ArrayLike<number>[];
  /** Public, lower < upper. */
  readonly domain: readonly Interval[];
  /** q, 0 ≤ q < ½: share of the values to leave out at either end. */
  readonly tail: number;
  /** ε > 0, of all ends together. */
  readonly epsilon: number;
}

/**
 * Intervals that hold most of the values of each axis, drawn jointly from exact bits: ε-private for the replacement of
 * a record in all its coordinates. The score is the largest of 2d distances in ranks, to qn or (1 − q)n, on 2³² cells
 * each.
 *
 * @param random as for `drawJointly`
 * @returns for each axis two different ends
 * @see docs/proofs/jointQuantiles.md, Lemmas 1 to 3
 */
export function drawIntervals({
  random,
  ...parameters
}: IntervalParameters & { readonly random: RandomSource }): readonly Interval[] {
  const { choice, intervalsAt } = intervalChoice(parameters);
  return intervalsAt(drawJointly({ ...choice, random }));
}

export function intervalChoice({ columns, domain, tail, epsilon }: IntervalParameters): {
  readonly choice: JointChoice;
  readonly intervalsAt: (places: readonly ChosenPlace[]) => readonly Interval[];
} {
  if (!(tail >= 0 && tail < 0.5)) throw new ParameterError("tail", tail, "at least 0 and below ½");
  checkLength("domain", domain, checkPositiveInteger("columns.length", columns.length));
  const n = columns[0]!.length;
  const axes = columns.map((values, axis) => {
    const [lower, upper] = domain[axis]!;
    checked({ values: checkLength(`columns[${axis}]`, values, n), quantile: tail, epsilon, lower, upper });
    return sortedCells(values, [lower, upper]);
  });
  const [wanted, rank] = rankOf(tail, n);
  const numbers = axes.flatMap((cells) => [
    rankedCells(cells, wanted, rank),
    rankedCells(cells, BigInt(n) * rank - wanted, rank),
  ]);
  const intervalsAt = (places: readonly ChosenPlace[]) =>
    axes.map((cells, axis) => {
      const [one, other] = [cellOf(cells, places[2 * axis]!), cellOf(cells, places[2 * axis + 1]!)];
      const [low, high] = one === other ? [one - 0.5, one + 0.5] : [Math.min(one, other), Math.max(one, other)];
      return [middleOf(low, domain[axis]!), middleOf(high, domain[axis]!)] as const;
    });
  return { choice: { numbers, range: 2n * rank, epsilon }, intervalsAt };
}

function sortedCells(values: ArrayLike<number>, [lower, upper]: Interval): Float64Array {
  return Float64Array.from(values, (x) => {
    return Math.min(cellCount, Math.max(0, Math.floor(((x - lower) / (upper - lower)) * cellCount)));
  }).sort();
}

/** qn and 1 in one unit; q is the fraction that its double is. */
function rankOf(quantile: number, n: number): readonly [wanted: bigint, one: bigint] {
  const { numerator, denominator } = rationalOf("quantile", quantile);
  return [BigInt(n) * numerator, denominator];
}

/** Cells between values, scored by their distance in ranks from the wanted one. */
function rankedCells(cells: Float64Array, wanted: bigint, one: bigint): ScoredPlaces[] {
  return Array.from({ length: cells.length + 1 }, (_, i) => {
    const from = i === 0 ? 0 : cells[i - 1]!;
    const to = i === cells.length ? cellCount : cells[i]!;
    const off = BigInt(i) * one - wanted;
    return { score: off < 0n ? -off : off, count: to - from };
  });
}

function cellOf(cells: Float64Array, { part, place }: ChosenPlace): number {
  return (part === 0 ? 0 : cells[part - 1]!) + place;
}

function middleOf(cell: number, [lower, upper]: Interval): number {
  return lower + (upper - lower) * ((cell + 0.5) / cellCount);
}

function checked(parameters: QuantileParameters): QuantileParameters {
  const { values, quantile, epsilon, lower, upper } = parameters;
  checkPositiveInteger("values.length", values.length);
  checkAllFinite("values", values);
  checkUnit("quantile", quantile);
  checkPositive("epsilon", epsilon);
  checkFinite("lower", lower);
  if (!(upper > lower && upper - lower < Infinity)) {
    throw new ParameterError("upper", upper, `finite and greater than lower = ${lower}`);
  }
  return parameters;
}
