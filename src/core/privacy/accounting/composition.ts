import { checkNonNegative } from "../../checks.ts";

/**
 * The μ of several independent Gaussian releases of the same records taken together, √Σμ².
 *
 * @param mus μ_i = Δ_i/σ_i ≥ 0, one per release; none gives 0
 * @throws {ParameterError} if a μ is negative or not finite
 * @see Dong, Roth & Su (2022), Gaussian differential privacy, Corollary 3.3
 */
export function composeGaussian(mus: readonly number[]): number {
  return mus.reduce((total, mu, i) => Math.hypot(total, checkNonNegative(`mus[${i}]`, mu)), 0);
}
