import { cholesky } from "../../linalg/cholesky.ts";
import { solveLower, solveTransposed } from "../../linalg/triangular.ts";

/** Share of a trace that keeps a system positive definite despite rounding. */
export const relativeRidge = 1e-14;

/** Solver of (A + (c + 10⁻¹⁴ tr A) I) x = b for a symmetric A of shape (n, n), which is overwritten. */
export function ridgedSystem(A: Float64Array, n: number, c: number): (right: Float64Array) => Float64Array {
  let trace = 0;
  for (let k = 0; k < n; k++) trace += A[k * n + k]!;
  for (let k = 0; k < n; k++) A[k * n + k]! += c + relativeRidge * trace;
  const R = cholesky(A, n);
  return (right) => solveTransposed(R, solveLower(R, right));
}
