import type { RandomSource } from "./randomSource.ts";
import { sourceFromBits } from "./uniformBits.ts";

declare const crypto: { getRandomValues(array: Uint32Array): Uint32Array };

/** The platform's cryptographic random source: no seed, nothing to reproduce. Read in blocks of 64 KiB. */
export function cryptographicSource(): RandomSource {
  const block = new Uint32Array(16384);
  let used = block.length;
  return sourceFromBits(() => {
    if (used === block.length) {
      crypto.getRandomValues(block);
      used = 0;
    }
    return block[used++]!;
  });
}
