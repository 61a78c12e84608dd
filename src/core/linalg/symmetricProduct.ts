import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";

const columnsAtOnce = 128;

/**
 * The symmetric matrix Σₛ x(i, s) x(j, s), where x(i, s) is at i·step + s·term.
 *
 * @param size m, number of vectors
 * @param terms length of each
 * @returns shape (m, m), row-major
 */
export function symmetricProduct(
  X: Float64Array,
  {
    size,
    terms,
    step,
    term,
  }: { readonly size: number; readonly terms: number; readonly step: number; readonly term: number },
  { reserve, multiplyAdd }: Arithmetic = arithmetic(),
): Float64Array {
  const x = size * size;
  const memory = reserve(x + X.length);
  memory.fill(0, 0, x);
  memory.set(X, x);
  const both = { a: x, aRow: step, aColumn: term, bRow: term, bColumn: step, cRow: size, terms, scale: 1 };
  for (let j = 0; j < size; j += columnsAtOnce) {
    const end = Math.min(size, j + columnsAtOnce);
    multiplyAdd({ ...both, c: j, b: x + j * step, rows: end, columns: end - j });
  }
  const G = memory.slice(0, x);
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) G[i * size + j] = G[j * size + i]!;
  return G;
}
