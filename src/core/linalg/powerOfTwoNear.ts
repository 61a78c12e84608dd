import { NumericalError } from "../errors.ts";

/** A power of two between a half and twice the largest magnitude in an m × m matrix; 1 if all are 0. */
export function powerOfTwoNear(A: Float64Array, m: number): number {
  let largest = 0;
  for (let k = 0; k < m * m; k++) {
    const size = Math.abs(A[k]!);
    if (!(size < Infinity)) throw new NumericalError(`an element of a ${m}×${m} matrix is ${A[k]!}`);
    if (size > largest) largest = size;
  }
  return largest === 0 ? 1 : 2 ** Math.min(1022, Math.max(-1022, Math.round(Math.log2(largest))));
}
