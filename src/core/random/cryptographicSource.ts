import type { RandomSource } from "./randomSource.ts";
import { sourceFromBits } from "./uniformBits.ts";

declare const crypto: { getRandomValues(array: Uint32Array): Uint32Array };

/** The platform's cryptographic random source. */
export function cryptographicSource(): RandomSource {
  return sourceFromBits((block) => crypto.getRandomValues(block), 16384);
}
