import { blockReflections, factorSize, scratchSize } from "./blockReflections.ts";
import { powerOfTwoNear } from "../powerOfTwoNear.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { symmetricEigen } from "./symmetricEigen.ts";
import type { Eigenpairs } from "./eigenpairs.ts";
import { tridiagonalEigen } from "./tridiagonalEigen.ts";
import { tridiagonalForm } from "./tridiagonalForm.ts";

const smallSize = 48;

/**
 * The largest eigenvalues of a symmetric matrix in decreasing order, with orthonormal eigenvectors.
 *
 * @param A shape (m, m), row-major, symmetric; the upper triangle is read
 * @param count from 1 to m
 * @returns values of shape (count,), vectors as rows, shape (count, m)
 * @throws {NumericalError} if A is not finite or an iteration does not converge
 */
export function leadingEigen(
  A: Float64Array,
  { m, count }: { readonly m: number; readonly count: number },
  by: Arithmetic = arithmetic(),
): Eigenpairs {
  if (m <= smallSize || 2 * count > m) {
    const { values, vectors } = symmetricEigen(A, m, by);
    return { values: values.slice(0, count), vectors: vectors.slice(0, count * m) };
  }
  const scale = powerOfTwoNear(A, m);

  const rows = m * m;
  const spare = 2 * m * m;
  const memory = by.reserve(4 * m * m + factorSize(m) + 32 * m + scratchSize(m, count));
  for (let k = 0; k < m * m; k++) memory[k] = A[k]! / scale;
  const work = { arithmetic: by, memory, m, matrix: 0, spare };
  const { diagonal, below, scales } = tridiagonalForm(work);
  const order = tridiagonalEigen({ ...work, diagonal, below, vectors: rows });

  const values = new Float64Array(count);
  const leading = spare;
  for (let k = 0; k < count; k++) {
    const from = order[m - 1 - k]!;
    values[k] = scale * diagonal[from]!;
    memory.copyWithin(leading + k * m, rows + from * m, rows + (from + 1) * m);
  }
  const factors = leading + count * m;
  const reflections = blockReflections(scales, { arithmetic: by, m, matrix: 0, factors });
  reflections.apply({ rows: leading, count, transposed: false, scratch: factors + factorSize(m) });
  return { values, vectors: memory.slice(leading, leading + count * m) };
}
