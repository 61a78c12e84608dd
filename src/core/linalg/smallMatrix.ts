import { checkFinite, checkLength, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";

/** A small dense matrix as rows. */
export type Rows = readonly (readonly number[])[];

/** Inverse and determinant of a symmetric positive definite matrix. */
export interface DefiniteMatrix {
  readonly dimension: number;
  readonly inverse: Rows;
  readonly determinant: number;
}

/**
 * Inverse and determinant of a small symmetric positive definite matrix, by its Cholesky factor.
 *
 * @param parameter name used in the error
 * @param H d × d, symmetric to rounding, positive definite
 * @throws {ParameterError} otherwise
 */
export function definiteMatrix(parameter: string, H: Rows): DefiniteMatrix {
  const d = checkPositiveInteger(`${parameter}.length`, H.length);
  H.forEach((row, i) => {
    checkLength(`${parameter}[${i}]`, row, d);
    row.forEach((value, j) => {
      checkFinite(`${parameter}[${i}][${j}]`, value);
      if (Math.abs(value - H[j]![i]!) > 1e-12 * Math.abs(value)) {
        throw new ParameterError(parameter, describe(H), "symmetric");
      }
    });
  });

  const L = H.map(() => new Array<number>(d).fill(0));
  let determinant = 1;
  for (let j = 0; j < d; j++) {
    for (let i = j; i < d; i++) {
      let sum = H[i]![j]!;
      for (let k = 0; k < j; k++) sum -= L[i]![k]! * L[j]![k]!;
      if (i > j) L[i]![j] = sum / L[j]![j]!;
      else if (sum > 0) L[j]![j] = Math.sqrt(sum);
      else throw new ParameterError(parameter, describe(H), "positive definite");
    }
    determinant *= L[j]![j]! ** 2;
  }
  if (!(determinant > 0 && determinant < Infinity)) {
    throw new ParameterError(parameter, describe(H), "positive definite, with a determinant that is a normal number");
  }
  return { dimension: d, inverse: inverseOfFactor(L), determinant };
}

/** rᵀ A r. */
export function quadraticForm(A: Rows, r: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < A.length; i++) {
    for (let j = 0; j < A.length; j++) sum += A[i]![j]! * r[i]! * r[j]!;
  }
  return sum;
}

/** (L Lᵀ)⁻¹, column by column by two triangular solves. */
function inverseOfFactor(L: Rows): Rows {
  const d = L.length;
  const inverse = L.map(() => new Array<number>(d).fill(0));
  for (let column = 0; column < d; column++) {
    const x = new Array<number>(d).fill(0);
    for (let i = 0; i < d; i++) {
      let sum = i === column ? 1 : 0;
      for (let k = 0; k < i; k++) sum -= L[i]![k]! * x[k]!;
      x[i] = sum / L[i]![i]!;
    }
    for (let i = d - 1; i >= 0; i--) {
      let sum = x[i]!;
      for (let k = i + 1; k < d; k++) sum -= L[k]![i]! * x[k]!;
      x[i] = sum / L[i]![i]!;
    }
    x.forEach((value, i) => (inverse[i]![column] = value));
  }
  return inverse;
}

function describe(H: Rows): string {
  return JSON.stringify(H);
}
