import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

/**
 * Adds a product of two matrices,
 *
 *     out[i, j] += Σₛ A[s, i] B[s, j],  s < terms.
 *
 * Each product of elements takes part in at most terms + 1 additions.
 *
 * @param A shape (≥ terms, m), row-major
 * @param B shape (≥ terms, n), row-major
 * @param out shape (m, n), row-major
 */
export function addProduct(
  {
    A,
    B,
    out,
    m,
    n,
    terms,
  }: {
    readonly A: Float64Array;
    readonly B: Float64Array;
    readonly out: Float64Array;
    readonly m: number;
    readonly n: number;
    readonly terms: number;
  },
  { reserve, multiplyAdd }: Arithmetic = arithmetic(),
): void {
  const a = m * n;
  const b = a + terms * m;
  const memory = reserve(b + terms * n);
  memory.set(out, 0);
  memory.set(A.subarray(0, terms * m), a);
  memory.set(B.subarray(0, terms * n), b);
  multiplyAdd({ c: 0, cRow: n, a, aRow: 1, aColumn: m, b, bRow: n, bColumn: 1, rows: m, columns: n, terms, scale: 1 });
  out.set(memory.subarray(0, m * n));
}
