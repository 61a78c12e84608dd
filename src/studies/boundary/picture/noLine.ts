/** Values are of the order of 1. */
const nearlyZero = 1e-9;

/** Zeros of rounding are no boundary. */
export function isZero(values: Float64Array): boolean {
  return values.every((value) => Math.abs(value) <= nearlyZero);
}
