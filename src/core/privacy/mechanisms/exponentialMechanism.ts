import { checkAllFinite, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { drawFromFiniteLaw } from "../../random/finiteLaw.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { rationalOf } from "../../special/rational.ts";
import type { Rational } from "../../special/rational.ts";

export { quantileProbabilities } from "./privateQuantile.ts";

/** What the exponential mechanism chooses by. */
export interface ExponentialMechanismParameters {
  /** d(gᵢ, f_D) of each candidate, any finite numbers; shape (m,), m ≥ 1. Private. The candidates are public. */
  readonly distances: ArrayLike<number>;
  /**
   * s > 0, public: sup |d(g, f_D) − d(g, f_D′)| over candidates g and neighbours. Where d satisfies the triangle
   * inequality, sup d(f_D, f_D′) is enough; where it does not, as a squared distance, that can be too small (errata
   * H10).
   */
  readonly sensitivity: number;
  /** ε > 0. */
  readonly epsilon: number;
}

/**
 * Probabilities of the exponential mechanism, ε-private as real numbers,
 *
 *     P(gᵢ) ∝ exp(−ε d(gᵢ, f_D) / 2s).
 *
 * A neighbour changes each weight by e^{±ε/2} and their sum by as much. For a choice that leaves the page see
 * `drawExponentialMechanism`.
 *
 * @returns shape (m,), of sum 1. Private
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 3.2; McSherry & Talwar (2007), FOCS; errata H10
 */
export function exponentialMechanismProbabilities({
  distances,
  sensitivity,
  epsilon,
}: ExponentialMechanismParameters): Float64Array {
  checkPositiveInteger("distances.length", distances.length);
  checkAllFinite("distances", distances);
  const rate = checkPositive("epsilon", epsilon) / (2 * checkPositive("sensitivity", sensitivity));
  let least = Infinity;
  for (let i = 0; i < distances.length; i++) least = Math.min(least, distances[i]!);
  const weights = Float64Array.from(distances, (d) => Math.exp(-rate * (d - least)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

/** Distances as whole numbers of a public step. */
export interface LatticeDistances {
  /** kᵢ = round(dᵢ/q), clamped to ±10³⁰⁰, a whole number each. Private. */
  readonly multiples: Float64Array;
  /** q, a power of two. Public. */
  readonly step: number;
  /** t, a whole number: a neighbour changes each kᵢ by at most t. Public. */
  readonly change: number;
}

const latticeBits = 30;

/**
 * Distances rounded to a lattice of step q = 2^k, 2⁻³¹s < q ≤ 2⁻³⁰s, and the sensitivity of the result in whole
 * numbers,
 *
 *     t = ⌈(s + 2η)/q⌉.
 *
 * Computed distances of neighbours differ by at most s + 2η, and |round(a) − round(b)| ≤ ⌈|a − b|⌉, since round(a + j)
 * = round(a) + j for whole j. So rounding costs at most a share q/s < 2⁻²⁹ of ε. Division by q is exact unless it
 * overflows, and clamping does not increase a difference.
 *
 * @param roundingError η ≥ 0, public: computed distances differ from exact ones by at most η, whatever the records
 * @throws {ParameterError} if an argument is out of range
 */
export function latticeDistances({
  distances,
  sensitivity,
  roundingError,
}: Pick<ExponentialMechanismParameters, "distances" | "sensitivity"> & {
  readonly roundingError: number;
}): LatticeDistances {
  checkAllFinite("distances", distances);
  checkPositive("sensitivity", sensitivity);
  const most = (sensitivity + 2 * checkNonNegative("roundingError", roundingError)) * (1 + 2 ** -51);
  const step = checkPositive("sensitivity", 2 ** (Math.floor(Math.log2(sensitivity)) - latticeBits));
  const limit = 1e300;
  return {
    multiples: Float64Array.from(distances, (d) => Math.max(-limit, Math.min(limit, Math.round(d / step)))),
    step,
    change: checkPositive("sensitivity", Math.ceil(most / step)),
  };
}

/**
 * The index of a candidate, drawn from exact bits: ε-private as it leaves.
 *
 * With k and t of `latticeDistances` the law is P(i) ∝ exp(−ε kᵢ / 2t), where ε is the fraction that its double is,
 * drawn exactly (`drawFromFiniteLaw`). So nothing of the law is rounded: each weight changes by at most e^{±ε/2}, as
 * |kᵢ − kᵢ′| ≤ t.
 *
 * @param random as for `drawFromFiniteLaw`
 * @returns i, 0 ≤ i < m
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 3.2; errata H10 and rule 5
 */
export function drawExponentialMechanism({
  distances,
  sensitivity,
  roundingError,
  epsilon,
  random,
}: ExponentialMechanismParameters & {
  /** η ≥ 0, public: computed distances differ from exact ones by at most η, whatever the records. */
  readonly roundingError: number;
  readonly random: RandomSource;
}): number {
  checkPositiveInteger("distances.length", distances.length);
  const { multiples, change } = latticeDistances({ distances, sensitivity, roundingError });
  const rate = halvedRate(rationalOf("epsilon", checkPositive("epsilon", epsilon)), BigInt(change));
  return drawFromFiniteLaw(
    Array.from(multiples, (k) => ({ count: 1n, exponent: times(rate, BigInt(k)) })),
    random,
  );
}

/**
 * The sensitivity s of squared distances, from that of the distances,
 *
 *     |d(g, f)² − d(g, f′)²| ≤ 2 R Δ,
 *
 * d(g, f) ≤ R for all candidates and data sets, d(f, f′) ≤ Δ for neighbours: a squared distance breaks the triangle
 * inequality, and Δ² would be too small.
 *
 * @throws {ParameterError} unless both are positive and finite
 * @see errata H10
 */
export function squaredDistanceSensitivity({
  neighbourDistance,
  largestDistance,
}: {
  readonly neighbourDistance: number;
  readonly largestDistance: number;
}): number {
  return 2 * checkPositive("largestDistance", largestDistance) * checkPositive("neighbourDistance", neighbourDistance);
}

function halvedRate({ numerator, denominator }: Rational, change: bigint): Rational {
  return { numerator, denominator: 2n * denominator * change };
}

function times({ numerator, denominator }: Rational, factor: bigint): Rational {
  return { numerator: numerator * factor, denominator };
}
