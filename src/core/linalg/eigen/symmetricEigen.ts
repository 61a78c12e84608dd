import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { kacMurdockSzegoEigen } from "./kacMurdockSzego.ts";
import type { Eigenpairs } from "./eigenpairs.ts";
import { tridiagonalEigen } from "./tridiagonalEigen.ts";
import { blockReflections, factorSize, scratchSize } from "./blockReflections.ts";
import { powerOfTwoNear } from "../powerOfTwoNear.ts";
import { tridiagonalForm } from "./tridiagonalForm.ts";

/**
 * All eigenvalues and eigenvectors of a symmetric matrix, by Householder tridiagonalisation, divide and conquer, and
 * blocked reflections. Symmetry about the centre too splits it into two halves; an exponential kernel on a regular grid
 * has eigenvectors in closed form.
 *
 * Backward stable: the pairs are exact for A + E, ‖E‖ of the order of m·u·‖A‖. A remainder of that size is not reduced.
 *
 * @param A shape (m, m), row-major, symmetric; the upper triangle is read
 * @throws {NumericalError} if A is not finite or an iteration does not converge
 * @see Cantoni & Butler (1976), Linear Algebra and its Applications 13:275–288, and the files of the three steps
 */
export function symmetricEigen(A: Float64Array, m: number, by: Arithmetic = arithmetic()): Eigenpairs {
  const known = m >= 4 ? kacMurdockSzegoEigen(A, m) : undefined;
  if (known) return known;
  return m >= 4 && isCentrosymmetric(A, m) ? eigenOfHalves(A, m, by) : eigenOfWhole(A, m, by);
}

function isCentrosymmetric(A: Float64Array, m: number): boolean {
  const last = m * m - 1;
  for (let k = 0; 2 * k < last; k++) if (A[k] !== A[last - k]) return false;
  return true;
}

function eigenOfHalves(A: Float64Array, m: number, by: Arithmetic): Eigenpairs {
  const half = m >> 1;
  const middle = m % 2 === 1;
  const evenSize = half + (middle ? 1 : 0);
  const even = new Float64Array(evenSize * evenSize);
  const odd = new Float64Array(half * half);
  for (let i = 0; i < half; i++) {
    for (let j = 0; j < half; j++) {
      const near = A[i * m + j]!;
      const far = A[i * m + m - 1 - j]!;
      even[i * evenSize + j] = near + far;
      odd[i * half + j] = near - far;
    }
    if (middle) {
      even[i * evenSize + half] = Math.SQRT2 * A[i * m + half]!;
      even[half * evenSize + i] = even[i * evenSize + half]!;
    }
  }
  if (middle) even[half * evenSize + half] = A[half * m + half]!;

  const evenPart = eigenOfWhole(even, evenSize, by);
  const oddPart = eigenOfWhole(odd, half, by);
  const values = new Float64Array(m);
  const vectors = new Float64Array(m * m);
  for (let to = 0, e = 0, o = 0; to < m; to++) {
    const isEven = o === half || (e < evenSize && evenPart.values[e]! >= oddPart.values[o]!);
    const sign = isEven ? 1 : -1;
    const from = isEven ? evenPart.vectors : oddPart.vectors;
    const row = isEven ? e * evenSize : o * half;
    values[to] = isEven ? evenPart.values[e++]! : oddPart.values[o++]!;
    const left = to * m;
    const right = left + m - 1;
    for (let i = 0; i < half; i++) vectors[left + i] = Math.SQRT1_2 * from[row + i]!;
    for (let i = 0; i < half; i++) vectors[right - i] = sign * vectors[left + i]!;
    if (middle && isEven) vectors[left + half] = from[row + half]!;
  }
  return { values, vectors };
}

function eigenOfWhole(A: Float64Array, m: number, by: Arithmetic): Eigenpairs {
  const scale = powerOfTwoNear(A, m);
  const matrix = 0;
  const rows = m * m;
  const spare = 2 * m * m;
  const blockSize = m < 600 ? 16 : 32;
  const factors = spare;
  const scratch = factors + factorSize(m, blockSize);
  const memory = by.reserve(Math.max(4 * m * m + 32 * m + 512, scratch + scratchSize(m, m, blockSize)));
  memory.set(A.subarray(0, m * m));
  if (scale !== 1) for (let k = 0; k < m * m; k++) memory[k]! /= scale;

  const work = { arithmetic: by, memory, m, matrix, spare };
  const { diagonal, below, scales } = tridiagonalForm(work);
  const order = tridiagonalEigen({ ...work, diagonal, below, vectors: rows });
  const reflections = blockReflections(scales, { arithmetic: by, m, matrix, factors, blockSize });
  reflections.apply({ rows, count: m, transposed: false, scratch });
  const values = new Float64Array(m);
  const vectors = new Float64Array(m * m);
  order.forEach((from, k) => {
    const to = m - 1 - k;
    values[to] = scale * diagonal[from]!;
    vectors.set(memory.subarray(rows + from * m, rows + (from + 1) * m), to * m);
  });
  return { values, vectors };
}
