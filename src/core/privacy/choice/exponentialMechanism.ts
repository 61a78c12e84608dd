import { checkAllFinite, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { finiteLaw } from "../../random/finiteLaw.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { rationalOf, type Rational } from "../../special/rational.ts";

interface ExponentialMechanismParameters {
  /** d(gᵢ, f_D) of each public candidate, finite; shape (m,), m ≥ 1. Private. */
  readonly distances: ArrayLike<number>;
  /** s > 0, public: sup |d(g, f_D) − d(g, f_D′)|; sup d(f_D, f_D′) for a metric d (errata H10). */
  readonly sensitivity: number;
  /** r > 0, public; 2s if absent or larger: sup |(dᵢ − dᵢ′) − (dⱼ − dⱼ′)|. */
  readonly range?: number | undefined;
  /** ε > 0 */
  readonly epsilon: number;
}

/**
 * Probabilities of the exponential mechanism,
 *
 *     P(gᵢ) ∝ exp(−ε d(gᵢ, f_D) / r),   r = 2s unless a smaller one is proved.
 *
 * @returns shape (m,), of sum 1. Private
 * @see docs/proofs/accounting.md, Lemma 8; Hall, Rinaldo & Wasserman (2013), section 3.2; Dong, Durfee & Rogers (2020),
 * ICML, on bounded range; errata H10
 */
export function exponentialMechanismProbabilities({
  distances,
  sensitivity,
  range = Infinity,
  epsilon,
}: ExponentialMechanismParameters): Float64Array {
  checkPositiveInteger("distances.length", distances.length);
  checkAllFinite("distances", distances);
  const rate = checkPositive("epsilon", epsilon) / rangeOf(sensitivity, range);
  let least = Infinity;
  for (let i = 0; i < distances.length; i++) least = Math.min(least, distances[i]!);
  const weights = Float64Array.from(distances, (d) => Math.exp(-rate * (d - least)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

interface LatticeDistances {
  /** kᵢ = round(dᵢ/q), clamped to ±10³⁰⁰. Private. */
  readonly multiples: Float64Array;
  /** q, a power of two. */
  readonly step: number;
  /** t, whole: bound on the change of each kᵢ. */
  readonly change: number;
  /** w ≤ 2t, whole: bound on the change of a difference of two kᵢ. */
  readonly range: number;
}

const latticeBits = 30;

/**
 * Distances on a lattice of step q = 2^k, 2⁻³¹s < q ≤ 2⁻³⁰s, and their sensitivity in whole numbers,
 *
 *     t = ⌈(s + 2η)/q⌉,   w = min(2t, ⌈(r + 4η)/q⌉ + 2).
 *
 * @param roundingError η ≥ 0, public: bound on the error of distances, whatever the records
 * @see docs/proofs/accounting.md, Lemma 9
 */
export function latticeDistances({
  distances,
  sensitivity,
  range = Infinity,
  roundingError,
}: Pick<ExponentialMechanismParameters, "distances" | "sensitivity" | "range"> & {
  readonly roundingError: number;
}): LatticeDistances {
  checkAllFinite("distances", distances);
  const widest = rangeOf(sensitivity, range);
  const most = (sensitivity + 2 * checkNonNegative("roundingError", roundingError)) * (1 + 2 ** -51);
  const step = checkPositive("sensitivity", 2 ** (Math.floor(Math.log2(sensitivity)) - latticeBits));
  const limit = 1e300;
  const change = checkPositive("sensitivity", Math.ceil(most / step));
  return {
    multiples: Float64Array.from(distances, (d) => Math.max(-limit, Math.min(limit, Math.round(d / step)))),
    step,
    change,
    range: Math.min(2 * change, Math.ceil(((widest + 4 * roundingError) * (1 + 2 ** -51)) / step) + 2),
  };
}

function rangeOf(sensitivity: number, range: number): number {
  if (!(range > 0)) throw new ParameterError("range", range, "positive");
  return Math.min(range, 2 * checkPositive("sensitivity", sensitivity));
}

/**
 * Index of a candidate, drawn from exact bits, ε-private:
 *
 *     P(i) ∝ exp(−ε kᵢ / w),
 *
 * k and w of `latticeDistances`, ε the fraction that its double is.
 *
 * @param random as for `finiteLaw`
 * @returns i, 0 ≤ i < m
 * @throws {ParameterError}
 * @see errata H10 and rule 5
 */
export function drawExponentialMechanism({
  random,
  ...parameters
}: RoundedChoice & { readonly random: RandomSource }): number {
  return exponentialMechanism(parameters)(random);
}

interface RoundedChoice extends ExponentialMechanismParameters {
  /** η ≥ 0, public: bound on the error of distances, whatever the records. */
  readonly roundingError: number;
}

export function exponentialMechanism({
  distances,
  sensitivity,
  range,
  roundingError,
  epsilon,
}: RoundedChoice): (random: RandomSource) => number {
  checkPositiveInteger("distances.length", distances.length);
  const { multiples, range: widest } = latticeDistances({ distances, sensitivity, range, roundingError });
  const { numerator, denominator } = rationalOf("epsilon", checkPositive("epsilon", epsilon));
  const rate = { numerator, denominator: denominator * BigInt(widest) };
  return finiteLaw(Array.from(multiples, (k) => ({ count: 1n, exponent: times(rate, BigInt(k)) })));
}

function times({ numerator, denominator }: Rational, factor: bigint): Rational {
  return { numerator: numerator * factor, denominator };
}
