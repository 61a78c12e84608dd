import { normalQuantile } from "../special/normal.ts";

/** (k + ½)/2⁵² with k of the upper 26 bits of each of two 32-bit integers: exact, and never 0 or 1. */
export function unitOfBits(first: number, second: number): number {
  return ((first >>> 6) * 2 ** 26 + (second >>> 6) + 0.5) * 2 ** -52;
}

/** The standard normal number of two 32-bit integers: the normal quantile of `unitOfBits`. */
export function normalOfBits(first: number, second: number): number {
  return normalQuantile(unitOfBits(first, second));
}
