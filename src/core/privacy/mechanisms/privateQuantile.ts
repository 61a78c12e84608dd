import { checkAllFinite, checkFinite, checkPositive, checkPositiveInteger, checkUnit } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { drawFromFiniteLaw } from "../../random/finiteLaw.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { rationalOf } from "../../special/rational.ts";

/** What a private quantile is chosen by. */
export interface QuantileParameters {
  /** n ≥ 1 numbers, clamped to the interval. Private. */
  readonly values: ArrayLike<number>;
  /** q, from 0 to 1. Public. */
  readonly quantile: number;
  /** ε > 0. */
  readonly epsilon: number;
  /** Ends of a public interval, lower < upper. */
  readonly lower: number;
  readonly upper: number;
}

/** A law with a constant density between breakpoints. */
export interface PiecewiseUniformLaw {
  /** lower, the n clamped values in order, upper; shape (n + 2,). */
  readonly breakpoints: Float64Array;
  /** Of each interval between them, shape (n + 1,). */
  readonly probabilities: Float64Array;
}

/**
 * The law of the private quantile: the exponential mechanism on the interval, with the density at y
 *
 *     p(y) ∝ exp(−(ε/2) |#{i: xᵢ < y} − qn|).
 *
 * The number of values below y changes by at most 1 when one of n is replaced, so it is ε-private as a law of real
 * numbers. For a number that leaves the page see `drawQuantile`.
 *
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.1.2; Smith (2011), STOC
 */
export function quantileProbabilities(parameters: QuantileParameters): PiecewiseUniformLaw {
  const { values, quantile, epsilon, lower, upper } = checked(parameters);
  const n = values.length;
  const sorted = Float64Array.from(values, (x) => Math.min(upper, Math.max(lower, x))).sort();
  const breakpoints = Float64Array.of(lower, ...sorted, upper);
  const logs = Float64Array.from({ length: n + 1 }, (_, i) => {
    return Math.log(breakpoints[i + 1]! - breakpoints[i]!) - (epsilon / 2) * Math.abs(i - quantile * n);
  });
  let largest = -Infinity;
  for (const log of logs) largest = Math.max(largest, log);
  const weights = logs.map((log) => Math.exp(log - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { breakpoints, probabilities: weights.map((weight) => weight / total) };
}

/** The interval is cut into so many cells. */
const cellCount = 2 ** 32;

/**
 * A private quantile, drawn from exact bits: ε-private as it leaves.
 *
 * The interval is cut into 2³² cells. Each value becomes the number of its cell, by a rule that looks at that value
 * alone, and the cell c of the answer has a probability proportional to exp(−(ε/2)|#{i: cᵢ ≤ c} − qn|), with ε and q
 * the fractions that their doubles are, drawn exactly. Cells of one count are drawn together, and then one of them.
 *
 * @param random as for `drawFromFiniteLaw`, then uniform draws for the cell: three at first, more if undecided
 * @returns the middle of a cell
 * @throws {ParameterError} if an argument is out of range
 */
export function drawQuantile({
  random,
  ...parameters
}: QuantileParameters & { readonly random: RandomSource }): number {
  const { values, quantile, epsilon, lower, upper } = checked(parameters);
  const n = values.length;
  const width = upper - lower;
  const cells = Float64Array.from(values, (x) => {
    return Math.min(cellCount, Math.max(0, Math.floor(((x - lower) / width) * cellCount)));
  }).sort();
  const q = rationalOf("quantile", quantile);
  const e = rationalOf("epsilon", epsilon);
  const denominator = 2n * e.denominator * q.denominator;
  const outcomes = Array.from({ length: n + 1 }, (_, i) => {
    const from = i === 0 ? 0 : cells[i - 1]!;
    const to = i === n ? cellCount : cells[i]!;
    const off = BigInt(i) * q.denominator - BigInt(n) * q.numerator;
    return { count: BigInt(to - from), exponent: { numerator: e.numerator * (off < 0n ? -off : off), denominator } };
  });
  const rank = drawFromFiniteLaw(outcomes, random);
  const first = rank === 0 ? 0 : cells[rank - 1]!;
  const within = drawBelow(outcomes[rank]!.count, random);
  return lower + width * ((first + within + 0.5) / cellCount);
}

/** A uniform whole number below `count` ≤ 2³², exactly. */
function drawBelow(count: bigint, random: RandomSource): number {
  const below = Number(count);
  const most = Math.floor(2 ** 52 / below) * below;
  for (;;) {
    const k = Math.floor(random.uniform() * 2 ** 52);
    if (k < most) return k % below;
  }
}

/**
 * A private interval that holds most of the values: two private quantiles, q and 1 − q, each with half of ε; in order.
 * So ends of a domain, or a range that clips, can be bought. Pure ε-private by simple composition.
 *
 * @param tail q of the lower end, 0 ≤ q < ½
 * @returns two different ends; where both draws give one cell, that cell
 * @throws {ParameterError} if an argument is out of range
 */
export function drawInterval({
  tail,
  ...parameters
}: Omit<QuantileParameters, "quantile"> & {
  readonly tail: number;
  readonly random: RandomSource;
}): readonly [lower: number, upper: number] {
  if (!(tail >= 0 && tail < 0.5)) throw new ParameterError("tail", tail, "at least 0 and below ½");
  const half = { ...parameters, epsilon: parameters.epsilon / 2 };
  const first = drawQuantile({ ...half, quantile: tail });
  const second = drawQuantile({ ...half, quantile: 1 - tail });
  const cell = (parameters.upper - parameters.lower) / cellCount;
  const [low, high] = [Math.min(first, second), Math.max(first, second)];
  return high > low ? [low, high] : [low - cell / 2, high + cell / 2];
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
