import { checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridSize, type GridAxis, type RegularGrid } from "../../grids.ts";
import type { Rows } from "../../linalg/smallMatrix.ts";
import type { Points } from "../../points.ts";
import { binnedSmoothing, type BinnedSmoothing } from "./binnedSmoothing.ts";
import type { GaussianConvolution } from "./gaussianConvolution.ts";
import { gaussianConvolutionOnLine } from "./gaussianConvolutionOnLine.ts";
import { gaussianConvolutionOnPlane } from "./gaussianConvolutionOnPlane.ts";
import { binMultiplesOnSplines, binOnSplines, type SplineBins } from "./splineBinning.ts";

interface BinnedEstimate {
  readonly values: Float64Array;
  /** η ≥ ‖computed − exact‖₂ over the grid, whatever the records. */
  readonly roundingError: number;
  /** Public. */
  readonly smoothing: BinnedSmoothing;
}

export interface BinnedKernelDensity {
  readonly recordCount: number;
  /** Records moved to the edge of the grid's box. Private. */
  readonly clampedCount: number;
  /** @param values receives the result, shape (m,) */
  evaluate(bandwidthMatrix: Rows, values?: Float64Array): BinnedEstimate;
}

/**
 * Gaussian kernel density estimate of cubically binned records, on a public grid,
 *
 *     f(x) = Σ_ν w_ν k_H′(x − ν) / ((2π)^{d/2} |H′|^{1/2}),  Σ w_ν = 1.
 *
 * The nodes ν of a public mesh are or refine those of the grid, and H′ is that of binnedSmoothing. O(n) once; per
 * bandwidth one transform.
 *
 * @param points n ≥ 1 records in ℝᵈ, d = 1 or 2, clamped into the box of the grid. Private
 * @param multiplicities occurrences of each record; 1 if absent. Private
 * @param grid public; its box is the declared domain
 * @param apart number of extra records without a bump, part of n. Private
 * @see docs/proofs/binnedKernelDensity.md; Hall, Rinaldo & Wasserman (2013), sections 4.1, 4.1.1; Wand (1994), JCGS
 * 3:433–445
 */
export function binKernelDensity({
  points,
  multiplicities,
  grid,
  apart = 0,
}: {
  readonly points: Points;
  readonly multiplicities?: Float64Array | undefined;
  readonly grid: RegularGrid;
  readonly apart?: number;
}): BinnedKernelDensity {
  const binOn = (mesh: RegularGrid) =>
    withPointMassRecords(
      apart,
      points,
      mesh,
      multiplicities
        ? (own) => binMultiplesOnSplines({ points: own, multiplicities, mesh })
        : (own) => binOnSplines({ points: own, mesh }),
    );
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid.axes.length", d, "1 or 2");

  const meshOf = (refinement: number): RegularGrid => ({
    axes: grid.axes.map((axis) => ({ ...axis, count: (axis.count - 1) * refinement + 1 })),
  });
  const convolutionOf = ({ counts, total }: SplineBins, mesh: RegularGrid): GaussianConvolution =>
    d === 1
      ? gaussianConvolutionOnLine({ counts, total, mesh: mesh.axes[0] as GridAxis })
      : gaussianConvolutionOnPlane({ counts, total, mesh });

  const size = gridSize(grid);
  const bins = binOn(grid);
  const convolve = convolutionOf(bins, grid);
  const finer = new Map<number, FinerMesh>();
  const finerBy = (refinement: number): FinerMesh => {
    const known = finer.get(refinement);
    if (known) return known;
    const mesh = meshOf(refinement);
    const made = {
      mesh,
      convolve: convolutionOf(binOn(mesh), mesh),
      values: new Float64Array(gridSize(mesh)),
    };
    finer.set(refinement, made);
    return made;
  };

  return {
    recordCount: bins.recordCount,
    clampedCount: bins.clampedCount,
    evaluate: (bandwidthMatrix, values = new Float64Array(size)) => {
      checkLength("values", values, size);
      const smoothing = binnedSmoothing({ grid, bandwidthMatrix });
      const { refinement, matrix } = smoothing;
      if (refinement === 1) return { values, roundingError: convolve(matrix, values), smoothing };
      const { mesh, convolve: convolveFiner, values: onMesh } = finerBy(refinement);
      const roundingError = convolveFiner(matrix, onMesh);
      pickNodes(onMesh, mesh, refinement, grid, values);
      return { values, roundingError, smoothing };
    },
  };
}

function withPointMassRecords(
  apart: number,
  points: Points,
  mesh: RegularGrid,
  binOn: (points: Points) => SplineBins,
): SplineBins {
  if (apart === 0) return binOn(points);
  checkPositiveInteger("apart", apart);
  if (points.coordinates.length > 0) {
    const bins = binOn(points);
    const recordCount = bins.recordCount + apart;
    return { ...bins, total: (bins.total / bins.recordCount) * recordCount, recordCount };
  }
  const one = binOnSplines({
    points: { ...points, coordinates: Float64Array.from(mesh.axes, ({ lower }) => lower) },
    mesh,
  });
  return { counts: one.counts.fill(0), total: one.total * apart, recordCount: apart, clampedCount: 0 };
}

interface FinerMesh {
  readonly mesh: RegularGrid;
  readonly convolve: GaussianConvolution;
  readonly values: Float64Array;
}

function pickNodes(
  onMesh: Float64Array,
  mesh: RegularGrid,
  refinement: number,
  { axes }: RegularGrid,
  values: Float64Array,
): void {
  const columns = axes[0]!.count;
  const width = mesh.axes[0]!.count;
  for (let j = 0, to = 0; to < values.length; j++) {
    for (let i = 0; i < columns; i++, to++) values[to] = onMesh[refinement * (i + j * width)]!;
  }
}
