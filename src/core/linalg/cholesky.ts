import { NumericalError } from "../errors.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/** Columns that are updated by one matrix product, and those of them that are then updated by one more. */
const blocks = [64, 8] as const;

/**
 * Lower Cholesky factor L of a symmetric positive definite matrix, A = L Lᵀ.
 *
 * @param A shape (m, m), row-major; the lower triangle is read
 * @returns L, shape (m, m), row-major, zero above the diagonal
 * @throws {NumericalError} if A is not numerically positive definite
 * @see factoriseInPlace
 */
export function cholesky(A: Float64Array, m: number, by: Arithmetic = arithmetic()): Float64Array {
  const L = by.reserve(m * m);
  for (let i = 0; i < m; i++) L.set(A.subarray(i * m, i * m + i + 1), i * m);
  factoriseInPlace(by, m, m);
  const factor = new Float64Array(m * m);
  for (let i = 0; i < m; i++) factor.set(L.subarray(i * m, i * m + i + 1), i * m);
  return factor;
}

/**
 * Replaces the lower triangle of a symmetric positive definite matrix at the start of the reserved memory by that of its Cholesky
 * factor. What is above the diagonal is overwritten.
 *
 * Column by column, where the columns before enter in blocks by matrix products: the backward error is that of the plain
 * algorithm, |A − L Lᵀ| ≤ γ |L||Lᵀ| element by element with γ ≈ (m + 3)u, since that allows every order of additions.
 *
 * @param m number of rows
 * @param stride ≥ m: where the next row begins
 * @throws {NumericalError} if the matrix is not numerically positive definite
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, 2nd edition, Theorem 10.3 and section 13.1
 */
export function factoriseInPlace({ held, multiplyAdd, solveRows }: Arithmetic, m: number, stride: number): void {
  const L = held();
  const update = (start: number, end: number, from: number) =>
    multiplyAdd({
      c: start * stride + start,
      cRow: stride,
      a: start * stride + from,
      aRow: stride,
      aColumn: 1,
      b: start * stride + from,
      bRow: 1,
      bColumn: stride,
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
      finishBlock(L, m, stride, start, end);
      const [factor, rows] = [start * stride + start, end * stride + start];
      solveRows({ factor, rows, stride, columns: end - start, count: m - end });
    }
  }
}

/** The factor of a few columns from which all columns before `start` have been subtracted, in their own rows. */
function finishBlock(L: Float64Array, m: number, stride: number, start: number, end: number): void {
  for (let i = start; i < end; i++) {
    const row = i * stride;
    for (let j = start; j <= i; j++) {
      const other = j * stride;
      let sum = L[row + j]!;
      for (let k = start; k < j; k++) sum -= L[row + k]! * L[other + k]!;
      if (i > j) L[row + j] = sum / L[other + j]!;
      else if (sum > 0 && sum < Infinity) L[row + i] = Math.sqrt(sum);
      else throw new NumericalError(`${m}×${m} matrix is not positive definite at row ${i}; add jitter`);
    }
  }
}
