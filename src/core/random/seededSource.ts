import { ParameterError } from "../errors.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { RandomSource } from "./randomSource.ts";
import { sourceFromBits } from "./uniformBits.ts";
import { xoshiro } from "../arithmetic/plain/xoshiro.ts";

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
  // The upper word has 21 bits: only with such a lower one the streams could start alike, and cancel, or be exchanged.
  if (((seed % 2 ** 32) ^ 0x9e3779b9) >>> 21 === 0) for (let word = 0; word < 4; word++) high();
  // Every word depends on all of the seed: the first number already must differ from one seed to the next.
  const state = Int32Array.from({ length: 4 }, () => low() ^ high());
  state[3]! |= 1; // The all-zero state is the one that must not occur.

  // Four states at once, 512 steps apart, give blocks of one and the same sequence.
  const states = new Int32Array(16);
  const passed = new Uint32Array(512);
  for (let lane = 0; lane < 4; lane++) {
    if (lane > 0) xoshiro(state, passed);
    state.forEach((value, word) => (states[4 * word + lane] = value));
  }
  return sourceFromBits((block) => {
    const by = arithmetic();
    const { buffer, byteOffset } = by.reserve(8 + 1024);
    const at = new Int32Array(buffer, byteOffset, 16);
    at.set(states);
    by.xoshiro(0, 8);
    states.set(at);
    block.set(new Uint32Array(buffer, byteOffset + 64, 2048));
  }, 2048);
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
