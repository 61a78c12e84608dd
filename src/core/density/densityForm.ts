import { checkPositive } from "../checks.ts";
import { bandwidthMatrixOf, densityGrid, isOfGaussianBumps } from "./densityGrid.ts";
import type { BinnedKernelDensity } from "./estimator/binnedKernelDensity.ts";
import { binnedSmoothing, type BinnedSmoothing } from "./estimator/binnedSmoothing.ts";
import { binnedBumpDensity } from "./estimator/bumpDensity.ts";
import type { RegularGrid } from "../grids.ts";
import { bumpKernel, type BumpKernelName } from "../kernels/bumpKernel.ts";
import { stationaryKernel } from "../kernels/stationaryKernel.ts";
import { definiteMatrix, type Rows } from "../linalg/smallMatrix.ts";
import type { Points } from "../points.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { binnedKernelDensitySensitivity } from "../privacy/sensitivity/binnedKernelDensity.ts";
import { binnedSobolevKernelDensitySensitivity } from "../privacy/sensitivity/binnedSobolevKernelDensity.ts";
import { bumpDensitySensitivity } from "../privacy/sensitivity/bumpDensity.ts";
import { anisotropicKernelDensitySensitivity } from "../privacy/sensitivity/kernelDensity.ts";
import { sobolevKernelDensitySensitivityPrinted } from "../privacy/sensitivity/sobolevKernelDensity.ts";
import type { DensityTargetParameters } from "./densityParameters.ts";

interface Route {
  readonly kernel: NoiseKernel;
  /** Δ of the binned sum. */
  readonly exactSensitivity: number;
  /** Δ of the exact sum. */
  readonly unbinnedSensitivity: number;
  readonly printedSensitivity: number;
}

/** Estimate before noise, with the requirements of its noise. */
export interface DensityForm extends Route {
  readonly values: Float64Array;
  /** η. */
  readonly roundingError: number;
  readonly smoothing: BinnedSmoothing;
  readonly noiseGrid: RegularGrid;
  readonly peak: number;
  readonly formula: string;
}

/**
 * Estimate with Gaussian bumps, for noise of either route.
 *
 * @param isAtPointMass true if some records are only counted
 * @param out receives the values
 */
export function gaussianForm(
  binned: BinnedKernelDensity,
  {
    grid,
    parameters,
    isAtPointMass,
  }: { readonly grid: RegularGrid; readonly parameters: DensityTargetParameters; readonly isAtPointMass: boolean },
  out?: Float64Array,
): DensityForm {
  const bandwidthMatrix = bandwidthMatrixOf(parameters);
  const evaluated = binned.evaluate(bandwidthMatrix, out);
  const { smoothing } = evaluated;
  return {
    ...route(parameters, bandwidthMatrix, smoothing, { recordCount: binned.recordCount, isAtPointMass }),
    ...evaluated,
    noiseGrid: grid,
    peak: heightOf(smoothing.matrix),
    formula: sensitivityFormulas[parameters.route],
  };
}

/**
 * Estimate with bumps of another kernel. Its noise has the grid in bandwidths. K is known to 4mu in the 2-norm, at most
 * 2·10⁻¹¹, which is below τ.
 *
 * @param points n records, clamped into the domain. Private
 */
export function bumpForm({
  points,
  grid,
  domain,
  bandwidths,
  bump = "gaussian",
}: DensityTargetParameters & { readonly points: Points; readonly grid: RegularGrid }): DensityForm {
  const boxSides = domain.map(([lower, upper]) => upper - lower);
  const shape = { kernel: bump, bandwidths };
  const { values, roundingError, steps, recordCount } = binnedBumpDensity({ points, grid, ...shape });
  const sensitivity = { ...shape, recordCount };
  return {
    values,
    roundingError,
    kernel: bumpNoiseKernel(bump, domain.length),
    noiseGrid: inBandwidths(grid, bandwidths),
    smoothing: {
      refinement: 1,
      matrix: bandwidths.map((h, i) => bandwidths.map((_, j) => (i === j ? h * h : 0))),
      steps,
    },
    exactSensitivity: bumpDensitySensitivity({ ...sensitivity, boxSides, steps }),
    unbinnedSensitivity: bumpDensitySensitivity({ ...sensitivity, boxSides }),
    printedSensitivity: bumpDensitySensitivity(sensitivity),
    peak: bumpKernel({ name: bump, bandwidths }).height,
    formula: `sup over records of the distance of two binned bumps over n, in the space of the ${bump} kernel`,
  };
}

