import { ParameterError } from "../errors.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";
import type { RandomSource } from "./randomSource.ts";
import { sourceFromBits } from "./uniformBits.ts";
import { xoshiro } from "../arithmetic/plain/xoshiro.ts";

const blockLength = 2048;

/**
 * A reproducible random source: xoshiro128**, its state filled by splitmix32 from the seed. Whoever knows the seed
 * knows the noise.
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
  // Only such a lower word could make streams alike.
  if (((seed % 2 ** 32) ^ 0x9e3779b9) >>> 21 === 0) for (let word = 0; word < 4; word++) high();
  const state = Int32Array.from({ length: 4 }, () => low() ^ high());
  state[3]! |= 1;

  // Four states, 512 steps apart, give blocks of one sequence.
  const states = new Int32Array(16);
  const passed = new Uint32Array(512);
  for (let lane = 0; lane < 4; lane++) {
    if (lane > 0) xoshiro(state, passed);
    state.forEach((value, word) => (states[4 * word + lane] = value));
  }
  const statesAt = 0;
  const wordsAt = 8;
  const writeBlocks = (by: Arithmetic, count: number) => {
    const { buffer, byteOffset } = by.reserve(wordsAt + (count * blockLength) / 2);
    const at = new Int32Array(buffer, byteOffset, states.length);
    at.set(states);
    for (let block = 0; block < count; block++) by.xoshiro(statesAt, wordsAt + (block * blockLength) / 2);
    states.set(at);
    return wordsAt;
  };
  const refill = (block: Uint32Array) => {
    const by = arithmetic();
    const words = writeBlocks(by, 1);
    const { buffer, byteOffset } = by.held();
    block.set(new Uint32Array(buffer, byteOffset + 8 * words, blockLength));
  };
  return sourceFromBits(refill, blockLength, arithmetic, writeBlocks);
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
