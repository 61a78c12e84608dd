import type { RandomSource } from "./randomSource.ts";

/**
 * Independent standard normal numbers, shape (count,).
 *
 * @param random consumes exactly `count` normal draws, in order
 */
export function standardNormals(random: RandomSource, count: number): Float64Array {
  const z = new Float64Array(count);
  random.fillNormals(z);
  return z;
}
