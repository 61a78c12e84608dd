import { seededSource } from "../../src/core/random/seededSource.ts";

/** Standard normal numbers that stay the same. */
export function randoms(count: number, seed: number): Float64Array {
  const random = seededSource(seed);
  return Float64Array.from({ length: count }, () => random.normal());
}
