import { quadraticForm } from "../../linalg/smallMatrix.ts";
import type { Rows } from "../../linalg/smallMatrix.ts";

const mostCorners = 20;

/**
 * max rᵀAr over |r_j| ≤ s_j: a convex function is largest at a corner, r_j = ±s_j, and half of the corners suffice,
 * since r and −r are equal.
 *
 * @param A d × d, symmetric positive definite
 * @param sides s_j ≥ 0, shape (d,)
 * @returns ∞ above 20 dimensions, whose corners are not visited
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
