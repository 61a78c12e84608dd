import { NumericalError } from "../errors.ts";

/**
 * Lower Cholesky factor L of a symmetric positive definite matrix, A = L Lᵀ.
 *
 * @param A shape (m, m), row-major; the lower triangle is read
 * @returns L, shape (m, m), row-major, zero above the diagonal
 * @throws {NumericalError} if A is not numerically positive definite
 */
export function cholesky(A: Float64Array, m: number): Float64Array {
  const L = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i * m + j]!;
      for (let k = 0; k < j; k++) sum -= L[i * m + k]! * L[j * m + k]!;
      if (i > j) L[i * m + j] = sum / L[j * m + j]!;
      else if (sum > 0 && sum < Infinity) L[i * m + i] = Math.sqrt(sum);
      else throw new NumericalError(`${m}×${m} matrix is not positive definite at row ${i}; add jitter`);
    }
  }
  return L;
}
