import { shrinkage, type CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";

/**
 * Deviation of the noise in the printed tables over that of Theorem 4.1,
 *
 *     √(Σ_j D_j / (m sup_j D_j)),   D_j = λ_j^(2η₀ − 1)/(λ_j^η₀ + φ)².
 *
 * Their Δ takes Σ_j for sup_j, with noise of covariance K/m: below 1 it does not give the requested ε.
 *
 * @param spectrum of the estimator's operator, with weights 1/m
 * @see Mirshani, Reimherr & Slavković (2019), section 6, Tables 1 and 2; errata M13
 */
export function publishedNoiseShare({
  spectrum,
  penalty,
  power,
}: {
  readonly spectrum: CovarianceSpectrum;
  readonly penalty: number;
  readonly power: number;
}): number {
  const s = shrinkage(spectrum, penalty, power);
  let [sum, largest] = [0, 0];
  spectrum.eigenvalues.forEach((lambda, j) => {
    const D = lambda > 0 ? s[j]! ** 2 / lambda : 0;
    sum += D;
    largest = Math.max(largest, D);
  });
  return Math.sqrt(sum / (largest * spectrum.eigenvalues.length));
}
