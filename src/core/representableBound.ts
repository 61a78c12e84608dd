import { NumericalError } from "./errors.ts";

/**
 * `bound`, if a double can hold it. A sensitivity of 0 would mean no noise at all.
 *
 * @throws {NumericalError} if the bound is 0, infinite or NaN
 */
export function representableBound(bound: number): number {
  if (bound > 0 && bound < Infinity) return bound;
  throw new NumericalError(`the sensitivity leaves the range of double numbers; computed ${bound}`);
}
