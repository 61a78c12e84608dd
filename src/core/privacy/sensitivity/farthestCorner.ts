import { checkLength, checkPositive } from "../../checks.ts";
import { quadraticForm, type Rows } from "../../linalg/smallMatrix.ts";

const mostCorners = 20;

/**
 * max rᵀAr over |r_j| ≤ s_j, which is at a corner.
 *
 * @param A d × d, symmetric positive definite
 * @param sides s_j ≥ 0, shape (d,)
 * @returns ∞ above 20 dimensions
 */
export function farthestCorner(A: Rows, sides: readonly number[]): number {
  if (sides.length > mostCorners) return Infinity;
  let farthest = 0;
  for (let corner = 0; corner < 2 ** (sides.length - 1); corner++) {
    const r = sides.map((s, j) => ((corner >> j) & 1 ? -s : s));
    farthest = Math.max(farthest, quadraticForm(A, r));
  }
  return farthest;
}

/**
 * 1 − exp(−½ max rᵀAr) over |r_j| ≤ s_j; 1 without a box.
 *
 * @param A shape (d, d), symmetric positive definite
 * @param boxSides s_j > 0, shape (d,), public
 */
export function largestDissimilarity(A: Rows, boxSides: readonly number[] | undefined): number {
  if (boxSides === undefined) return 1;
  checkLength("boxSides", boxSides, A.length);
  boxSides.forEach((side, j) => checkPositive(`boxSides[${j}]`, side));
  return -Math.expm1(-farthestCorner(A, boxSides) / 2);
}
