import type { RandomSource } from "./randomSource.ts";
import { sourceFromBits } from "./uniformBits.ts";

declare const crypto: { getRandomValues(array: Uint32Array): Uint32Array };

/** The platform's cryptographic random source: without seed, not reproducible. Read in blocks of 64 KiB. */
export function cryptographicSource(): RandomSource {
  return sourceFromBits((block) => crypto.getRandomValues(block), 16384);
}
