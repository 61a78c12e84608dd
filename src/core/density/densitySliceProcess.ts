import { gridSize } from "../grids.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { binnedSobolevKernelDensitySensitivity } from "../privacy/sensitivity/binnedSobolevKernelDensity.ts";
import { anisotropicKernelDensitySensitivity } from "../privacy/sensitivity/kernelDensity.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { roundingJitter } from "../privacy/sensitivity/roundingJitter.ts";
import type { Contender } from "../comparison/comparison.ts";
import type { DensityTargetParameters, NoiseRoute } from "./densityParameters.ts";
import { bandwidthMatrixOf, densityGrid } from "./densityGrid.ts";
import { drawnDomain } from "../release/heldBox.ts";
import type { LatticeTarget } from "../release/latticeTarget.ts";
import { unitNoiseDraws } from "../release/unitNoiseDraws.ts";

/**
 * Gaussian process release of a density on the drawn slice. Sensitivity is that of the whole function: restricting does
 * not increase its norm.
 *
 * @param target the density, with one record per person
 * @param estimate values on the slice. Private
 * @param density Gaussian bumps without correlation, with `held`
 */
export function densitySliceProcess({
  target,
  estimate,
  density,
  route,
}: {
  readonly target: Pick<LatticeTarget, "recordCount" | "roundingError">;
  readonly estimate: Float64Array;
  readonly density: DensityTargetParameters;
  readonly route: NoiseRoute;
}): Contender {
  const { domain, bandwidths, relativeRate } = density;
  const { recordCount } = target;
  const grid = densityGrid(drawnDomain(density));
  const drawn = grid.axes.length;
  const rates = bandwidths.map((h) => relativeRate / h);
  const isSmooth = route === "gaussian";
  const bandwidthMatrix = bandwidthMatrixOf(density);
  const boxSides = domain.map(([lower, upper]) => upper - lower);
  const exact = isSmooth
    ? anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix, boxSides })
    : binnedSobolevKernelDensitySensitivity({ recordCount, bandwidths, rates, steps: rates.map(() => 0) });
  const kernel: NoiseKernel = isSmooth
    ? { type: "gaussian", bandwidthMatrix: bandwidthMatrix.slice(0, drawn).map((row) => row.slice(0, drawn)) }
    : { type: "productExponential", rates: rates.slice(0, drawn) };
  const roundingError = Math.sqrt(gridSize(grid)) * target.roundingError * (1 + 1e-12);
  const jitter = roundingJitter({ roundingError, sensitivity: exact });
  const noise = unitNoiseDraws();
  return {
    law: "gaussian",
    detail: processDetail(route, relativeRate),
    estimate,
    sensitivity: roundingInflatedSensitivity({ sensitivity: exact, roundingError, jitter }),
    draws: (seed, drawCount) => noise({ kernel, jitter, grid, seed, drawCount }).draws,
  };
}

export function processDetail(route: NoiseRoute, relativeRate: number): string {
  return route === "gaussian" ? "kernel of the estimate" : `rate ${relativeRate}/h`;
}
