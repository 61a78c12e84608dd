import { ParameterError } from "../../errors.ts";
import { gridStep, type RegularGrid } from "../../grids.ts";
import { definiteMatrix, type Rows } from "../../linalg/smallMatrix.ts";

/** Public. */
export interface BinnedSmoothing {
  /** Mesh steps per grid step: 1, 2 or 4. */
  readonly refinement: number;
  /** H′, with which the bins are smoothed. */
  readonly matrix: Rows;
  /** s_j of the mesh, in data units. */
  readonly steps: readonly number[];
}

/**
 * Mesh of step s and matrix H′ with which cubic bins are smoothed for H in all. The B-spline has the variance s²/3 per
 * axis, hence
 *
 *     H′ = H − diag(s_j²)/3,
 *
 * and the estimate differs from that of the records by s⁴f⁗/720 per axis. The mesh is the grid, or refines it by 2 or
 * 4: the coarsest with s_j ≤ 0.4 √H_jj and |2H′ − H| ≥ |H|/1.1⁴; if none is, H′ = H.
 *
 * @param bandwidthMatrix H, d × d symmetric positive definite, correlation r with 1 − r² ≥ 10⁻¹⁰, in squared data units
 */
export function binnedSmoothing({
  grid,
  bandwidthMatrix,
}: {
  readonly grid: RegularGrid;
  readonly bandwidthMatrix: Rows;
}): BinnedSmoothing {
  const { dimension } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  if (dimension !== grid.axes.length || dimension > 2) {
    throw new ParameterError("bandwidthMatrix.length", dimension, `equal to ${grid.axes.length}, and 1 or 2`);
  }
  // A smaller determinant would be mostly rounding.
  const product = bandwidthMatrix.reduce((diagonal, row, j) => diagonal * row[j]!, 1);
  if (!(determinantOf(bandwidthMatrix) >= 1e-10 * product)) {
    throw new ParameterError(
      "bandwidthMatrix",
      JSON.stringify(bandwidthMatrix),
      "of a correlation r with 1 − r² ≥ 10⁻¹⁰",
    );
  }
  for (const refinement of refinements) {
    const steps = grid.axes.map((axis) => gridStep(axis) / refinement);
    const squares = steps.map((step) => step * step);
    const fine = squares.every((square, j) => square <= widestStep ** 2 * bandwidthMatrix[j]![j]!);
    const matrix = less(bandwidthMatrix, squares, 1 / 3);
    const corrected =
      fine && determinantOf(less(bandwidthMatrix, squares, 2 / 3)) >= determinantOf(bandwidthMatrix) * leastShare;
    if (corrected || refinement === 4) {
      return { refinement, matrix: corrected ? matrix : bandwidthMatrix, steps };
    }
  }
  throw new Error("the last refinement is always taken");
}

const refinements = [1, 2, 4] as const;
const widestStep = 0.4;
const leastShare = 1.1 ** -4;

/** H − share · diag(squares). */
function less(H: Rows, squares: readonly number[], share: number): Rows {
  return H.map((row, i) => row.map((value, j) => (i === j ? value - share * squares[j]! : value)));
}

/** |H| of order 1 or 2. */
export function determinantOf(H: Rows): number {
  return H.length === 1 ? H[0]![0]! : H[0]![0]! * H[1]![1]! - H[0]![1]! * H[1]![0]!;
}
