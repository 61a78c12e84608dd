import { NumericalError } from "../errors.ts";
import { newArithmetic } from "./simd/arithmetic.ts";
import type { Arithmetic } from "./simd/operations.ts";

/** A low-rank factor: A + D = L Lᵀ + R, with D the nuggets at the pivots, and R positive semi-definite and 0 in their rows. */
export interface LowRankFactor {
  /** The columns of L, each of shape (m,). In the rows of the pivots, in their order, L is lower triangular. */
  readonly columns: readonly Float64Array[];
  /** The trace of R, so its largest eigenvalue is at most this. */
  readonly residualTrace: number;
  /** Which row each column was made from. */
  readonly pivots: readonly number[];
}

/** What a factorisation may be given, besides its matrix. */
export interface PivotOptions {
  /** Added to the k-th pivot's own entry, ≥ 0: none by default. */
  readonly nugget?: (k: number) => number;
  /** The first pivots, all different, as far as they are needed; the largest entry that is left is the next one. */
  readonly pivots?: readonly number[];
  /** Put into the memory, for fillRow. */
  readonly shared?: Float64Array;
  readonly way?: Arithmetic;
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
 * of what is left is at most `tolerance`, or when none of its entries exceeds the next nugget. Of A only the diagonal and the rows of the pivots are read.
 * O(m·rank²), in a memory of its own, since rows of kernels are computed in the common one.
 *
 * @param diagonal that of A, shape (m,)
 * @param fillRow puts row i of A, symmetric positive semi-definite, into `out`, shape (m,), which is at `place`; it must not factorise another
 * @param tolerance ≥ 0, absolute
 * @throws {NumericalError} if nothing positive is left, nugget included, at a pivot that was given
 * @see Harbrecht, Peters & Schneider (2012), Applied Numerical Mathematics 62:428–440
 */
export function pivotedCholesky(
  diagonal: Float64Array,
  fillRow: (i: number, out: Float64Array, place: RowPlace) => void,
  tolerance: number,
  { nugget = () => 0, pivots: given = [], shared = new Float64Array(0), way = (own ??= newArithmetic()) }: PivotOptions = {},
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
  let largest = -1;
  for (let i = 0, most = 0; i < m; i++) {
    const value = diagonal[i]!;
    residualTrace += value < 0 ? 0 : value;
    if (value > most) {
      most = value;
      largest = i;
    }
  }
  const pivots: number[] = [];
  while (rank < m && residualTrace > tolerance && !(memory[left + largest]! <= nugget(rank))) {
    const pivot = given[rank] ?? largest;
    if (rank === capacity) {
      capacity = Math.min(m, 2 * capacity);
      const kept = memory.slice(0, factor + rank * count);
      memory = way.reserve(factor + capacity * count);
      memory.set(kept);
    }
    const column = factor + rank * count;
    fillRow(pivot, memory.subarray(column, column + m), { way, at: column, shared: sharedAt, count });
    memory.fill(0, column + m, column + count);
    const square = memory[left + pivot]! + nugget(rank);
    if (!(square > 0)) throw new NumericalError(`nothing is left at pivot ${pivot}, the ${rank + 1}th`);
    const root = Math.sqrt(square);
    for (let k = 0, at = factor + pivot; k < rank; k++, at += count) memory[weights + k] = memory[at]!;
    memory[left + pivot] = -1; // Chosen once, whatever rounds.
    largest = way.pivot({ column, factor, count, terms: rank, weights, root, left, sum });
    for (const earlier of pivots) memory[column + earlier] = 0;
    memory[column + pivot] = root;
    pivots.push(pivot);
    residualTrace = memory[sum]!;
    rank++;
  }
  const all = memory.slice(factor, factor + rank * count);
  return { columns: Array.from({ length: rank }, (_, k) => all.subarray(k * count, k * count + m)), residualTrace, pivots };
}

let own: Arithmetic | undefined;
