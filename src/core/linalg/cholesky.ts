import { NumericalError } from "../errors.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/** Columns that are updated by one matrix product, and those of them that are then updated by one more. */
const blocks = [64, 8] as const;

/**
 * Lower Cholesky factor L of a symmetric positive definite matrix, A = L Lᵀ.
 *
 * Column by column, where the columns before enter in blocks by matrix products: the backward error is that of the plain
 * algorithm, |A − L Lᵀ| ≤ γ |L||Lᵀ| element by element with γ ≈ (m + 3)u, since that allows every order of additions.
 *
 * @param A shape (m, m), row-major; the lower triangle is read
 * @returns L, shape (m, m), row-major, zero above the diagonal
 * @throws {NumericalError} if A is not numerically positive definite
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, 2nd edition, Theorem 10.3 and section 13.1
 */
export function cholesky(
  A: Float64Array,
  m: number,
  { reserve, multiplyAdd }: Arithmetic = arithmetic(),
): Float64Array {
  const L = reserve(m * m);
  for (let i = 0; i < m; i++) L.set(A.subarray(i * m, i * m + i + 1), i * m);
  const update = (start: number, end: number, from: number) =>
    multiplyAdd({
      c: start * m + start,
      cRow: m,
      a: start * m + from,
      aRow: m,
      aColumn: 1,
      b: start * m + from,
      bRow: 1,
      bColumn: m,
      rows: m - start,
      columns: end - start,
      terms: start - from,
      scale: -1,
    });
  const [wide, narrow] = blocks;
  for (let block = 0; block < m; block += wide) {
    const blockEnd = Math.min(m, block + wide);
    update(block, blockEnd, 0);
    for (let start = block; start < blockEnd; start += narrow) {
      const end = Math.min(blockEnd, start + narrow);
      update(start, end, block);
      finishColumns(L, m, start, end);
    }
  }
  const factor = new Float64Array(m * m);
  for (let i = 0; i < m; i++) factor.set(L.subarray(i * m, i * m + i + 1), i * m);
  return factor;
}

/** Columns from which all columns before `start` have been subtracted. */
function finishColumns(L: Float64Array, m: number, start: number, end: number): void {
  for (let i = start; i < m; i++) {
    for (let j = start; j < end && j <= i; j++) {
      let sum = L[i * m + j]!;
      for (let k = start; k < j; k++) sum -= L[i * m + k]! * L[j * m + k]!;
      if (i > j) L[i * m + j] = sum / L[j * m + j]!;
      else if (sum > 0 && sum < Infinity) L[i * m + i] = Math.sqrt(sum);
      else throw new NumericalError(`${m}×${m} matrix is not positive definite at row ${i}; add jitter`);
    }
  }
}
