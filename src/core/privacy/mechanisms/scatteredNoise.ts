import { checkNonNegative } from "../../checks.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { addColumns } from "../../linalg/addColumns.ts";
import { fillKernelRow } from "../../linalg/kernelRows.ts";
import { pivotedCholesky } from "../../linalg/pivotedCholesky.ts";
import type { RowPlace } from "../../linalg/pivotedCholesky.ts";
import { pointAt, pointCount } from "../../points.ts";
import type { Points } from "../../points.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/**
 * Noise with any kernel at arbitrary public points, by a pivoted Cholesky factor of the kernel matrix.
 *
 * What the factor leaves out is positive semi-definite with eigenvalues of at most its trace, so white
 * noise of variance τ + trace + rounding makes the covariance at least K + τI (errata H15). O(m·rank) per draw.
 *
 * Rounding: element by element, factor and draw err by 4(rank + 4)u(|L||L|ᵀ + τI), the elements of K included. What is left, M, is
 * positive semi-definite only but for errors E of the rows of pivots, |E| ≤ e = (rank + 6)u sup K: with W the weights that
 * interpolate the other points from the pivots, M ⪰ −(WᵀEW − WᵀE′ − E′ᵀW), whose trace norm is at most e(rank‖W‖²_F +
 * 2‖W‖_F √(rank(m − rank))), so that eigenvalues of M exceed its trace by no more. ‖W‖_F is computed, to far
 * less than a tenth: it depends on the points, and may be many times √(m − rank). Coinciding points are allowed.
 *
 * @param at m points, public
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if jitter is negative or not finite
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, Theorem 10.3, Lemma 10.10; for the factor `pivotedCholesky`
 */
export function scatteredNoiseSampler({
  kernel,
  at,
  jitter,
}: {
  readonly kernel: Kernel;
  readonly at: Points;
  readonly jitter: number;
}): UnitNoiseSampler {
  checkNonNegative("jitter", jitter);
  const m = pointCount(at);
  const diagonal = kernelDiagonal(kernel, at);
  const trace = diagonal.reduce((sum, value) => sum + value, 0);
  const { decay } = kernel;
  const { dimension } = at;
  const shared = decay === undefined ? new Float64Array(0) : coordinatesByAxis(at);
  const fillRow = (i: number, out: Float64Array, { way, at: row, shared: points, count }: RowPlace) => {
    if (decay === undefined) fillKernelRow(kernel, pointAt(at, i), at, out);
    else way.gaussianRow({ points, stride: count, dimension, centre: i, decay, out: row, count });
  };
  const { columns, residualTrace, squaredWeights } = pivotedCholesky(diagonal, fillRow, 1e-14 * trace, { shared });
  const rank = columns.length;
  const inherited = rank * squaredWeights + 2 * Math.sqrt(squaredWeights * rank * (m - rank));
  const slack = residualTrace + 2 ** -53 * (4 * (rank + 4) * (trace + jitter) + 1.2 * (rank + 6) * inherited * kernel.diagonalBound);
  const whiteDeviation = Math.sqrt(jitter + slack);

  return {
    method: "cholesky",
    normalCount: m + rank,
    jitter,
    covarianceError: 2 * slack,
    sample: (z, out) => {
      for (let i = 0; i < m; i++) out[i] = whiteDeviation * z[i]!;
      addColumns(out, columns, z, m);
      return out;
    },
  };
}

/** One axis after the other, each filled up to a multiple of 16. */
function coordinatesByAxis({ dimension, coordinates }: Points): Float64Array {
  const m = coordinates.length / dimension;
  const count = Math.ceil(m / 16) * 16;
  const shared = new Float64Array(dimension * count);
  for (let i = 0; i < m; i++) for (let d = 0; d < dimension; d++) shared[d * count + i] = coordinates[i * dimension + d]!;
  return shared;
}

function kernelDiagonal(kernel: Kernel, at: Points): Float64Array {
  const diagonal = new Float64Array(pointCount(at));
  if (kernel.ofSquaredDistance) return diagonal.fill(kernel.ofSquaredDistance(0));
  return diagonal.map((_, i) => kernel.evaluate(pointAt(at, i), pointAt(at, i)));
}
