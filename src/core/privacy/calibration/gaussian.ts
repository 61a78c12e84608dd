import { checkNonNegative, checkOpenUnit, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { normalCdf, scaledErfc } from "../../special/normal.ts";

/** The budget of an approximate guarantee: (ε, δ)-differential privacy. */
export interface PrivacyParameters {
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * Classical multiplier σ/Δ of the Gaussian mechanism,
 *
 *     √(2 ln(2/δ)) / ε.
 *
 * Proved for ε ≤ 1 only; beyond it can be too small (errata H1), so it is refused there.
 *
 * @param epsilon 0 < ε ≤ 1
 * @param delta 0 < δ < 1
 * @throws {ParameterError} if an argument is outside the range above
 * @see Hall, Rinaldo & Wasserman (2013), Proposition 3, eq. (6); errata H1
 */
export function classicalNoiseMultiplier({ epsilon, delta }: PrivacyParameters): number {
  checkPositive("epsilon", epsilon);
  checkOpenUnit("delta", delta);
  if (epsilon > 1) {
    throw new ParameterError("epsilon", epsilon, "at most 1 for the classical calibration, whose proof ends there");
  }
  return Math.sqrt(2 * Math.log(2 / delta)) / epsilon;
}

/**
 * Smallest multiplier σ/Δ for which the Gaussian mechanism is (ε, δ)-private, rounded up: the m with
 *
 *     Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ) = δ,  μ = 1/m.
 *
 * The left side grows with μ; bisection on ln μ. The result exceeds the root by about 1e-10
 * relative, which covers the rounding of the left side.
 *
 * @param epsilon ε > 0
 * @param delta 0 < δ < 1
 * @throws {ParameterError} if an argument is outside the range above
 * @see Balle & Wang (2018), ICML, Theorem 8; replaces Hall et al. (2013), Proposition 3 (errata H1)
 */
export function analyticNoiseMultiplier({ epsilon, delta }: PrivacyParameters): number {
  checkPositive("epsilon", epsilon);
  checkOpenUnit("delta", delta);
  const largestValid = bisect((logMu) => profile(epsilon, Math.exp(logMu)) <= delta, -80, 80);
  return Math.exp(-largestValid) * (1 + roundUp);
}

/**
 * Exact privacy profile of the Gaussian mechanism: the smallest δ at ε,
 *
 *     δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ),  μ = 1/noiseMultiplier.
 *
 * @param epsilon ε ≥ 0
 * @param noiseMultiplier σ/Δ > 0
 * @throws {ParameterError} if an argument is outside the range above
 * @see Balle & Wang (2018), ICML, Theorem 8
 */
export function achievedDelta({
  epsilon,
  noiseMultiplier,
}: {
  readonly epsilon: number;
  readonly noiseMultiplier: number;
}): number {
  checkNonNegative("epsilon", epsilon);
  return profile(epsilon, 1 / checkPositive("noiseMultiplier", noiseMultiplier));
}

/**
 * Smallest ε ≥ 0 at which the Gaussian mechanism is (ε, δ)-private, rounded up;
 * 0 when δ already suffices at ε = 0.
 *
 * @param delta 0 < δ < 1
 * @param noiseMultiplier σ/Δ > 0
 * @throws {ParameterError} if an argument is outside the range above
 * @see Balle & Wang (2018), ICML, Theorem 8, solved for ε
 */
export function achievedEpsilon({
  delta,
  noiseMultiplier,
}: {
  readonly delta: number;
  readonly noiseMultiplier: number;
}): number {
  checkOpenUnit("delta", delta);
  const mu = 1 / checkPositive("noiseMultiplier", noiseMultiplier);
  if (profile(0, mu) <= delta) return 0;
  // ε = μ²/2 + 40μ leaves δ < Φ(−40), below every positive double of interest.
  const largestInvalid = bisect((epsilon) => profile(epsilon, mu) > delta, 0, mu * (mu / 2 + 40));
  return largestInvalid * (1 + roundUp);
}

const roundUp = 1e-10;

/**
 * With a = ε/μ − μ/2 and b = ε/μ + μ/2, b² − a² = 2ε, so e^ε exp(−b²/2) = exp(−a²/2) and
 * δ = ½ exp(−a²/2) (erfcx(a/√2) − erfcx(b/√2)): no overflow, no cancellation of large powers.
 */
function profile(epsilon: number, mu: number): number {
  const a = epsilon / mu - mu / 2;
  const b = epsilon / mu + mu / 2;
  const peak = 0.5 * Math.exp(-0.5 * a * a);
  const delta =
    a > 0
      ? peak * (scaledErfc(a * Math.SQRT1_2) - scaledErfc(b * Math.SQRT1_2))
      : normalCdf(-a) - peak * scaledErfc(b * Math.SQRT1_2);
  return Math.max(0, delta);
}

/** The largest x in [lower, upper] for which a condition that holds below some point still holds. */
function bisect(holds: (x: number) => boolean, lower: number, upper: number): number {
  let low = lower;
  let high = upper;
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return low;
    if (holds(middle)) low = middle;
    else high = middle;
  }
}