function inBandwidths({ axes }: RegularGrid, bandwidths: readonly number[]): RegularGrid {
  return {
    axes: axes.map(({ lower, upper, count }, j) => ({ lower: 0, upper: (upper - lower) / bandwidths[j]!, count })),
  };
}

function bumpNoiseKernel(bump: BumpKernelName, dimension: number): NoiseKernel {
  return bump === "gaussian" ? stationaryKernel("gaussian", 1, dimension) : { type: bump, lengthScale: 1 };
}

/** Kernel and Δ of the noise of a density with Gaussian bumps, from public numbers alone, as in `gaussianForm`. */
export function densityNoise(
  parameters: DensityTargetParameters,
  recordCount: number,
): Pick<Route, "kernel" | "exactSensitivity"> {
  const bandwidthMatrix = bandwidthMatrixOf(parameters);
  const smoothing = binnedSmoothing({ grid: densityGrid(parameters.domain), bandwidthMatrix });
  return route(parameters, bandwidthMatrix, smoothing, { recordCount, isAtPointMass: false });
}

/** Kernel and grid of the noise, and a record's largest share of n times the drawn density; public. */
export function densityLaw(
  parameters: DensityTargetParameters,
): Pick<DensityForm, "kernel"> & { readonly grid: RegularGrid; readonly height: number } {
  const { domain, bandwidths, bump } = parameters;
  const grid = densityGrid(domain);
  if (!isOfGaussianBumps(parameters) && bump) {
    const { height } = bumpKernel({ name: bump, bandwidths });
    return { kernel: bumpNoiseKernel(bump, domain.length), grid: inBandwidths(grid, bandwidths), height };
  }
  const bandwidthMatrix = bandwidthMatrixOf(parameters);
  const { matrix } = binnedSmoothing({ grid, bandwidthMatrix });
  return { kernel: densityNoise(parameters, 1).kernel, grid, height: heightOf(matrix) };
}

function heightOf(matrix: Rows): number {
  const { determinant } = definiteMatrix("smoothing", matrix);
  return 1 / ((2 * Math.PI) ** (matrix.length / 2) * Math.sqrt(determinant));
}

const sensitivityFormulas = {
  gaussian: "sup over records of the distance of two binned bumps over n, in the space of exp(−½ rᵀH⁻¹r)",
  sobolev: "sup over records of the distance of two binned bumps over n, in the space of exp(−Σ γ_j|r_j|)",
} as const;

function route(
  { domain, bandwidths, route, relativeRate }: DensityTargetParameters,
  bandwidthMatrix: Rows,
  smoothing: BinnedSmoothing,
  { recordCount, isAtPointMass }: { readonly recordCount: number; readonly isAtPointMass: boolean },
): Route {
  if (route === "gaussian") {
    const boxSides = domain.map(([lower, upper], j) => (isAtPointMass ? 100 * bandwidths[j]! : upper - lower));
    const { matrix, steps } = smoothing;
    return {
      kernel: { type: "gaussian", bandwidthMatrix },
      exactSensitivity: binnedKernelDensitySensitivity({
        recordCount,
        bandwidthMatrix,
        smoothing: matrix,
        steps,
        boxSides,
      }),
      unbinnedSensitivity: anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix, boxSides }),
      printedSensitivity: anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix }),
    };
  }
  checkPositive("relativeRate", relativeRate);
  const dimension = bandwidths.length;
  const bandwidth = bandwidths.reduce((product, h) => product * h, 1) ** (1 / dimension);
  const rates = bandwidths.map((h) => relativeRate / h);
  const smoothed = smoothing.matrix.map((row, j) => Math.sqrt(row[j]!));
  return {
    kernel: { type: "productExponential", rates },
    exactSensitivity: binnedSobolevKernelDensitySensitivity({
      recordCount,
      bandwidths: smoothed,
      rates,
      steps: smoothing.steps,
    }),
    unbinnedSensitivity: binnedSobolevKernelDensitySensitivity({
      recordCount,
      bandwidths,
      rates,
      steps: bandwidths.map(() => 0),
    }),
    printedSensitivity: sobolevKernelDensitySensitivityPrinted({ recordCount, dimension, bandwidth }),
  };
}
