import { checkNonNegative } from "../../checks.ts";

/**
 * The μ of several independent Gaussian releases of the same records taken together, √Σμ².
 *
 * @param mus μ_i = Δ_i/σ_i ≥ 0, one per release
 * @throws {ParameterError} if a μ is negative or not finite
 * @see Dong, Roth & Su (2022), Gaussian differential privacy, Corollary 3.3
 */
export function composeGaussian(mus: readonly number[]): number {
  return Math.hypot(...mus.map((mu, i) => checkNonNegative(`mus[${i}]`, mu)));
}
