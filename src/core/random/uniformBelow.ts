import type { UniformSource } from "./randomSource.ts";

/**
 * A uniform whole number k, 0 ≤ k < count, exactly.
 *
 * @param count 1 ≤ count ≤ 2⁵²; not checked
 * @param random a uniform draw, another one with probability count/2⁵² at most
 */
export function uniformBelow(count: number, random: UniformSource): number {
  const most = Math.floor(2 ** 52 / count) * count;
  for (;;) {
    const k = Math.floor(random.uniform() * 2 ** 52);
    if (k < most) return k % count;
  }
}
