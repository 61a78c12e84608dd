import { checkNonNegative, checkUnit } from "../../checks.ts";
import { normalCdf, normalQuantile } from "../../special/normal.ts";
import type { PrivacyParameters } from "../calibration/gaussian.ts";

/**
 * Least type II error of a test between two neighbours, from one Gaussian release,
 *
 *     T(a) = Φ(Φ⁻¹(1 − a) − μ).
 *
 * @param mu μ = Δ/σ ≥ 0
 * @param typeOneError a in [0, 1]
 * @see Dong, Roth & Su (2022), eq. (6)
 */
export function gaussianTradeoff({ mu, typeOneError }: { readonly mu: number; readonly typeOneError: number }): number {
  checkNonNegative("mu", mu);
  checkUnit("typeOneError", typeOneError);
  return normalCdf(-normalQuantile(typeOneError) - mu);
}

/**
 * Least type II error that (ε, δ)-privacy alone promises,
 *
 *     max(0, 1 − δ − e^ε a, e^(−ε)(1 − δ − a)).
 *
 * @param epsilon ε ≥ 0
 * @param delta 0 ≤ δ ≤ 1
 * @param typeOneError a in [0, 1]
 * @see Hall, Rinaldo & Wasserman (2013), Proposition 4, with the second branch of errata H11
 */
export function approximateTradeoff({ epsilon, delta, typeOneError }: TestOfNeighbours): number {
  checkTest({ epsilon, delta, typeOneError });
  return Math.max(0, 1 - delta - finiteExp(epsilon) * typeOneError, Math.exp(-epsilon) * (1 - delta - typeOneError));
}

/**
 * Hall's bound on the power of a level-γ test of one database against a neighbour, γ e^ε + δ, capped at 1.
 *
 * @param epsilon ε ≥ 0
 * @param delta 0 ≤ δ ≤ 1
 * @param typeOneError γ in [0, 1]
 * @see Hall, Rinaldo & Wasserman (2013), Proposition 4; for neighbours only (errata H11)
 */
export function hallPowerBound({ epsilon, delta, typeOneError }: TestOfNeighbours): number {
  checkTest({ epsilon, delta, typeOneError });
  return Math.min(1, finiteExp(epsilon) * typeOneError + delta);
}

/** Finite, so that 0 · e^x = 0. */
function finiteExp(x: number): number {
  return Math.min(Math.exp(x), Number.MAX_VALUE);
}

type TestOfNeighbours = PrivacyParameters & { readonly typeOneError: number };

function checkTest({ epsilon, delta, typeOneError }: TestOfNeighbours): void {
  checkNonNegative("epsilon", epsilon);
  checkUnit("delta", delta);
  checkUnit("typeOneError", typeOneError);
}
