import { checkPositive } from "../checks.ts";
import { covarianceSpectrum, quadratureWeights, shrinkage } from "../kernels/covarianceSpectrum.ts";
import type { CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { achievedEpsilon } from "../privacy/calibration/gaussian.ts";

/**
 * The standard deviation of the noise that the printed tables have, as a share of that which Theorem 4.1 asks for: Δ
 * takes Σ_j where Theorem 4.1 has sup_j, and the noise has the covariance K/m while τ₀ bounds the root mean square of a
 * curve, so that it is
 *
 *     √(Σ_j D_j / (m sup_j D_j)),   D_j = λ_j^(2η₀ − 1)/(λ_j^η₀ + φ)²,
 *
 * It is below 1 wherever the D_j are not all equal: such noise does not give the ε that was asked for.
 *
 * @param spectrum of the estimator's operator, with weights 1/m
 * @throws {ParameterError} if an argument is out of range
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

/**
 * The ε that the published recipe has at δ, τ₀ being public: that of the Gaussian mechanism whose multiplier is the
 * recipe's share of the one that was meant.
 *
 * @param kernel C1 to C4 with its range
 * @param grid m ≥ 2 increasing points
 * @param noiseMultiplier the σ/Δ that was meant, as √(2 ln(2/δ))/ε
 * @throws {ParameterError} if an argument is out of range
 * @see errata M13
 */
export function publishedEpsilon({
  kernel,
  grid,
  penalty,
  power,
  noiseMultiplier,
  delta,
}: {
  readonly kernel: Kernel;
  readonly grid: ArrayLike<number>;
  readonly penalty: number;
  readonly power: number;
  readonly noiseMultiplier: number;
  readonly delta: number;
}): number {
  const spectrum = covarianceSpectrum({ kernel, grid, weights: quadratureWeights({ grid, rule: "uniform" }) });
  const share = publishedNoiseShare({ spectrum, penalty, power });
  return achievedEpsilon({ delta, noiseMultiplier: share * checkPositive("noiseMultiplier", noiseMultiplier) });
}
