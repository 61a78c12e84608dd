import { ParameterError } from "../errors.ts";
import type { GridAxis, RegularGrid } from "../grids.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import type { Points } from "../points.ts";
import { gaussianConvolutionOnLine } from "./gaussianConvolutionOnLine.ts";
import { gaussianConvolutionOnPlane, planeRefinement } from "./gaussianConvolutionOnPlane.ts";
import { binLinearly } from "./linearBinning.ts";

/** Records binned once, to be smoothed with any bandwidth. */
export interface BinnedKernelDensity {
  readonly recordCount: number;
  /** Records outside the box of the grid, moved to its edge. Private. */
  readonly clampedCount: number;
  /**
   * The estimate on the grid, shape (m,), and η: the computed values differ from the exact smoothing of
   * the bins by at most η in the 2-norm over the grid, whatever the records.
   */
  evaluate(bandwidthMatrix: Rows): { readonly values: Float64Array; readonly roundingError: number };
}

/**
 * Gaussian kernel density estimate of linearly binned records, on a public grid,
 *
 *     f(x) = Σ_ν w_ν k_H(x − ν) / ((2π)^{d/2} |H|^{1/2}),  Σ w_ν = 1,
 *
 * where the nodes ν of a public mesh refine the grid: O(n) once, and per bandwidth a few hundred exponentials
 * and one transform of the grid's length (in two dimensions O(m log m)).
 *
 * **Sensitivity.** Each record is shared out, linearly, among the 2^d nodes around it, so it contributes a
 * convex combination of kernel sections at nodes of the box. The norm of the difference of two such
 * combinations is at most the largest one over pairs of nodes, so every bound for the exact estimate
 * (records anywhere, or anywhere in the box; Gaussian or Sobolev norm) holds unchanged.
 *
 * **Binning.** On a line, with a mesh of step s, it moves the share of each record in f by at most (s/h)²/8 of the
 * kernel's height (linear interpolation of k between nodes), and f as a whole by about s²|f″|/12. That concerns
 * accuracy, not privacy: both neighbours are binned.
 *
 * **Rounding.** The bins are exact (see binLinearly). The kernel enters at every offset, up to a remainder of
 * 4e-18 of its height that η includes (see GaussianConvolution): one cut off at 5h would leave the RKHS. What
 * the transforms round is bounded by η, from the grid and H alone.
 *
 * @param points the records, n ≥ 1 in ℝᵈ, d = 1 or 2, clamped into the box of the grid. Private
 * @param grid the public grid, whose box is the declared domain
 * @throws {ParameterError} if a coordinate is not finite, or the dimensions are not 1 or 2 and equal
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.1, 4.1.1; Wand (1994), JCGS 3:433–445 (binning)
 */
export function binKernelDensity({
  points,
  grid,
}: {
  readonly points: Points;
  readonly grid: RegularGrid;
}): BinnedKernelDensity {
  const d = grid.axes.length;
  if (d !== 1 && d !== 2) throw new ParameterError("grid.axes.length", d, "1 or 2");
  const refinement = d === 1 ? lineRefinement : planeRefinement;
  const mesh = { axes: grid.axes.map((axis) => ({ ...axis, count: (axis.count - 1) * refinement + 1 })) };
  const { recordCount, clampedCount, ...bins } = binLinearly({ points, mesh });
  const evaluate =
    d === 1
      ? gaussianConvolutionOnLine({ ...bins, axis: grid.axes[0] as GridAxis, refinement })
      : gaussianConvolutionOnPlane({ ...bins, grid });
  return { recordCount, clampedCount, evaluate };
}

/** Mesh steps per grid step in one dimension. */
const lineRefinement = 2;
