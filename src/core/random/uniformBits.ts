import { normalQuantile } from "../special/normal.ts";
import type { RandomSource } from "./randomSource.ts";

/**
 * A random source from a stream of uniform 32-bit integers.
 *
 * A uniform number is (k + ½)/2⁵² with k of 52 random bits, of two integers: exact, and never 0 or 1.
 * A normal number is the normal quantile of one uniform number.
 *
 * @param refill overwrites the block it is given with the next integers
 * @param blockLength integers per block, an even number
 */
export function sourceFromBits(refill: (block: Uint32Array) => void, blockLength: number): RandomSource {
  const block = new Uint32Array(blockLength);
  let used = blockLength;
  const refillUsed = () => {
    if (used < blockLength) return;
    refill(block);
    used = 0;
  };
  const uniform = () => {
    refillUsed();
    used += 2;
    return unitNumber(block[used - 2]!, block[used - 1]!);
  };
  return {
    uniform,
    normal: () => normalQuantile(uniform()),
    fillNormals: (out) => {
      for (let i = 0; i < out.length; ) {
        refillUsed();
        const start = used;
        used = Math.min(blockLength, start + 2 * (out.length - i));
        for (let k = start; k < used; k += 2) out[i++] = unitNumber(block[k]!, block[k + 1]!);
      }
      for (let i = 0; i < out.length; i++) out[i] = normalQuantile(out[i]!);
    },
  };
}

function unitNumber(high: number, low: number): number {
  return ((high >>> 6) * 2 ** 26 + (low >>> 6) + 0.5) * 2 ** -52;
}
