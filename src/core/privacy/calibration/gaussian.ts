import { checkNonNegative, checkOpenUnit, checkPositive } from "../../checks.ts";
import { NumericalError, ParameterError } from "../../errors.ts";
import { millsSlope, normalCdf, scaledErfc } from "../../special/normal.ts";

export interface PrivacyParameters {
  readonly epsilon: number;
  readonly delta: number;
}

/**
 * Classical multiplier σ/Δ of the Gaussian mechanism, rounded up,
 *
 *     √(2 ln(2/δ)) / ε.
 *
 * @param epsilon 0 < ε ≤ 1
 * @param delta 0 < δ < 1
 * @see Hall, Rinaldo & Wasserman (2013), Proposition 3, eq. (6); errata H1
 */
export function classicalNoiseMultiplier({ epsilon, delta }: PrivacyParameters): number {
  checkPositive("epsilon", epsilon);
  checkOpenUnit("delta", delta);
  if (epsilon > 1) {
    throw new ParameterError("epsilon", epsilon, "at most 1 for the classical calibration, whose proof ends there");
  }
  return (Math.sqrt(2 * (Math.LN2 - Math.log(delta))) / epsilon) * (1 + 8 * Number.EPSILON);
}

/**
 * Smallest multiplier m = σ/Δ for which the Gaussian mechanism is (ε, δ)-private, rounded up:
 *
 *     Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ) = δ,  μ = 1/m.
 *
 * The bisection aims 1e-12 (relative) below δ and returns 1e-12 more, which covers rounding.
 *
 * @param epsilon ε > 0
 * @param delta 0 < δ < 1
 * @throws {NumericalError} if the multiplier would exceed 1e304
 * @see Balle & Wang (2018), Theorem 8; errata H1
 */
export function analyticNoiseMultiplier({ epsilon, delta }: PrivacyParameters): number {
  checkPositive("epsilon", epsilon);
  checkOpenUnit("delta", delta);
  const valid = (logMu: number) => profile(epsilon, Math.exp(logMu)) <= delta * (1 - slack);
  if (!valid(-700)) {
    throw new NumericalError(`no representable noise multiplier for epsilon ${epsilon}, delta ${delta}`);
  }
  return Math.exp(-lastWhere(valid, -700, 700)) * (1 + slack);
}

/**
 * Exact privacy profile of the Gaussian mechanism:
 *
 *     δ(ε) = Φ(μ/2 − ε/μ) − e^ε Φ(−μ/2 − ε/μ),  μ = 1/noiseMultiplier.
 *
 * @param epsilon ε ≥ 0
 * @param noiseMultiplier σ/Δ > 0
 * @see Balle & Wang (2018), Theorem 8
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
 * Inverse of `achievedDelta`: the smallest ε ≥ 0, rounded up; ∞ if no double suffices.
 *
 * @param delta 0 < δ < 1
 * @param noiseMultiplier σ/Δ > 0
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
  const invalid = (epsilon: number) => profile(epsilon, mu) > delta * (1 - slack);
  if (!invalid(0)) return 0;
  // At a = 40 the profile is below every positive double.
  const enough = Math.min(mu * (mu / 2 + 40), Number.MAX_VALUE);
  return invalid(enough) ? Infinity : lastWhere(invalid, 0, enough) * (1 + slack);
}

const slack = 1e-12;

/**
 * Privacy profile without overflow or cancellation. With a = ε/μ − μ/2 and b = ε/μ + μ/2, b² − a² = 2ε, so e^ε φ(b) =
 * φ(a) and
 *
 *     δ = φ(a) (R(a) − R(b)) = φ(a) ∫ₐᵇ −R′(x) dx,  R Mills' ratio.
 */
function profile(epsilon: number, mu: number): number {
  const centre = epsilon / mu;
  const a = centre - mu / 2;
  const b = centre + mu / 2;
  const peak = 0.5 * Math.exp(-0.5 * a * a);
  if (mu < 0.125) return ((peak * mu) / Math.sqrt(Math.PI / 2)) * averageSlope(centre, mu / 2);
  const beyond = peak * scaledErfc(b * Math.SQRT1_2);
  return a > 0 ? peak * scaledErfc(a * Math.SQRT1_2) - beyond : normalCdf(-a) - beyond;
}

function averageSlope(centre: number, halfWidth: number): number {
  let sum = 0;
  for (const [node, weight] of gaussLegendre) sum += weight * millsSlope(centre + halfWidth * node);
  return sum;
}

// Gauss–Legendre rule on [−1, 1], with weights of sum 1.
const inner = Math.sqrt(5 - 2 * Math.sqrt(10 / 7)) / 3;
const outer = Math.sqrt(5 + 2 * Math.sqrt(10 / 7)) / 3;
const innerWeight = (322 + 13 * Math.sqrt(70)) / 1800;
const outerWeight = (322 - 13 * Math.sqrt(70)) / 1800;
const gaussLegendre = [
  [-outer, outerWeight],
  [-inner, innerWeight],
  [0, 64 / 225],
  [inner, innerWeight],
  [outer, outerWeight],
] as const;

/** The largest x in [lower, upper] at which a condition holds that is true up to some point. */
function lastWhere(holds: (x: number) => boolean, lower: number, upper: number): number {
  let low = lower;
  let high = upper;
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return low;
    if (holds(middle)) low = middle;
    else high = middle;
  }
}
