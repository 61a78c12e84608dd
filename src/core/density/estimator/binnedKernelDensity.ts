import { checkLength, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridSize } from "../../grids.ts";
import type { GridAxis, RegularGrid } from "../../grids.ts";
import type { Rows } from "../../linalg/smallMatrix.ts";
import type { Points } from "../../points.ts";
import { binnedSmoothing } from "./binnedSmoothing.ts";
import type { BinnedSmoothing } from "./binnedSmoothing.ts";
import type { GaussianConvolution } from "./gaussianConvolution.ts";
import { gaussianConvolutionOnLine } from "./gaussianConvolutionOnLine.ts";
import { gaussianConvolutionOnPlane } from "./gaussianConvolutionOnPlane.ts";
import { binMultiplesOnSplines, binOnSplines } from "./splineBinning.ts";
import type { SplineBins } from "./splineBinning.ts";

/** A kernel density estimate of binned records. */
interface BinnedEstimate {
  /** The estimate on the grid, shape (m,). */
  readonly values: Float64Array;
  /**
   * η: the computed values differ from the exact smoothing of the bins by at most η in the 2-norm over the grid,
   * whatever the records.
   */
  readonly roundingError: number;
  /** Mesh and H′, on which the sensitivity depends. Public. */
  readonly smoothing: BinnedSmoothing;
}

/** Records binned once for each mesh, to be smoothed with any bandwidth. */
export interface BinnedKernelDensity {
  readonly recordCount: number;
  /** Records outside the box of the grid, moved to its edge. Private. */
  readonly clampedCount: number;
  /**
   * @param values is filled and returned if given, shape (m,): fresh memory costs as much as the sum itself
   * @throws {ParameterError} unless the bandwidth matrix H is symmetric positive definite, d × d, and values of length m
   */
  evaluate(bandwidthMatrix: Rows, values?: Float64Array): BinnedEstimate;
}

/**
 * Gaussian kernel density estimate of cubically binned records, on a public grid,
 *
 *     f(x) = Σ_ν w_ν k_H′(x − ν) / ((2π)^{d/2} |H′|^{1/2}),  Σ w_ν = 1,
 *
 * where the nodes ν of a public mesh are or refine those of the grid and H′ is H less the variance of the bins, or H
 * itself if that is narrow for the finest mesh (binnedSmoothing). O(n) once, and per bandwidth a few hundred exponentials
 * and one transform of the grid's length (in two dimensions O(m log m)).
 *
 * The sensitivity is that of binnedKernelDensitySensitivity or binnedSobolevKernelDensitySensitivity, which take the
 * `smoothing` of the result; the bins are exact, and every offset of the kernel enters: docs/proofs/binnedKernelDensity.md.
 *
 * @param points the records, n ≥ 1 in ℝᵈ, d = 1 or 2, clamped into the box of the grid. Private
 * @param multiplicities how often each record occurs; once if absent. Private
 * @param grid the public grid, whose box is the declared domain
 * @param apart how many further records have no bump: n counts them, so that Σ w_ν is the share of the others, which may be none.
 *   Private
 * @throws {ParameterError} if a coordinate is not finite, or the dimensions are not 1 or 2 and equal
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.1, 4.1.1; Wand (1994), JCGS 3:433–445 (binning)
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
    withRecordsApart(
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

/** Bins of which further records have no share: their total is that of all. */
function withRecordsApart(
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
  // Where all are apart, one record shows the shape of no bins at all.
  const one = binOnSplines({
    points: { ...points, coordinates: Float64Array.from(mesh.axes, ({ lower }) => lower) },
    mesh,
  });
  return { counts: one.counts.fill(0), total: one.total * apart, recordCount: apart, clampedCount: 0 };
}

/** The records binned on a mesh that is finer than the grid, and where their smoothed values go. */
interface FinerMesh {
  readonly mesh: RegularGrid;
  readonly convolve: GaussianConvolution;
  readonly values: Float64Array;
}

/** Of the values on the mesh those at the points of the grid. */
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
