import type { RandomSource } from "./randomSource.ts";

const bitsPerDraw = 52;

/**
 * A uniform integer of so many bits, exactly: 0 ≤ k < 2^count.
 *
 * @param count ≥ 0
 * @param random ⌈count/52⌉ uniform draws; of each, (j + ½)/2⁵², all 52 bits of j are used, the last one's lowest are
 *   dropped
 */
export function randomInteger(random: RandomSource, count: number): bigint {
  let bits = 0n;
  for (let left = count; left > 0; left -= bitsPerDraw) {
    const take = Math.min(left, bitsPerDraw);
    bits = (bits << BigInt(take)) | BigInt(Math.floor(random.uniform() * 2 ** take));
  }
  return bits;
}
