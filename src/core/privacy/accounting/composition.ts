import { checkNonNegative, checkOpenUnit } from "../../checks.ts";
import { normalQuantile } from "../../special/normal.ts";
import { achievedDelta, achievedEpsilon } from "../calibration/gaussian.ts";
import { pureLosses } from "./pureLosses.ts";
import type { LossDistribution } from "./pureLosses.ts";

/**
 * Joint μ of several independent Gaussian releases of the same records, √Σμ².
 *
 * @param mus μ_i = Δ_i/σ_i ≥ 0, one per release; none gives 0
 * @throws {ParameterError} if a μ is negative or not finite
 * @see Dong, Roth & Su (2022), Gaussian differential privacy, Corollary 3.3
 */
export function composeGaussian(mus: readonly number[]): number {
  return mus.reduce((total, mu, i) => Math.hypot(total, checkNonNegative(`mus[${i}]`, mu)), 0);
}

/**
 * Least μ for which every ε-private release is μ-GDP, rounded up,
 *
 *     μ = 2 Φ⁻¹(e^ε/(1 + e^ε)).
 *
 * The trade-off G_μ is convex. It meets that of randomised response, two segments, at their corner α = β = 1/(1 + e^ε) and
 * at both ends.
 *
 * @param epsilon ε ≥ 0
 * @throws {ParameterError} if ε is negative or not finite
 * @see Dong, Roth & Su (2022), Gaussian differential privacy, section 2
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
 * **Proof.**
 *
 * 1. For one release the claim is gaussianOfPure(ε) ≤ √(π/2) ε: with x = ε/2, ½ tanh x ≤ Φ(√(π/2) x) − ½.
 * 2. Both sides have the slope ½ at 0 and the same limit at ∞. Their slopes, ½ sech² x and ½ e^(−πx²/4), meet again where
 *    2 ln(cosh x)/x² = π/4. The left side falls from 1 to 0, so this happens once.
 * 3. Squares of μ add up. ∎
 *
 * @param euclidean √(Σ ε_i²) ≥ 0
 * @throws {ParameterError} if it is negative or not finite
 * @see docs/proofs/composedLaplace.md; Dong, Roth & Su (2022), Corollary 3.3
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
  // Φ(−x) ≤ ½ exp(−x²/2); the other tail would be no normal double.
  if (epsilon > 700) return Math.sqrt(2 * (epsilon - Math.LN2));
  return -normalQuantile(1 / (1 + Math.exp(epsilon)));
}

/** Releases of the same records, fixed in advance: Gaussian and purely private ones. */
export interface Losses {
  /** √Σμ² ≥ 0 of the Gaussian releases. */
  readonly mu: number;
  /** ε_i ≥ 0 of each purely ε_i-private release. */
  readonly pureEpsilons: readonly number[];
}

/**
 * Smallest δ at ε of Gaussian and purely private releases together, fixed in advance, rounded up,
 *
 *     δ(ε) = Σ_s P(s) δ_μ(ε − s),
 *
 * over the sums s of ±ε_i, + with probability e^ε_i/(1 + e^ε_i); rounded up, and so positive unless nothing is lost. No
 * purely ε_i-private release loses more than randomised response, whose privacy loss is ±ε_i; for that the sum is exact.
 * Equal ε_i are taken together; with more than 2¹⁶ different sums the ε_i are raised to multiples of 2⁻¹⁶ of their total.
 *
 * @param epsilon ε ≥ 0
 * @param mu √Σμ² ≥ 0 of the Gaussian releases
 * @param pureEpsilons ε_i ≥ 0
 * @throws {ParameterError} outside these ranges
 * @see Kairouz, Oh & Viswanath (2015), ICML, section 3; Dong, Roth & Su (2022), section 3
 */
export function composedDelta({ epsilon, mu, pureEpsilons }: Losses & { readonly epsilon: number }): number {
  checkNonNegative("epsilon", epsilon);
  checkNonNegative("mu", mu);
  return deltaOf(pureLosses(pureEpsilons), epsilon, mu);
}

/**
 * The sum of `composedDelta`, rounded up.
 *
 * **Proof** for results that are no normal doubles; `slack` covers relative rounding in the others. Let t be the least positive
 * double, 2⁻¹⁰⁷⁴: an operation whose result is below 2⁻¹⁰²² errs by t/2 at most. A weight ŵ is at least w(1 − r) − `least` with
 * a relative error r that `slack` covers; `gaussianDelta` gives ĝ ≥ g(1 − r), g ≤ 1; and each product ŵĝ errs by t/2 more.
 * So the sum over N terms is at most N(`least` + t) too small, which is added. It is 0 only if g is 0 for all sums: a
 * purely private release loses nothing beyond its largest sum.
 */
function deltaOf({ sums, weights, least }: LossDistribution, epsilon: number, mu: number): number {
  let delta = 0;
  let largest = 0;
  for (let i = 0; i < sums.length; i++) {
    const sum = sums[i]!;
    // Rounding of the sum, and of the difference, is taken off.
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
 * @param mu √Σμ² ≥ 0 of the Gaussian releases
 * @param pureEpsilons ε_i ≥ 0
 * @returns ∞ if no ε that a double can hold suffices
 * @throws {ParameterError} outside these ranges
 * @see composedDelta
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
 * δ_μ(ε) for any real ε, by δ(−t) = 1 − e^(−t) + e^(−t) δ(t), rounded up: 0 only where μ is 0 and ε is not negative.
 *
 * **Proof** for ε ≥ 0 and μ > 0, where a = ε/μ − μ/2. If a > 39, δ < Φ(−39) < t, the least positive double. If 1/μ is no double,
 * δ ≤ δ_μ(0) = 2Φ(μ/2) − 1 < μ. Else the profile is ½e^(−a²/2) times a number of at most 1, or the difference of two such
 * products. Where it is no normal double, each of its six operations errs by t/2 at most beside what `slack` covers.
 */
function gaussianDelta(epsilon: number, mu: number): number {
  if (epsilon < 0) return -Math.expm1(epsilon) + Math.exp(epsilon) * gaussianDelta(-epsilon, mu);
  if (!(mu > 0)) return 0;
  if (epsilon / mu - mu / 2 > 39) return Number.MIN_VALUE;
  if (!(1 / mu < Infinity)) return mu;
  return achievedDelta({ epsilon, noiseMultiplier: 1 / mu }) * (1 + slack) + 3 * Number.MIN_VALUE;
}
