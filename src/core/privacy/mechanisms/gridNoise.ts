import { checkPositive } from "../../checks.ts";
import type { RegularGrid } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { autoregressiveNoise } from "./autoregressiveNoise.ts";
import { circulantNoise } from "./circulantNoise.ts";
import { spectralNoise } from "./spectralNoise.ts";
import type { NoiseKernel, UnitNoiseSampler } from "./unitNoise.ts";

/**
 * The sampler that suits a kernel on a regular grid of one or two dimensions: the spectral one for the
 * Gaussian kernel, O(m log m); the recursion for the product exponential kernel, O(m); circulant embedding for
 * the Matérn family, O(m log m).
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
  switch (kernel.type) {
    case "gaussian":
      return spectralNoise({ grid, bandwidthMatrix: kernel.bandwidthMatrix, jitter });
    case "productExponential":
      return autoregressiveNoise({ grid, rates: kernel.rates, jitter });
    default:
      return kernel.type === "exponential" && grid.axes.length === 1
        ? autoregressiveNoise({ grid, rates: [1 / checkPositive("lengthScale", kernel.lengthScale)], jitter })
        : circulantNoise({ grid, kernel: kernelOf(kernel.type, kernel.lengthScale), jitter });
  }
}
