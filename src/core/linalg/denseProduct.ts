import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/**
 * A B. Each product of elements takes part in at most terms + 1 additions.
 *
 * @param A shape (rows, terms), row-major
 * @param B shape (terms, columns), row-major
 * @returns shape (rows, columns), row-major
 */
export function denseProduct(
  {
    A,
    B,
    rows,
    terms,
    columns,
  }: {
    readonly A: Float64Array;
    readonly B: Float64Array;
    readonly rows: number;
    readonly terms: number;
    readonly columns: number;
  },
  { reserve, multiplyAdd }: Arithmetic = arithmetic(),
): Float64Array {
  const a = rows * columns;
  const b = a + rows * terms;
  const memory = reserve(b + terms * columns);
  memory.fill(0, 0, a);
  memory.set(A, a);
  memory.set(B, b);
  multiplyAdd({
    c: 0,
    cRow: columns,
    a,
    aRow: terms,
    aColumn: 1,
    b,
    bRow: columns,
    bColumn: 1,
    rows,
    columns,
    terms,
    scale: 1,
  });
  return memory.slice(0, a);
}

/** ‖A‖_∞, the largest sum of magnitudes in a row. */
export function largestRowSum(A: Float64Array, columns: number): number {
  let largest = 0;
  for (let start = 0; start < A.length; start += columns) {
    let sum = 0;
    for (let j = 0; j < columns; j++) sum += Math.abs(A[start + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}
