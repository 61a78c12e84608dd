import { checkLength, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridAxis, gridStep, type GridAxis, type RegularGrid } from "../../grids.ts";
import { kernelOf, type KernelName } from "../../kernels/kernelOf.ts";
import { autoregressiveNoise } from "./autoregressiveNoise.ts";
import { circulantNoise } from "./circulantNoise.ts";
import type { Correlation } from "./circulantSpectrum.ts";
import { markovNoise } from "./markovNoise.ts";
import { spectralNoise } from "./spectralNoise.ts";
import type { NoiseKernel, UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Sampler for a kernel on a regular grid of one or two dimensions, in O(m) or O(m log m).
 *
 * @param jitter τ ≥ 0: the covariance of the noise is at least K + τI
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
  const dimension = grid.axes.length;
  if (dimension !== 1 && dimension !== 2) throw new ParameterError("grid", dimension, "of one or two axes");
  switch (kernel.type) {
    case "gaussian":
      return spectralNoise({ grid, bandwidthMatrix: kernel.bandwidthMatrix, jitter });
    case "productExponential": {
      if (dimension === 2) return autoregressiveNoise({ grid, rates: kernel.rates, jitter });
      const lengthScale = 1 / checkPositive("rates[0]", checkLength("rates", kernel.rates, 1)[0]!);
      return markovNoise({ kernel: { type: "exponential", lengthScale }, gaps: evenGaps(grid.axes[0]!), jitter });
    }
    case "triangular":
      if (dimension === 2) throw new ParameterError("kernel", kernel.type, "one of the plane; this one is of a line");
      return circulantNoise({ grid, correlation: triangle(kernel.lengthScale), roundoff, normals: "placed", jitter });
    case "matern52":
    case "matern32":
    case "exponential":
      if (dimension === 2)
        return circulantNoise({ grid, correlation: ofDistance(kernel), roundoff, normals: "all", jitter });
      return markovNoise({ kernel, gaps: evenGaps(grid.axes[0]!), jitter });
  }
}

function evenGaps(axis: GridAxis): Float64Array {
  return new Float64Array(gridAxis(axis).count - 1).fill(gridStep(axis));
}

/** Bound on Σ|error of k| / Σ k, for circulant embedding. */
const roundoff = 64 * 2 ** -53;

/** max(0, 1 − |r|/ℓ), off by at most 4u where positive. */
function triangle(lengthScale: number): Correlation {
  checkPositive("lengthScale", lengthScale);
  return {
    argument: (r0, r1) => (Math.abs(r0) + Math.abs(r1)) / lengthScale,
    ofArguments: (values) => {
      for (let i = 0; i < values.length; i++) values[i] = Math.max(0, 1 - values[i]!);
    },
    isEven: true,
  };
}

function ofDistance({
  type,
  lengthScale,
}: Extract<NoiseKernel, { type: KernelName; lengthScale: number }>): Correlation {
  return {
    argument: (r0, r1) => r0 * r0 + r1 * r1,
    ofArguments: kernelOf(type, lengthScale).ofSquaredDistances!,
    isEven: true,
  };
}
