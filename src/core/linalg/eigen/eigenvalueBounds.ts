import { NumericalError } from "../../errors.ts";
import { cholesky } from "../cholesky.ts";

const unit = 2 ** -53;

/**
 * Bounds on the largest and the least eigenvalue of a symmetric matrix, close to the computed values. If μI − A has a
 * Cholesky factor in floating point, μI − A + E = L Lᵀ with |E| ≤ γ|L||Lᵀ| + u diag(μI − A), γ = (m + 3)u, and ‖
 * |L||Lᵀ| ‖₂ ≤ (1 + 2γ) tr(μI − A): no eigenvalue of A is above μ + 1.01(m + 4)u tr(μI − A).
 *
 * @see Higham (2002), Theorem 10.3
 */

/**
 * An upper bound on the largest eigenvalue.
 *
 * @param A shape (m, m), row-major, symmetric, m ≤ 10⁶
 * @param computed value of the eigenvalue, right or not
 * @throws {NumericalError} if A or `computed` is not finite
 */
export function largestEigenvalueAbove(A: Float64Array, m: number, computed: number): number {
  let size = m * Math.abs(computed);
  for (let i = 0; i < m; i++) size += Math.abs(A[i * m + i]!);
  if (!(size < Infinity) || A.some((a) => !Number.isFinite(a)))
    throw new NumericalError(`the ${m}×${m} matrix is not finite, or too large`);
  if (size === 0 && A.every((a) => a === 0)) return 0;
  const least = Math.max(2 * (m + 4) * unit * size, Number.MIN_VALUE / unit);
  for (let excess = least; ; excess *= 4) {
    const mu = computed + excess;
    let trace = 0;
    for (let i = 0; i < m; i++) trace += mu - A[i * m + i]!;
    if (hasFactor(A, m, mu)) return mu + 1.02 * (m + 4) * unit * trace;
  }
}

/** A lower bound on the least eigenvalue, as `largestEigenvalueAbove`. */
export function leastEigenvalueBelow(A: Float64Array, m: number, computed: number): number {
  return -largestEigenvalueAbove(
    A.map((a) => -a),
    m,
    -computed,
  );
}

export function hasFactor(A: Float64Array, m: number, mu: number): boolean {
  const gap = A.map((a) => -a);
  for (let i = 0; i < m; i++) gap[i * m + i]! += mu;
  try {
    cholesky(gap, m);
    return true;
  } catch (error) {
    if (error instanceof NumericalError) return false;
    throw error;
  }
}
