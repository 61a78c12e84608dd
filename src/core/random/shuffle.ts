import type { UniformSource } from "./randomSource.ts";
import { uniformBelow } from "./uniformBelow.ts";

/**
 * The values in a uniformly random order, in place, exactly.
 *
 * @param values n ≥ 0 values; overwritten
 * @param random a uniform whole number for each value but the first
 * @returns the same array. O(n)
 * @see Fisher & Yates; Knuth, The Art of Computer Programming 2, section 3.4.2, Algorithm P
 */
export function shuffle<Values extends number[] | Int32Array>(values: Values, random: UniformSource): Values {
  for (let i = values.length - 1; i > 0; i--) {
    const j = uniformBelow(i + 1, random);
    [values[i], values[j]] = [values[j]!, values[i]!];
  }
  return values;
}
