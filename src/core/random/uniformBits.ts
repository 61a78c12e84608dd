import { normalQuantile } from "../special/normal.ts";
import type { RandomSource } from "./randomSource.ts";

/**
 * A random source from a stream of uniform 32-bit integers.
 *
 * A uniform number is (k + ½)/2⁵² with k of 52 random bits: exact, and never 0 or 1.
 * A normal number is the normal quantile of one uniform number.
 */
export function sourceFromBits(next32: () => number): RandomSource {
  const uniform = () => {
    const high = next32() >>> 6;
    const low = next32() >>> 6;
    return (high * 2 ** 26 + low + 0.5) * 2 ** -52;
  };
  return { uniform, normal: () => normalQuantile(uniform()) };
}
