import { newArithmetic } from "./simd/arithmetic.ts";
import type { Arithmetic } from "./simd/operations.ts";

/** A low-rank factor with A ⪯ L Lᵀ + residualTrace·I. */
export interface LowRankFactor {
  /** The columns of L, each of shape (m,). */
  readonly columns: readonly Float64Array[];
  /** Trace of A − L Lᵀ, which is positive semi-definite, so its largest eigenvalue is at most this. */
  readonly residualTrace: number;
  /** Σ of the squares of all weights that interpolate what is no pivot from the pivots, by L: what they inherit of errors there. */
  readonly squaredWeights: number;
}

/** Where a row may be computed at once: in the memory of an arithmetic, and what was put there for it. */
export interface RowPlace {
  readonly way: Arithmetic;
  readonly at: number;
  readonly shared: number;
  /** Of the row: m, and what is missing to a multiple of 16, of any content. */
  readonly count: number;
}

/**
 * Cholesky factorisation of a positive semi-definite matrix with diagonal pivots, stopped when the trace
 * of what is left is at most `tolerance`, or when nothing positive is left. Of A only the diagonal and the rows
 * of the pivots are read. O(m·rank²), in a memory of its own, since rows of kernels are computed in the common one.
 *
 * @param diagonal that of A, shape (m,)
 * @param fillRow puts row i of A, symmetric positive semi-definite, into `out`, shape (m,), which is at `place`; it must not factorise another
 * @param tolerance ≥ 0, absolute
 * @param options.shared is put into the memory, for fillRow
 * @see Harbrecht, Peters & Schneider (2012), Applied Numerical Mathematics 62:428–440
 */
export function pivotedCholesky(
  diagonal: Float64Array,
  fillRow: (i: number, out: Float64Array, place: RowPlace) => void,
  tolerance: number,
  { way = (own ??= newArithmetic()), shared = new Float64Array(0) }: { readonly way?: Arithmetic; readonly shared?: Float64Array } = {},
): LowRankFactor {
  const m = diagonal.length;
  const count = Math.ceil(m / 16) * 16;
  const [left, sum, weights, sharedAt] = [0, count, count + 1, 2 * count + 8];
  const factor = sharedAt + shared.length;
  let rank = 0;
  let capacity = Math.min(m, 48);
  let memory = way.reserve(factor + capacity * count);
  memory.fill(0, 0, count);
  memory.set(diagonal, left);
  memory.set(shared, sharedAt);
  let residualTrace = 0;
  let pivot = -1;
  for (let i = 0, most = 0; i < m; i++) {
    const value = diagonal[i]!;
    residualTrace += value < 0 ? 0 : value;
    if (value > most) {
      most = value;
      pivot = i;
    }
  }
  const pivots: number[] = [];
  while (rank < m && residualTrace > tolerance) {
    pivots.push(pivot);
    if (rank === capacity) {
      capacity = Math.min(m, 2 * capacity);
      const kept = memory.slice(0, factor + rank * count);
      memory = way.reserve(factor + capacity * count);
      memory.set(kept);
    }
    const column = factor + rank * count;
    fillRow(pivot, memory.subarray(column, column + m), { way, at: column, shared: sharedAt, count });
    memory.fill(0, column + m, column + count);
    const root = Math.sqrt(memory[left + pivot]!);
    for (let k = 0, at = factor + pivot; k < rank; k++, at += count) memory[weights + k] = memory[at]!;
    memory[left + pivot] = -1; // Chosen once, whatever rounds.
    pivot = way.pivot({ column, factor, count, terms: rank, weights, root, left, sum });
    residualTrace = memory[sum]!;
    rank++;
  }
  const all = memory.slice(factor, factor + rank * count);
  return {
    columns: Array.from({ length: rank }, (_, k) => all.subarray(k * count, k * count + m)),
    residualTrace,
    squaredWeights: rank < m ? squaredWeights() : 0,
  };

  /** W with W L_P = L, L_P the rows of the pivots: its last column first, each a step like those of the factor. */
  function squaredWeights(): number {
    memory = way.reserve(factor + rank * count);
    memory.fill(0, left, left + count);
    for (let k = rank - 1, column = factor; k >= 0; k--, column += count) {
      memory.set(all.subarray(k * count, (k + 1) * count), column);
      for (let j = rank - 1, to = weights; j > k; j--, to++) memory[to] = all[k * count + pivots[j]!]!;
      const root = all[k * count + pivots[k]!]!;
      way.pivot({ column, factor, count, terms: rank - 1 - k, weights, root, left, sum });
    }
    for (const p of pivots) memory[left + p] = 0;
    return memory.subarray(left, left + m).reduce((total, square) => total - square, 0);
  }
}

let own: Arithmetic | undefined;
