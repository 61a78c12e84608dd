import { checkNonNegative, checkOpenUnit } from "../../checks.ts";
import { NumericalError } from "../../errors.ts";
import { normalQuantile } from "../../special/normal.ts";
import { achievedDelta, achievedEpsilon } from "../calibration/gaussian.ts";
import { pureLosses, type LossDistribution } from "./pureLosses.ts";

/**
 * Least μ for which every ε-private release is μ-GDP, rounded up,
 *
 *     μ = 2 Φ⁻¹(e^ε/(1 + e^ε)).
 *
 * @param epsilon ε ≥ 0
 * @see docs/proofs/accounting.md, Lemma 2; Dong, Roth & Su (2022), section 2
 */
export function gaussianOfPure(epsilon: number): number {
  checkNonNegative("epsilon", epsilon);
  return 2 * halfMu(epsilon) * (1 + slack);
}

/**
 * A μ for which any number of independent releases, each purely ε_i-private, are jointly μ-GDP, rounded up,
 *
 *     μ = √(π/2) √(Σ ε_i²).
 *
 * @param euclidean √(Σ ε_i²) ≥ 0
 * @see docs/proofs/accounting.md, Lemma 3; Dong, Roth & Su (2022), Corollary 3.3
 */
export function gaussianOfComposedPure(euclidean: number): number {
  return Math.sqrt(Math.PI / 2) * checkNonNegative("euclidean", euclidean) * (1 + slack);
}

const slack = 1e-12;

function halfMu(epsilon: number): number {
  if (epsilon < 1e-3) {
    // Φ⁻¹(½ + q) with x = √(2π) q, q = ½ tanh(ε/2): the next term is below 10⁻²¹ of the first.
    const x = Math.sqrt(Math.PI / 2) * Math.tanh(epsilon / 2);
    return x * (1 + ((x * x) / 6) * (1 + (7 / 20) * x * x));
  }
  // The other tail would be no normal double.
  if (epsilon > 700) return Math.sqrt(2 * (epsilon - Math.LN2));
  return -normalQuantile(1 / (1 + Math.exp(epsilon)));
}

export interface Losses {
  /** √Σμ² ≥ 0 of the Gaussian ones. */
  readonly mu: number;
  /** ε_i ≥ 0 of each purely ε_i-private release. */
  readonly pureEpsilons: readonly number[];
}

/**
 * Smallest δ at ε of Gaussian and purely private releases together, fixed in advance, rounded up,
 *
 *     δ(ε) = Σ_s P(s) δ_μ(ε − s),
 *
 * over the sums s of ±ε_i, + with probability e^ε_i/(1 + e^ε_i): exact for randomised response, the worst case.
 *
 * @param epsilon ε ≥ 0
 * @see Kairouz, Oh & Viswanath (2015), ICML, section 3; Dong, Roth & Su (2022), section 3
 */
export function composedDelta({ epsilon, mu, pureEpsilons }: Losses & { readonly epsilon: number }): number {
  checkNonNegative("epsilon", epsilon);
  checkNonNegative("mu", mu);
  return deltaOf(pureLosses(pureEpsilons), epsilon, mu);
}

/** The sum of `composedDelta`, rounded up (accounting.md, Lemma 4). */
function deltaOf({ sums, weights, least }: LossDistribution, epsilon: number, mu: number): number {
  let delta = 0;
  let largest = 0;
  for (let i = 0; i < sums.length; i++) {
    const sum = sums[i]!;
    const gaussian = gaussianDelta(epsilon - sum - 2 ** -48 * (epsilon + Math.abs(sum)), mu);
    largest = Math.max(largest, gaussian);
    delta += weights[i]! * gaussian;
  }
  return largest > 0 ? Math.min(1, delta * (1 + 4 * slack) + sums.length * (least + Number.MIN_VALUE)) : 0;
}

/**
 * Smallest ε ≥ 0 at which releases fixed in advance are jointly (ε, δ)-private, rounded up.
 *
 * @param delta 0 < δ < 1
 * @returns ∞ if no ε that a double can hold suffices
 */
export function composedEpsilon({ delta, mu, pureEpsilons }: Losses & { readonly delta: number }): number {
  checkOpenUnit("delta", delta);
  checkNonNegative("mu", mu);
  const law = pureLosses(pureEpsilons);
  const suffices = (epsilon: number) => deltaOf(law, epsilon, mu) <= delta;
  if (suffices(0)) return 0;
  const gaussian = mu > 0 ? achievedEpsilon({ delta, noiseMultiplier: (1 / mu) * (1 - 1e-15) }) : 0;
  let [low, high] = [0, (pureEpsilons.reduce((sum, epsilon) => sum + epsilon, 0) + gaussian) * (1 + 1e-9)];
  while (high < Infinity && !suffices(high)) [low, high] = [high, 2 * high];
  if (!(high < Infinity)) return Infinity;
  while (high - low > 1e-13 * high) {
    const middle = low + (high - low) / 2;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Largest μ, rounded down, with which Gaussian and purely private releases are jointly (ε, δ)-private, where Σε_i of
 * the pure ones is at most `pureEpsilon`.
 *
 * @param most a μ that is not exceeded
 * @throws {NumericalError} if the pure part leaves nothing
 * @see docs/proofs/accounting.md, Lemma 10; docs/proofs/typedBudget.md
 */
export function muBesidePure({
  epsilon,
  delta,
  pureEpsilon,
  most,
}: {
  readonly epsilon: number;
  readonly delta: number;
  readonly pureEpsilon: number;
  readonly most: number;
}): number {
  const law = pureLosses([pureEpsilon * (1 + 2 ** -50)]);
  const suffices = (mu: number) => deltaOf(law, epsilon * (1 - 2 ** -50), mu) <= delta * (1 - 2 ** -50);
  let [low, high] = [0, most];
  for (let step = 0; step < 200 && high - low > 1e-13 * high; step++) {
    const middle = low + (high - low) / 2;
    if (suffices(middle)) low = middle;
    else high = middle;
  }
  if (low === 0)
    throw new NumericalError(`delta = ${delta} is too small beside pure releases of epsilon = ${pureEpsilon}`);
  return low * (1 - 2 ** -50);
}

/** δ_μ(ε) for any real ε, rounded up (docs/proofs/accounting.md, Lemma 5). */
function gaussianDelta(epsilon: number, mu: number): number {
  if (epsilon < 0) return -Math.expm1(epsilon) + Math.exp(epsilon) * gaussianDelta(-epsilon, mu);
  if (!(mu > 0)) return 0;
  if (epsilon / mu - mu / 2 > 39) return Number.MIN_VALUE;
  if (!(1 / mu < Infinity)) return mu;
  return achievedDelta({ epsilon, noiseMultiplier: 1 / mu }) * (1 + slack) + 3 * Number.MIN_VALUE;
}
