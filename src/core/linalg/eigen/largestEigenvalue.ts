import { NumericalError } from "../../errors.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { hasFactor } from "./eigenvalueBounds.ts";
import { symmetricEigenvalues } from "./symmetricEigenvalues.ts";

const mostSteps = 60;

/**
 * An upper bound on the largest eigenvalue of a positive semi-definite matrix, usually within a thousandth of it.
 * Lanczos' method comes close from below; Cholesky's factor of μI − A proves μ, exact for a matrix within m(m + 1)u·μ,
 * which is added.
 *
 * @param A shape (m, m), row-major, symmetric and positive semi-definite to rounding
 * @throws {NumericalError} if A is not finite
 * @see Lanczos (1950), J. Res. Nat. Bur. Standards 45:255–282; Higham (2002), Theorem 10.3
 */
export function largestEigenvalueBound(A: Float64Array, m: number): number {
  let trace = 0;
  for (let i = 0; i < m; i++) trace += A[i * m + i]!;
  if (!(trace < Infinity)) throw new NumericalError(`the ${m}×${m} matrix is not finite, or too large`);
  if (trace === 0) return 0;
  const reached = Math.max(trace / m, lanczos(A, m));
  for (let excess = 1e-3; ; excess *= 4) {
    const bound = reached * (1 + excess);
    if (hasFactor(A, m, bound)) return bound * (1 + 2 * m * m * 2 ** -53);
  }
}

function lanczos(A: Float64Array, m: number): number {
  const steps = Math.min(m, mostSteps);
  const T = new Float64Array(steps * steps);
  const { reserve, multiplyAdd } = arithmetic();
  const memory = reserve(m * m + 2 * m);
  memory.set(A);
  const product = {
    c: m * m,
    cRow: m,
    a: m * m + m,
    aRow: m,
    aColumn: 1,
    b: 0,
    bRow: m,
    bColumn: 1,
    rows: 1,
    columns: m,
    terms: m,
    scale: 1,
  };
  let before = new Float64Array(m);
  let v = Float64Array.from({ length: m }, (_, i) => 1 + ((i * 0.618) % 1));
  let length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0));
  for (let k = 0; k < steps; k++) {
    for (let i = 0; i < m; i++) v[i]! /= length;
    memory.fill(0, product.c, product.a);
    memory.set(v, product.a);
    multiplyAdd(product);
    const next = memory.slice(product.c, product.a);
    let alpha = 0;
    for (let i = 0; i < m; i++) alpha += next[i]! * v[i]!;
    const beta = k > 0 ? T[(k - 1) * steps + k]! : 0;
    for (let i = 0; i < m; i++) next[i]! -= alpha * v[i]! + beta * before[i]!;
    T[k * steps + k] = alpha;
    length = Math.sqrt(next.reduce((sum, x) => sum + x * x, 0));
    if (k + 1 === steps || !(length > 0)) break;
    T[k * steps + k + 1] = T[(k + 1) * steps + k] = length;
    before = v;
    v = next;
  }
  return symmetricEigenvalues(T, steps)[0]!;
}
