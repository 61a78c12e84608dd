import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { implicitQl } from "./implicitQl.ts";
import { powerOfTwoNear } from "../powerOfTwoNear.ts";
import { tridiagonalForm, tridiagonalSpare } from "./tridiagonalForm.ts";

/**
 * Eigenvalues of a symmetric matrix in decreasing order, shape (m,), by Householder tridiagonalisation and the QL
 * method: exact for A + E, ‖E‖ of the order of m·u·‖A‖, u = 2⁻⁵³.
 *
 * @param A shape (m, m), row-major, symmetric; the upper triangle is read
 * @throws {NumericalError} if A is not finite or the iteration does not converge
 * @see tridiagonalForm and implicitQl
 */
export function symmetricEigenvalues(A: Float64Array, m: number, by: Arithmetic = arithmetic()): Float64Array {
  const scale = powerOfTwoNear(A, m);
  const spare = m * m;
  const memory = by.reserve(spare + tridiagonalSpare(m));
  for (let k = 0; k < m * m; k++) memory[k] = A[k]! / scale;
  const { diagonal, below } = tridiagonalForm({ arithmetic: by, memory, m, matrix: 0, spare });
  let norm = 0;
  diagonal.forEach((d, i) => (norm = Math.max(norm, Math.abs(d) + 2 * Math.abs(below[i]!))));
  implicitQl(diagonal, below, undefined, 2 ** -53 * norm);
  return diagonal
    .sort()
    .reverse()
    .map((value) => scale * value);
}
