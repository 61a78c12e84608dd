import type { RandomSource } from "./randomSource.ts";

declare const crypto: { getRandomValues(array: Uint32Array): Uint32Array };

/** A stream of independent uniform integers of 32 bits: what exact draws are made from. */
export interface RandomWords {
  /** The next integer, from 0 to 2³² − 1. */
  word(): number;
}

/** Words of the platform's cryptographic source: no seed, nothing to reproduce. Read in blocks of 64 KiB. */
export function cryptographicWords(): RandomWords {
  return wordsFromBlocks((block) => crypto.getRandomValues(block), 16384);
}

/**
 * Words from blocks of them.
 *
 * @param refill overwrites the block it is given with the next words
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

/** The upper 32 of the 52 bits of each uniform number of a source, which for a seed is reproducible and protects nobody. */
export function wordsOf(source: RandomSource): RandomWords {
  return { word: () => Math.floor(source.uniform() * 2 ** 32) };
}
