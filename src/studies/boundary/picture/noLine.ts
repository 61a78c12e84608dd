/** The largest size of a function that is 0 but for rounding; its values are of the order of 1. */
const nearlyZero = 1e-9;

/** True for a function that is 0 everywhere: zeros of its rounding are no boundary. */
export function isZero(values: Float64Array): boolean {
  return values.every((value) => Math.abs(value) <= nearlyZero);
}
