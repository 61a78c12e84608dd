import { checkNonNegative, checkUnit } from "../../checks.ts";
import { normalCdf, normalQuantile } from "../../special/normal.ts";
import type { PrivacyParameters } from "../calibration/gaussian.ts";

/**
 * Least type II error of a test between two neighbours, from one Gaussian release,
 *
 *     T(a) = Φ(Φ⁻¹(1 − a) − μ),
 *
 * reached by the likelihood-ratio test.
 *
 * @param mu μ = Δ/σ ≥ 0
 * @param typeOneError a in [0, 1]
 * @throws {ParameterError}
 * @see Dong, Roth & Su (2022), Gaussian differential privacy, eq. (6)
 */
export function gaussianTradeoff({ mu, typeOneError }: { readonly mu: number; readonly typeOneError: number }): number {
  checkNonNegative("mu", mu);
  checkUnit("typeOneError", typeOneError);
  return normalCdf(-normalQuantile(typeOneError) - mu);
}

/**
 * Least type II error that (ε, δ)-privacy alone promises, for either order of the neighbours,
 *
 *     max(0, 1 − δ − e^ε a, e^(−ε)(1 − δ − a)).
 *
 * @param epsilon ε ≥ 0
 * @param delta 0 ≤ δ ≤ 1
 * @param typeOneError a in [0, 1]
 * @throws {ParameterError} if an argument is outside the range above
 * @see Hall, Rinaldo & Wasserman (2013), Proposition 4, with the second branch of errata H11
 */
export function approximateTradeoff({
  epsilon,
  delta,
  typeOneError,
}: PrivacyParameters & { readonly typeOneError: number }): number {
  checkNonNegative("epsilon", epsilon);
  checkUnit("delta", delta);
  checkUnit("typeOneError", typeOneError);
  return Math.max(0, 1 - delta - finiteExp(epsilon) * typeOneError, Math.exp(-epsilon) * (1 - delta - typeOneError));
}

/**
 * Hall's bound on the power of a level-γ test of one database against a neighbour, γ e^ε + δ, capped at 1.
 *
 * @param epsilon ε ≥ 0
 * @param delta 0 ≤ δ ≤ 1
 * @param typeOneError γ in [0, 1]
 * @throws {ParameterError} if an argument is outside the range above
 * @see Hall, Rinaldo & Wasserman (2013), Proposition 4; for neighbours only (errata H11)
 */
export function hallPowerBound({
  epsilon,
  delta,
  typeOneError,
}: PrivacyParameters & { readonly typeOneError: number }): number {
  checkNonNegative("epsilon", epsilon);
  checkUnit("delta", delta);
  checkUnit("typeOneError", typeOneError);
  return Math.min(1, finiteExp(epsilon) * typeOneError + delta);
}

/** e^x, cut at the largest double so that 0 · e^x = 0 for every x. */
function finiteExp(x: number): number {
  return Math.min(Math.exp(x), Number.MAX_VALUE);
}
