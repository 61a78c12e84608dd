import type { RandomSource } from "./randomSource.ts";

/**
 * Independent Laplace numbers of scale 1, density e^(−|z|)/2, shape (count,), for pictures: with 52 bits no magnitude
 * exceeds 36.1.
 *
 * @param random consumes exactly `count` uniform draws, in order
 */
export function standardLaplaces(random: RandomSource, count: number): Float64Array {
  return Float64Array.from({ length: count }, () => {
    const u = random.uniform();
    // Exact: u is an odd multiple of 2⁻⁵³.
    return u < 0.5 ? Math.log(2 * u) : -Math.log(2 * (1 - u));
  });
}
