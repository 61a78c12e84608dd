import { xoshiro } from "../xoshiro.ts";

/** `xoshiro` of operations.ts in TypeScript: 2048 steps of the first state, and 1536 more for the places of the others. */
export function plainXoshiro(memory: Float64Array, states: number, words: number): void {
  const interleaved = new Int32Array(memory.buffer, 8 * states, 16);
  const state = Int32Array.from({ length: 4 }, (_, word) => interleaved[4 * word]!);
  xoshiro(state, new Uint32Array(memory.buffer, 8 * words, 2048));
  const passed = new Uint32Array(512);
  for (let lane = 0; lane < 4; lane++) {
    if (lane > 0) xoshiro(state, passed);
    state.forEach((value, word) => (interleaved[4 * word + lane] = value));
  }
}
