import { NumericalError } from "../errors.ts";
import { rowMemory, type RowMemory } from "../arithmetic/rowMemory.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/**
 * A low-rank factor: A + D = L Lᵀ + R, D the nuggets at the pivots, R positive semi-definite and 0 in their rows. It is
 * recomputed if another factor takes its memory.
 */
export interface LowRankFactor {
  readonly rank: number;
  /** A bound on the largest eigenvalue of R. */
  readonly residualTrace: number;
  readonly isGivenUp: boolean;
  /** Rows in the order of the columns. */
  readonly pivots: readonly number[];
  /** Copies, each of shape (m,); L is lower triangular in the rows of the pivots. */
  columns(): Float64Array[];
  /** out += L·weights, with weights from `from` on: at most rank + 3 roundings of each term. */
  addProduct(weights: Float64Array, from: number, out: Float64Array): void;
}

export interface PivotOptions {
  /** Added to the k-th pivot's own entry; 0 by default. */
  readonly nugget?: (k: number) => number;
  /** First pivots, all different; then the largest remaining entry is next. */
  readonly pivots?: readonly number[];
  /** m by default. */
  readonly most?: number;
  /** Stops after `columns` columns if true. `left` is the remaining diagonal, −1 at pivots, largest at `largest`. */
  readonly isHopeless?: (columns: number, left: Float64Array, largest: number) => boolean;
  /** Copied into the memory, for fillRow. */
  readonly shared?: Float64Array;
  readonly memories?: RowMemory;
}

/** Places of a row in an arithmetic's memory, and of the shared numbers. */
export interface RowPlace {
  readonly layout: Arithmetic;
  readonly at: number;
  readonly shared: number;
  /** m, rounded up to a multiple of 16. */
  readonly count: number;
}

/**
 * Cholesky factorisation of a positive semi-definite matrix with diagonal pivots, until the trace of the remainder is
 * at most `tolerance`, or none of its entries exceeds the next nugget. O(m·rank²), in a memory of its own.
 *
 * @param diagonal of A, shape (m,); it, the rows and `shared` must stay unchanged
 * @param fillRow writes row i of A to `out`, shape (m,), at `place`; it must not start another factorisation
 * @param tolerance ≥ 0, absolute
 * @throws {NumericalError} if nothing positive is left, nugget included, at a given pivot
 * @see Harbrecht, Peters & Schneider (2012), Applied Numerical Mathematics 62:428–440
 */
export function pivotedCholesky(
  diagonal: Float64Array,
  fillRow: (i: number, out: Float64Array, place: RowPlace) => void,
  tolerance: number,
  {
    nugget = () => 0,
    pivots: given = [],
    most: mostColumns = Infinity,
    isHopeless = () => false,
    shared = new Float64Array(0),
    memories = (own ??= rowMemory(1)),
  }: PivotOptions = {},
): LowRankFactor {
  const m = diagonal.length;
  const count = Math.ceil(m / 16) * 16;
  const [left, sum, weights, sharedAt] = [0, count, count + 1, 2 * count + 8];
  const factor = sharedAt + shared.length;
  const holder = {};
  let copy: Float64Array | undefined;
  const { pivots, residualTrace, isGivenUp } = factorise(memories.lend(holder).by, given);
  const rank = pivots.length;
  const size = factor + rank * count;
  let isWhole = true;

  return {
    rank,
    residualTrace,
    isGivenUp,
    pivots,
    columns: () => {
      const { memory } = held();
      return pivots.map((_, k) => memory.slice(factor + k * count, factor + k * count + m));
    },
    addProduct: (z, from, out) => {
      const { by, memory } = held();
      memory.set(out, left);
      for (let k = 0; k < rank; k += 4) {
        const [a, b, c, d] = [k, k + 1, k + 2, k + 3].map((j) => factor + Math.min(j, rank - 1) * count) as Four;
        const [, x, y, w] = [0, 1, 2, 3].map((j) => (k + j < rank ? z[from + k + j]! : 0)) as Four;
        by.addRows({ to: left, count, rows: [a, b, c, d], factors: [z[from + k]!, x, y, w] });
      }
      out.set(memory.subarray(left, left + m));
    },
  };

  function held(): { readonly by: Arithmetic; readonly memory: Float64Array } {
    const { by, kept } = memories.lend(holder);
    isWhole &&= kept;
    if (!isWhole && copy) by.reserve(size).set(copy, factor);
    else if (!isWhole) {
      factorise(by, pivots);
      copy = by.held().slice(factor, size);
    }
    isWhole = true;
    return { by, memory: by.held() };
  }

  function factorise(
    by: Arithmetic,
    first: readonly number[],
  ): Pick<LowRankFactor, "pivots" | "residualTrace" | "isGivenUp"> {
    let memory = by.reserve(factor + Math.min(m, 48) * count);
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
    const chosen: number[] = [];
    const columns = Math.min(m, mostColumns);
    let isGivenUp = false;
    while (
      chosen.length < columns &&
      residualTrace > tolerance &&
      !(memory[left + largest]! <= nugget(chosen.length)) &&
      !(isGivenUp = isHopeless(chosen.length, memory.subarray(left, left + m), largest))
    ) {
      const terms = chosen.length;
      const pivot = first[terms] ?? largest;
      const column = factor + terms * count;
      if (column + count > memory.length) {
        const before = memory.slice(0, column);
        memory = by.reserve(factor + Math.min(m, 2 * terms) * count);
        memory.set(before);
      }
      fillRow(pivot, memory.subarray(column, column + m), { layout: by, at: column, shared: sharedAt, count });
      memory.fill(0, column + m, column + count);
      const square = memory[left + pivot]! + nugget(terms);
      if (!(square > 0)) throw new NumericalError(`nothing is left at pivot ${pivot}, the ${terms + 1}th`);
      const root = Math.sqrt(square);
      for (let k = 0, at = factor + pivot; k < terms; k++, at += count) memory[weights + k] = memory[at]!;
      memory[left + pivot] = -1; // Chosen once.
      largest = by.pivot({ column, factor, count, terms, weights, root, left, sum });
      for (const earlier of chosen) memory[column + earlier] = 0;
      memory[column + pivot] = root;
      chosen.push(pivot);
      residualTrace = memory[sum]!;
    }
    return { pivots: chosen, residualTrace, isGivenUp };
  }
}

type Four = [number, number, number, number];

let own: RowMemory | undefined;
