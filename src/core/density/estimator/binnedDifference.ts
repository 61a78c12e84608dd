import { checkPositiveInteger } from "../../checks.ts";
import { gridPoints, type RegularGrid, clampedInto } from "../../grids.ts";
import { definiteMatrix, type Rows } from "../../linalg/smallMatrix.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";
import { bumpDensity, type BumpParameters } from "./bumpDensity.ts";
import { exactKernelDensityOnLine } from "./exactKernelDensityOnLine.ts";
import { anisotropicKernelDensity } from "./kernelDensity.ts";

/** Private. */
export interface BinnedDifference {
  readonly maxDifference: number;
  readonly relativeToPeak: number;
  readonly probeCount: number;
}

/**
 * Largest difference between an estimate of binned records and the exact sum, at evenly spread grid points. @yields the
 * fraction done
 *
 * @param values the drawn estimate on the grid, shape (m,)
 * @param probeCount from 1 to m
 */
export function* measureBinnedDifference({
  points,
  grid,
  bumps,
  values,
  probeCount,
}: {
  readonly points: Points;
  readonly grid: RegularGrid;
  readonly bumps: { readonly bandwidthMatrix: Rows } | BumpParameters;
  readonly values: Float64Array;
  readonly probeCount: number;
}): Generator<number, BinnedDifference> {
  const at = gridPoints(grid);
  const m = pointCount(at);
  const probes = Math.min(m, checkPositiveInteger("probeCount", probeCount));
  const box = grid.axes.map(({ lower, upper }) => [lower, upper] as const);
  const exactAt = exactDensity(clampedInto(points, box), bumps);
  const stride = probes === m ? 1 : Math.floor((m - 1) / probes) | 1;
  let maxDifference = 0;
  for (let k = 0; k < probes; k++) {
    const i = (Math.floor(stride / 2) + k * stride) % m;
    maxDifference = Math.max(maxDifference, Math.abs(exactAt(pointAt(at, i)) - values[i]!));
    yield (k + 1) / probes;
  }
  const peak = values.reduce((most, value) => Math.max(most, value), 0);
  return { maxDifference, relativeToPeak: peak > 0 ? maxDifference / peak : 0, probeCount: probes };
}

function exactDensity(
  points: Points,
  bumps: { readonly bandwidthMatrix: Rows } | BumpParameters,
): (x: Float64Array) => number {
  if ("kernel" in bumps) {
    return (x) => bumpDensity({ ...bumps, points, at: { dimension: points.dimension, coordinates: x } })[0]!;
  }
  const { bandwidthMatrix } = bumps;
  const { dimension } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  if (dimension === 1) {
    const density = exactKernelDensityOnLine({ points, bandwidth: Math.sqrt(bandwidthMatrix[0]![0]!) });
    return (x) => density(x[0]!);
  }
  return (x) => anisotropicKernelDensity({ points, bandwidthMatrix, at: { dimension, coordinates: x } })[0]!;
}
