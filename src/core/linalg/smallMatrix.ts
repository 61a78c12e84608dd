import { checkFinite, checkLength, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";

export type Rows = readonly (readonly number[])[];

interface DefiniteMatrix {
  readonly dimension: number;
  readonly factor: Rows;
  readonly inverse: Rows;
  readonly determinant: number;
  /**
   * θ ≤ 1/10. The factored matrix H̃ has (1 − θ)H̃ ⪯ H ⪯ (1 + θ)H̃. The determinant is within θ of |H̃|, and, for d ≤
   * 2, the inverse within θ of H̃⁻¹ element by element.
   */
  readonly roundoff: number;
}

/**
 * Inverse and determinant of a small symmetric positive definite matrix, by its Cholesky factor. Scaled to a unit
 * diagonal, ‖H̃ − H‖₂ ≤ d(d + 2)u, and the least eigenvalue is at least |H̃| / e ΠH_jj: θ = 2e d(d + 2)u ΠH_jj / |H̃|
 * is twice the need. For d ≤ 2 determinant and inverse lose less than 16u.
 *
 * @param parameter name used in the error
 * @param H d × d, symmetric to rounding, positive definite by more than rounding: θ ≤ 1/10
 * @see Higham (2002), Theorem 10.5
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
  let condition = 1;
  for (let j = 0; j < d; j++) {
    for (let i = j; i < d; i++) {
      let sum = H[i]![j]!;
      for (let k = 0; k < j; k++) sum -= L[i]![k]! * L[j]![k]!;
      if (i > j) L[i]![j] = sum / L[j]![j]!;
      else if (sum > 0) L[j]![j] = Math.sqrt(sum);
      else throw new ParameterError(parameter, describe(H), "positive definite");
    }
    determinant *= L[j]![j]! ** 2;
    condition *= H[j]![j]! / L[j]![j]! ** 2;
  }
  if (!(determinant >= leastNormal && determinant < Infinity)) {
    throw new ParameterError(parameter, describe(H), "positive definite, with a determinant that is a normal number");
  }
  const roundoff = 2 * Math.E * d * (d + 2) * condition * 2 ** -53;
  if (!(roundoff <= 0.1)) throw new ParameterError(parameter, describe(H), "positive definite by more than rounding");
  return { dimension: d, factor: L, inverse: inverseOfFactor(L), determinant, roundoff };
}

const leastNormal = 2 ** -1022;

export function quadraticForm(A: Rows, r: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < A.length; i++) {
    for (let j = 0; j < A.length; j++) sum += A[i]![j]! * r[i]! * r[j]!;
  }
  return sum;
}

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
