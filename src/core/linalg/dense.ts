import { CholeskyDecomposition, Matrix } from "ml-matrix";
import { checkAllFinite, checkLength, checkPositiveInteger } from "../checks.ts";
import { NumericalError } from "../errors.ts";

// The only door to ml-matrix: small or rare algebra without counted roundings. Importers load the library; a page and
// its first worker avoid this file.

/**
 * The x with A x = b for a symmetric, positive definite A, by Cholesky's factor.
 *
 * @param A shape (n, n), row-major; only its lower triangle is read
 * @param b shape (n,)
 * @throws {ParameterError} unless A and b are finite, of their shapes, and not empty
 * @throws {NumericalError} unless A is definite beyond rounding
 */
export function definiteSolution(A: Float64Array, b: Float64Array): Float64Array {
  const n = checkPositiveInteger("b.length", checkAllFinite("b", b).length);
  const largest = checkAllFinite("A", checkLength("A", A, n * n)).reduce((most, a) => Math.max(most, Math.abs(a)), 0);
  // A power of two, so that squares neither over- nor underflow.
  const scale = largest === 0 ? 1 : 2 ** Math.min(1022, Math.max(-1022, Math.ceil(Math.log2(largest))));
  const matrix = Matrix.from1DArray(n, n, A).div(scale);
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) matrix.set(j, i, matrix.get(i, j));
  const cholesky = new CholeskyDecomposition(matrix);
  const least = n * 2 ** -52 * Math.max(...matrix.diagonal());
  // The library only flags a square root of a number ≤ 0.
  if (!cholesky.isPositiveDefinite() || !cholesky.lowerTriangularMatrix.diagonal().every((l) => l * l > least)) {
    throw new NumericalError(`a ${n}×${n} matrix is not definite beyond rounding`);
  }
  const solution = cholesky.solve(Matrix.columnVector(Array.from(b))).to1DArray();
  if (solution.every((x) => Number.isFinite(x / scale))) return Float64Array.from(solution, (x) => x / scale);
  throw new NumericalError("dense algebra left the range of double numbers");
}
