import { checkPositive } from "../../src/core/checks.ts";
import { covarianceSpectrum, quadratureWeights } from "../../src/core/kernels/covarianceSpectrum.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { achievedEpsilon } from "../../src/core/privacy/calibration/gaussian.ts";
import { publishedNoiseShare } from "../../src/core/mean/publishedMeanCurve.ts";

/**
 * Actual ε of the published recipe at δ, with public τ₀: that of the Gaussian mechanism with its share of the multiplier.
 *
 * @param kernel C1 to C4 with its range
 * @param grid m ≥ 2 increasing points
 * @param noiseMultiplier the intended σ/Δ, as √(2 ln(2/δ))/ε
 * @throws {ParameterError} for invalid arguments
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
