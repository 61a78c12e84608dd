import { checkNonNegative, checkPositive, checkUnit } from "../../checks.ts";
import { normalCdf } from "../../special/normal.ts";
import { achievedDelta } from "../calibration/gaussian.ts";
import { approximateTradeoff, gaussianTradeoff } from "./tradeoff.ts";

/**
 * What one release may reveal, in the notion in which its mechanism is proved: μ-Gaussian or pure ε-differential
 * privacy. A ledger is a list of these.
 */
export type PrivacyLoss = (
  | { readonly kind: "gaussian"; readonly mu: number }
  | { readonly kind: "pure"; readonly epsilon: number }
) & {
  /** A probability of failure that is paid in δ, apart from the rest; none if absent. */
  readonly failure?: number;
};

/**
 * The loss of a mechanism that is ε-private with δ = 0.
 *
 * @param epsilon ε > 0
 * @throws {ParameterError} if ε is out of range
 */
export function pureLoss(epsilon: number): PrivacyLoss {
  return { kind: "pure", epsilon: checkPositive("epsilon", epsilon) };
}

/**
 * The least δ with which a loss is (ε, δ)-private,
 *
 *     δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ)              of a Gaussian loss,
 *     δ(ε) = max(0, (e^{ε₀} − e^ε)/(e^{ε₀} + 1))            of a pure loss ε₀ (attained by randomised response),
 *
 * and the failure on top; at most 1.
 *
 * @param epsilon ε ≥ 0
 * @throws {ParameterError} if ε is out of range
 * @see Balle & Wang (2018), ICML, Theorem 8; Kairouz, Oh & Viswanath (2015), ICML, for the pure loss
 */
export function deltaOf(loss: PrivacyLoss, epsilon: number): number {
  checkNonNegative("epsilon", epsilon);
  return Math.min(1, profileOf(loss, epsilon) + (loss.failure ?? 0));
}

/**
 * The probability that the privacy loss ln(dP/dQ) of an output exceeds ε, for the worst neighbours,
 *
 *     P(L > ε) = Φ(μ/2 − ε/μ)                               of a Gaussian loss, L ~ N(μ²/2, μ²),
 *     P(L > ε) = e^{ε₀}/(1 + e^{ε₀}) for ε < ε₀, else 0     of a pure loss ε₀.
 *
 * It is larger than δ(ε): (ε, δ) promises that probabilities change by a factor e^ε plus δ, not that the loss
 * stays below ε except with probability δ.
 *
 * @param epsilon ε ≥ 0
 * @throws {ParameterError} if ε is out of range
 */
export function exceedanceOf(loss: PrivacyLoss, epsilon: number): number {
  checkNonNegative("epsilon", epsilon);
  const probability =
    loss.kind === "gaussian"
      ? normalCdf(loss.mu / 2 - epsilon / loss.mu)
      : epsilon < loss.epsilon
        ? 1 / (1 + Math.exp(-loss.epsilon))
        : 0;
  return Math.min(1, probability + (loss.failure ?? 0));
}

/**
 * The least type II error of a test of one neighbour against the other with a given type I error.
 *
 * @param typeOneError in [0, 1]
 * @throws {ParameterError} if the error is out of range
 * @see Dong, Roth & Su (2022), JRSS B 84, section 2
 */
export function tradeoffOf(loss: PrivacyLoss, typeOneError: number): number {
  checkUnit("typeOneError", typeOneError);
  const missed =
    loss.kind === "gaussian"
      ? gaussianTradeoff({ mu: loss.mu, typeOneError })
      : approximateTradeoff({ epsilon: loss.epsilon, delta: 0, typeOneError });
  return Math.max(0, missed - (loss.failure ?? 0));
}

function profileOf(loss: PrivacyLoss, epsilon: number): number {
  if (loss.kind === "gaussian") return achievedDelta({ epsilon, noiseMultiplier: 1 / loss.mu });
  // (e^{ε₀} − e^ε)/(e^{ε₀} + 1) = (1 − e^{ε − ε₀})/(1 + e^{−ε₀}), which does not overflow.
  return Math.max(0, -Math.expm1(epsilon - loss.epsilon) / (1 + Math.exp(-loss.epsilon)));
}
