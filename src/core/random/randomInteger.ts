import type { UniformSource } from "./randomSource.ts";

const bitsPerDraw = 52;

/**
 * A uniform integer 0 ≤ k < 2^count, exactly.
 *
 * @param count ≥ 0
 * @param random ⌈count/52⌉ uniform draws (j + ½)/2⁵²; all 52 bits of j are used, except the lowest of the last draw
 */
export function randomInteger(random: UniformSource, count: number): bigint {
  let bits = 0n;
  for (let left = count; left > 0; left -= bitsPerDraw) {
    const take = Math.min(left, bitsPerDraw);
    bits = (bits << BigInt(take)) | BigInt(Math.floor(random.uniform() * 2 ** take));
  }
  return bits;
}
