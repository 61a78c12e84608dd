import type { RegularGrid } from "../../grids.ts";
import { autoregressiveNoise } from "./autoregressiveNoise.ts";
import { spectralNoise } from "./spectralNoise.ts";
import type { NoiseKernel, UnitNoiseSampler } from "./unitNoise.ts";

/**
 * The sampler that suits a kernel on a regular grid of one or two dimensions: the spectral one for the
 * Gaussian kernel, O(m log m), the recursion for the product exponential kernel, O(m).
 *
 * @param jitter τ ≥ 0: the covariance of the noise is at least K + τI
 * @throws {ParameterError} if an argument is out of range
 */
export function gridNoiseSampler({
  kernel,
  grid,
  jitter,
}: {
  readonly kernel: NoiseKernel;
  readonly grid: RegularGrid;
  readonly jitter: number;
}): UnitNoiseSampler {
  return kernel.type === "gaussian"
    ? spectralNoise({ grid, bandwidthMatrix: kernel.bandwidthMatrix, jitter })
    : autoregressiveNoise({ grid, rates: kernel.rates, jitter });
}
