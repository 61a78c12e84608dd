import { reachablePlaces } from "../../src/core/privacy/attack/lastBitsDecoder.ts";

/** Whether a release can come from an estimate at each of its places; the true data set always passes. */
export function couldHaveGiven(estimate: Float64Array, scale: number, released: Float64Array): boolean {
  return reachablePlaces(estimate, scale, released) === released.length;
}
