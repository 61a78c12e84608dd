import { addMultiple, dot } from "./vectors.ts";

/**
 * L⁻ᵀ v by back substitution: the computed a solves (L + E)ᵀ a = v with |E| ≤ m·u·|L|.
 *
 * @param L lower triangular, shape (m, m), row-major, without a zero on the diagonal
 * @param v shape (m,)
 * @see Higham (2002), Theorem 8.5
 */
export function solveTransposed(L: Float64Array, v: Float64Array): Float64Array {
  const m = v.length;
  const a = v.slice();
  for (let j = m - 1; j >= 0; j--) {
    a[j]! /= L[j * m + j]!;
    addMultiple(a, -a[j]!, L, j * m, j);
  }
  return a;
}

/** L⁻¹ v by forward substitution, as in `solveTransposed`. */
export function solveLower(L: Float64Array, v: Float64Array): Float64Array {
  const m = v.length;
  const out = v.slice();
  for (let j = 0; j < m; j++) out[j] = (out[j]! - dot(L, j * m, out, 0, j)) / L[j * m + j]!;
  return out;
}
