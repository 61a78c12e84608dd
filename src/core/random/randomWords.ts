import { unitOfBits } from "../arithmetic/plain/normals.ts";
import type { RandomSource, UniformSource } from "./randomSource.ts";

declare const crypto: { getRandomValues(array: Uint32Array): Uint32Array };

/** Independent uniform 32-bit integers. */
export interface RandomWords {
  /** From 0 to 2³² − 1. */
  word(): number;
}

/** Words of the platform's cryptographic source. */
export function cryptographicWords(): RandomWords {
  return wordsFromBlocks((block) => crypto.getRandomValues(block), 16384);
}

/**
 * Words of blocks.
 *
 * @param refill overwrites the given block with the next words
 * @param blockLength words per block, ≥ 1
 */
export function wordsFromBlocks(refill: (block: Uint32Array) => void, blockLength: number): RandomWords {
  const block = new Uint32Array(blockLength);
  let used = blockLength;
  return {
    word: () => {
      if (used === blockLength) {
        refill(block);
        used = 0;
      }
      return block[used++]!;
    },
  };
}

/** The upper 32 of the 52 bits of each uniform number. */
export function wordsOf(source: RandomSource): RandomWords {
  return { word: () => Math.floor(source.uniform() * 2 ** 32) };
}

/** Uniform numbers of 52 bits, from two words each. */
export function uniformsOf(words: RandomWords): UniformSource {
  return { uniform: () => unitOfBits(words.word(), words.word()) };
}
