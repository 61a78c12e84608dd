import { checkNonNegative, checkPositive, checkUnit } from "../../checks.ts";
import { normalCdf } from "../../special/normal.ts";
import { achievedDelta } from "../calibration/gaussian.ts";
import { approximateTradeoff, gaussianTradeoff } from "./tradeoff.ts";

/** Privacy loss of one release. "composed": many pure releases, with μ-GDP as a bound. */
export type PrivacyLoss = (
  | { readonly kind: "gaussian"; readonly mu: number }
  | { readonly kind: "pure"; readonly epsilon: number }
  | { readonly kind: "composed"; readonly mu: number }
) & {
  readonly failure?: number;
};

export function pureLoss(epsilon: number): PrivacyLoss {
  return { kind: "pure", epsilon: checkPositive("epsilon", epsilon) };
}

/**
 * Least δ with which a loss is (ε, δ)-private,
 *
 *     δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ)              for a Gaussian loss, and a bound for a composed one,
 *     δ(ε) = max(0, (e^{ε₀} − e^ε)/(e^{ε₀} + 1))            for a pure loss ε₀,
 *
 * plus the failure; at most 1.
 *
 * @param epsilon ε ≥ 0
 * @see Balle & Wang (2018), Theorem 8; Kairouz, Oh & Viswanath (2015), ICML
 */
export function deltaOf(loss: PrivacyLoss, epsilon: number): number {
  checkNonNegative("epsilon", epsilon);
  return Math.min(1, profileOf(loss, epsilon) + (loss.failure ?? 0));
}

/**
 * Probability that the privacy loss ln(dP/dQ) exceeds ε, for the worst neighbours,
 *
 *     P(L > ε) = Φ(μ/2 − ε/μ)                               for a Gaussian loss, L ~ N(μ²/2, μ²).
 *
 * @param epsilon ε ≥ 0
 */
export function exceedanceOf(loss: PrivacyLoss, epsilon: number): number {
  checkNonNegative("epsilon", epsilon);
  return Math.min(1, exceedance(loss, epsilon) + (loss.failure ?? 0));
}

function exceedance(loss: PrivacyLoss, epsilon: number): number {
  if (loss.kind === "gaussian") return normalCdf(loss.mu / 2 - epsilon / loss.mu);
  if (loss.kind === "pure") return epsilon < loss.epsilon ? 1 / (1 + Math.exp(-loss.epsilon)) : 0;
  let least = 1;
  for (let i = 1; i <= 100; i++) {
    const t = (i / 100) * epsilon;
    if (t > 0) least = Math.min(least, profileOf(loss, epsilon - t) / -Math.expm1(-t));
  }
  return least;
}

/**
 * Least type II error of a test between neighbours with a given type I error; a lower bound for a composed loss.
 *
 * @param typeOneError in [0, 1]
 * @see Dong, Roth & Su (2022), section 2
 */
export function tradeoffOf(loss: PrivacyLoss, typeOneError: number): number {
  checkUnit("typeOneError", typeOneError);
  const missed =
    loss.kind === "pure"
      ? approximateTradeoff({ epsilon: loss.epsilon, delta: 0, typeOneError })
      : gaussianTradeoff({ mu: loss.mu, typeOneError });
  return Math.max(0, missed - (loss.failure ?? 0));
}

function profileOf(loss: PrivacyLoss, epsilon: number): number {
  if (loss.kind !== "pure") return achievedDelta({ epsilon, noiseMultiplier: 1 / loss.mu });
  return Math.max(0, -Math.expm1(epsilon - loss.epsilon) / (1 + Math.exp(-loss.epsilon)));
}
