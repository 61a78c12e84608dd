import { ParameterError } from "../errors.ts";
import type { RandomSource } from "./randomSource.ts";
import { sourceFromBits } from "./uniformBits.ts";

/**
 * A reproducible random source: xoshiro128**, its state filled by splitmix32 from the seed.
 * For teaching draws and tests: whoever knows the seed knows the noise, so it protects nobody.
 *
 * @param seed integer in [0, 2⁵³)
 * @throws {ParameterError} otherwise
 * @see Blackman & Vigna (2021), Scrambled linear pseudorandom number generators, ACM TOMS 47(4)
 */
export function seededSource(seed: number): RandomSource {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new ParameterError("seed", seed, "an integer from 0 to 2⁵³ − 1");
  }
  const low = splitmix32(seed % 2 ** 32);
  const high = splitmix32(Math.floor(seed / 2 ** 32) ^ 0x9e3779b9);
  // Every word depends on all of the seed: the first number already must differ from one seed to the next.
  const state = Int32Array.from({ length: 4 }, () => low() ^ high());
  state[3]! |= 1; // The all-zero state is the one that must not occur.

  return sourceFromBits((block) => {
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    for (let i = 0; i < block.length; i++) {
      block[i] = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9);
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = rotateLeft(d, 11);
    }
    state.set([a, b, c, d]);
  }, 512);
}

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

function splitmix32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
}
