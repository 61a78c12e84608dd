import { checkPositive, checkPositiveInteger } from "../../checks.ts";

/**
 * C with ‖f‖_E ≤ C ‖f‖_K for every f in the RKHS of the Gaussian kernel K of length scale ℓ, E the product exponential
 * kernel exp(−γ Σ|r_j|). For one variable, with u = γℓ,
 *
 *     C² = (√(2π)/2u) max_{t ≥ 0} e^(−t/2) (u² + t) = (√(2π)/2u) · { 2e^(u²/2 − 1), u² ≤ 2;  u², else };
 *
 * in d variables C_d = C^d, on any set of points.
 *
 * @param relativeRate u = γℓ > 0
 * @param dimension d ≥ 1
 * @see docs/proofs/sensitivities.md, Lemma 13; Hall, Rinaldo & Wasserman (2013), section 4.2
 */
export function sobolevEmbedding(relativeRate: number, dimension: number): number {
  const u = checkPositive("relativeRate", relativeRate);
  const d = checkPositiveInteger("dimension", dimension);
  const largest = u * u <= 2 ? 2 * Math.exp((u * u) / 2 - 1) : u * u;
  return ((Math.sqrt(2 * Math.PI) / (2 * u)) * largest) ** (d / 2) * (1 + 16 * d * Number.EPSILON);
}
