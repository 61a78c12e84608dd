import type { Arithmetic } from "../../arithmetic/operations.ts";
import type { RowMemory } from "../../arithmetic/rowMemory.ts";
import type { AxisBasis } from "./bernsteinOnGrid.ts";
import { halfSizes } from "./halves.ts";
import type { Halves } from "./halves.ts";

/** A matrix by columns, four of which are added at a time over the rows where one of them is not negligible. */
interface Columns {
  /** Shape (columns, height), column by column; columns filled up to a multiple of four, height to an even number. */
  readonly values: Float64Array;
  readonly height: number;
  /** Of each four columns the first row, and how many: both even. */
  readonly from: Int32Array;
  readonly lengths: Int32Array;
}

/** Sixteen digits below a rounding: what is left out of a row of sum 1 and n elements is below n times this. */
const negligible = 1e-20;

/**
 * The iterated Bernstein operator on a line, by its halves: the coefficients by steps c ← c + (x − A c) or by the matrix S, and
 * the values by columns of the basis.
 *
 * @param n k + 1
 * @param A the halves of A
 */
export function onLine(n: number, A: Halves, basis: AxisBasis, memories: RowMemory) {
  const { evenSize, oddSize } = halfSizes(n);
  const { kept, count } = basis;
  const values = [columnsOf(basis.even, kept, evenSize), columnsOf(basis.odd, kept, oddSize)] as const;
  const A2 = [columnsOf(A.even, evenSize, evenSize), columnsOf(A.odd, oddSize, oddSize)] as const;
  const steps = operator([...values, ...A2], memories);

  /** The values at the grid of even and odd coefficients, to `out`. */
  const writeValues = (
    apply: ReturnType<typeof steps>,
    even: Float64Array,
    odd: Float64Array,
    out: Float64Array,
  ): void => {
    const E = apply(0, even).slice(0, kept);
    const O = apply(1, odd);
    for (let i = 0; i < kept; i++) {
      out[i] = E[i]! + O[i]!;
      if (kept < count) out[count - 1 - i] = E[i]! - O[i]!;
    }
  };

  return {
    stepping(lattice: Float64Array, iterations: number, out: Float64Array): void {
      const { even, odd } = parts(lattice);
      const apply = steps();
      const stepped = (which: 2 | 3, x: Float64Array) => {
        let c = x;
        for (let i = 1; i < iterations; i++) {
          const smoothed = apply(which, c);
          const next = new Float64Array(x.length);
          for (let nu = 0; nu < x.length; nu++) next[nu] = c[nu]! + (x[nu]! - smoothed[nu]!);
          c = next;
        }
        return c;
      };
      writeValues(apply, stepped(2, even), stepped(3, odd), out);
    },

    /** @param S its halves */
    multiplying(S: Halves): (lattice: Float64Array, out: Float64Array) => void {
      const both = [columnsOf(S.even, evenSize, evenSize), columnsOf(S.odd, oddSize, oddSize)];
      const multiplier = operator([...values, ...both], memories);
      return (lattice, out) => {
        const { even, odd } = parts(lattice);
        const apply = multiplier();
        writeValues(apply, apply(2, even).slice(0, evenSize), apply(3, odd).slice(0, oddSize), out);
      };
    },
  };
}

/** The even and the odd part of a vector, (x_ν ± x_{k−ν})/2. */
function parts(x: Float64Array): { readonly even: Float64Array; readonly odd: Float64Array } {
  const { evenSize, oddSize } = halfSizes(x.length);
  const even = new Float64Array(evenSize);
  const odd = new Float64Array(oddSize);
  for (let nu = 0; nu < evenSize; nu++) {
    const here = x[nu]! / 2;
    const there = x[x.length - 1 - nu]! / 2;
    even[nu] = here + there;
    if (nu < oddSize) odd[nu] = here - there;
  }
  return { even, odd };
}

/** @param matrix shape (at least rows, columns), row-major */
function columnsOf(matrix: Float64Array, rows: number, columns: number): Columns {
  const height = Math.ceil(rows / 2) * 2;
  const groups = Math.ceil(columns / 4);
  const values = new Float64Array(groups * 4 * height);
  for (let i = 0, at = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) values[j * height + i] = matrix[at++]!;
  }
  const from = new Int32Array(groups);
  const lengths = new Int32Array(groups);
  for (let group = 0; group < groups; group++) {
    const isZero = (row: number) => {
      for (let j = 4 * group; j < 4 * group + 4; j++) {
        if (Math.abs(values[j * height + row]!) >= negligible) return false;
      }
      return true;
    };
    let [start, end] = [0, height];
    while (start < end && isZero(start)) start++;
    while (end > start && isZero(end - 1)) end--;
    from[group] = start - (start % 2);
    lengths[group] = Math.ceil((end - from[group]!) / 2) * 2;
  }
  return { values, height, from, lengths };
}

/**
 * Products of matrices and vectors in one memory, in which the matrices stay.
 *
 * @returns a function that takes the memory; its result is good until the caller returns, and gives product after product,
 * each of which is good until the next
 */
function operator(matrices: readonly Columns[], memories: RowMemory) {
  const tallest = matrices.reduce((most, { height }) => Math.max(most, height), 0);
  let size = tallest;
  const places = matrices.map(({ values }) => {
    const place = size;
    size += values.length;
    return place;
  });
  const holder = {};
  return () => {
    const { by, kept } = memories.lend(holder);
    if (!kept) {
      const memory = by.reserve(size);
      matrices.forEach(({ values }, i) => memory.set(values, places[i]));
    }
    return (which: number, x: Float64Array): Float64Array => {
      addColumns(by, matrices[which]!, places[which]!, x);
      return by.held().subarray(0, matrices[which]!.height);
    };
  };
}

/** M x to the start of the memory. */
function addColumns(by: Arithmetic, { height, from, lengths }: Columns, place: number, x: Float64Array): void {
  by.held().fill(0, 0, height);
  for (let group = 0; group < from.length; group++) {
    const j = 4 * group;
    const row = from[group]!;
    const start = place + j * height + row;
    by.addRows({
      to: row,
      count: lengths[group]!,
      rows: [start, start + height, start + 2 * height, start + 3 * height],
      // Columns that fill up are 0.
      factors: [x[j]!, x[j + 1] ?? 0, x[j + 2] ?? 0, x[j + 3] ?? 0],
    });
  }
}
