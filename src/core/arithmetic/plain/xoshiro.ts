/**
 * Writes the next numbers of xoshiro128** to `out` and moves the state on.
 *
 * @param state four words, not all zero
 * @see Blackman & Vigna (2021), ACM TOMS 47(4)
 */
export function xoshiro(state: Int32Array, out: Uint32Array): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  for (let i = 0; i < out.length; i++) {
    out[i] = Math.imul(rotateLeft(Math.imul(b, 5), 7), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotateLeft(d, 11);
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = d;
}

function rotateLeft(x: number, k: number): number {
  return (x << k) | (x >>> (32 - k));
}

/** 2048 steps of the first state, then 1536 more for the other states. */
export function nextBlock(memory: Float64Array, states: number, words: number): void {
  const interleaved = new Int32Array(memory.buffer, memory.byteOffset + 8 * states, 16);
  const state = Int32Array.from({ length: 4 }, (_, word) => interleaved[4 * word]!);
  xoshiro(state, new Uint32Array(memory.buffer, memory.byteOffset + 8 * words, 2048));
  const passed = new Uint32Array(512);
  for (let lane = 0; lane < 4; lane++) {
    if (lane > 0) xoshiro(state, passed);
    state.forEach((value, word) => (interleaved[4 * word + lane] = value));
  }
}
