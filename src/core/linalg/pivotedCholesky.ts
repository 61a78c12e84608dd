import { addColumns } from "./addColumns.ts";

/** A low-rank factor with A ⪯ L Lᵀ + residualTrace·I. */
export interface LowRankFactor {
  /** The columns of L, each of shape (m,). */
  readonly columns: readonly Float64Array[];
  /** Trace of A − L Lᵀ, which is positive semi-definite, so its largest eigenvalue is at most this. */
  readonly residualTrace: number;
}

/**
 * Cholesky factorisation of a positive semi-definite matrix with diagonal pivots, stopped when the trace
 * of what is left is at most `tolerance`, or when nothing positive is left. Of A only the diagonal and the rows
 * of the pivots are read. O(m·rank²).
 *
 * @param diagonal that of A, shape (m,)
 * @param fillRow puts row i of A, symmetric positive semi-definite, into `out`, shape (m,)
 * @param tolerance ≥ 0, absolute
 * @see Harbrecht, Peters & Schneider (2012), Applied Numerical Mathematics 62:428–440
 */
export function pivotedCholesky(
  diagonal: Float64Array,
  fillRow: (i: number, out: Float64Array) => void,
  tolerance: number,
): LowRankFactor {
  const m = diagonal.length;
  const left = diagonal.slice();
  const columns: Float64Array[] = [];
  for (;;) {
    let residualTrace = 0;
    let largest = 0;
    let pivot = 0;
    for (let i = 0; i < m; i++) {
      const value = left[i]!;
      residualTrace += value < 0 ? 0 : value;
      if (value > largest) {
        largest = value;
        pivot = i;
      }
    }
    if (columns.length === m || !(residualTrace > tolerance)) return { columns, residualTrace };
    const column = new Float64Array(m);
    fillRow(pivot, column);
    addColumns(column, columns, Float64Array.from(columns, (earlier) => -earlier[pivot]!));
    const root = Math.sqrt(largest);
    for (let i = 0; i < m; i++) {
      const value = column[i]! / root;
      column[i] = value;
      left[i]! -= value * value;
    }
    left[pivot] = 0;
    columns.push(column);
  }
}
