import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { splineSpread } from "./splineSpread.ts";
import { definiteMatrix, type Rows } from "../../linalg/smallMatrix.ts";
import { farthestCorner } from "./farthestCorner.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * RKHS sensitivity of the Gaussian kernel density estimate of cubically binned records, smoothed with H′, for one
 * replaced record, in the RKHS of exp(−½ (x − y)ᵀH⁻¹(x − y)):
 *
 *     Δ² = 2 (B − e^{−q/2}) / (n² (2π)^d |H|^{1/2} |M|^{1/2}),   M = 2H′ − H,
 *     B = min(1, 1 − ½m₂ + ⅛m₄),   q = max { rᵀM⁻¹r : |r_j| ≤ side_j } + 2v Σ s_j² (M⁻¹)_jj,
 *
 * v s_j² ≥ variance of a record's weights on an axis; m₂ ≤ E Q and m₄ ≥ E Q², Q = rᵀM⁻¹r, for r between two nodes of
 * one record.
 *
 * @param recordCount n ≥ 1, public
 * @param bandwidthMatrix H, d × d symmetric positive definite, of the noise; public
 * @param smoothing H′, d × d symmetric, with 2H′ − H positive definite; public
 * @param steps s_j ≥ 0, shape (d,), of the mesh, in data units; public
 * @param boxSides > 0, shape (d,), of a public box of all records
 * @throws {NumericalError} beyond the doubles
 * @see docs/proofs/binnedKernelDensity.md; Hall, Rinaldo & Wasserman (2013), section 4.1.1; errata H14
 */
export function binnedKernelDensitySensitivity({
  recordCount,
  bandwidthMatrix,
  smoothing,
  steps,
  boxSides,
}: {
  readonly recordCount: number;
  readonly bandwidthMatrix: Rows;
  readonly smoothing: Rows;
  readonly steps: readonly number[];
  readonly boxSides: readonly number[];
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const { dimension: d, determinant, roundoff } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  checkLength("smoothing", smoothing, d);
  const M = smoothing.map((row, i) =>
    checkLength("smoothing", row, d).map((value, j) => 2 * value - bandwidthMatrix[i]![j]!),
  );
  const { inverse, determinant: ofM, roundoff: roundoffOfM } = definiteMatrix("2·smoothing − bandwidthMatrix", M);
  checkLength("boxSides", boxSides, d);
  boxSides.forEach((side, j) => checkPositive(`boxSides[${j}]`, side));
  checkLength("steps", steps, d);
  const squares = steps.map((step, j) => checkNonNegative(`steps[${j}]`, step) ** 2);

  const { leastVariance, mostVariance } = splineSpread;
  const trace = squares.reduce((sum, square, j) => sum + inverse[j]![j]! * square, 0);
  const excess = Math.min(0, meanSquare(inverse, squares) / 8 - leastVariance * trace);
  const farthest = farthestCorner(inverse, boxSides) + 2 * mostVariance * trace;
  const height = Math.SQRT2 / (n * (2 * Math.PI) ** (d / 2) * (determinant ** 0.25 * ofM ** 0.25));
  const rounded = 1 + 8 * (roundoff + roundoffOfM);
  return representableBound(height * Math.sqrt(excess - Math.expm1(-farthest / 2)) * rounded);
}

/** m₄ for the matrix A. */
function meanSquare(A: Rows, squares: readonly number[]): number {
  const { mostVariance, mostFourthMoment } = splineSpread;
  let sum = 0;
  squares.forEach((a, j) => {
    squares.forEach((b, k) => {
      const own = A[j]![j]! * a * (A[k]![k]! * b);
      sum += j === k ? mostFourthMoment * own : (2 * mostVariance) ** 2 * (own + 2 * (A[j]![k]! * a) * (A[j]![k]! * b));
    });
  });
  return sum;
}
