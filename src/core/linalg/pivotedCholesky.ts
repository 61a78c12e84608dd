/** A low-rank factor with A ⪯ L Lᵀ + residualTrace·I. */
export interface LowRankFactor {
  /** Shape (m, rank), column-major: column k is `columns.subarray(k·m, (k + 1)·m)`. */
  readonly columns: Float64Array;
  readonly rank: number;
  /** Trace of A − L Lᵀ, which is positive semi-definite, so its largest eigenvalue is at most this. */
  readonly residualTrace: number;
}

/**
 * Cholesky factorisation of a positive semi-definite matrix with diagonal pivots, stopped when the trace
 * of what is left is at most `tolerance`, or when nothing positive is left. O(m·rank²).
 *
 * @param A shape (m, m), row-major, symmetric positive semi-definite
 * @param tolerance ≥ 0, absolute
 * @see Harbrecht, Peters & Schneider (2012), Applied Numerical Mathematics 62:428–440
 */
export function pivotedCholesky(A: Float64Array, m: number, tolerance: number): LowRankFactor {
  const columns = new Float64Array(m * m);
  const diagonal = Float64Array.from({ length: m }, (_, i) => A[i * m + i]!);
  const traceLeft = () => diagonal.reduce((sum, value) => sum + Math.max(0, value), 0);
  let rank = 0;
  while (rank < m && traceLeft() > tolerance) {
    const pivot = diagonal.indexOf(diagonal.reduce((a, b) => Math.max(a, b), -Infinity));
    const root = Math.sqrt(diagonal[pivot]!);
    if (!(root > 0)) break;
    const column = columns.subarray(rank * m, (rank + 1) * m);
    for (let i = 0; i < m; i++) column[i] = A[i * m + pivot]!;
    for (let k = 0; k < rank; k++) {
      const factor = columns[k * m + pivot]!;
      for (let i = 0; i < m; i++) column[i]! -= columns[k * m + i]! * factor;
    }
    for (let i = 0; i < m; i++) {
      column[i]! /= root;
      diagonal[i]! -= column[i]! ** 2;
    }
    diagonal[pivot] = 0;
    rank++;
  }
  return { columns: columns.slice(0, rank * m), rank, residualTrace: traceLeft() };
}
