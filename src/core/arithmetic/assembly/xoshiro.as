import { at } from "./pairs";

// x¹⁵³⁶ modulo the characteristic polynomial of the steps: selects the states, of 128, whose sum is the state 1536
// steps on.
const jump: usize = memory.data<u32>([0xc2c4756e, 0xea2a58d5, 0x9dc7649e, 0x32727bce]);

@inline
function rotateLeft(x: v128, k: i32): v128 {
  return v128.or(i32x4.shl(x, k), i32x4.shr_u(x, 32 - k));
}

/** Each of four states takes 512 steps and then skips the 1536 of the others. */
export function xoshiro(states: i32, words: i32): void {
  const from = at(states);
  let a = v128.load(from), b = v128.load(from, 16), c = v128.load(from, 32), d = v128.load(from, 48);
  let to = at(words);
  for (const end = to + 2048; to < end; to += 4) {
    const fivefold = i32x4.add(b, i32x4.shl(b, 2));
    const turned = rotateLeft(fivefold, 7);
    const number = i32x4.add(turned, i32x4.shl(turned, 3));
    v128.store_lane<i32>(to, number, 0);
    v128.store_lane<i32>(to, number, 1, 2048);
    v128.store_lane<i32>(to, number, 2, 4096);
    v128.store_lane<i32>(to, number, 3, 6144);
    const shifted = i32x4.shl(b, 9);
    c = v128.xor(c, a);
    d = v128.xor(d, b);
    b = v128.xor(b, c);
    a = v128.xor(a, d);
    c = v128.xor(c, shifted);
    d = rotateLeft(d, 11);
  }
  let a1 = i32x4.splat(0), b1 = i32x4.splat(0), c1 = i32x4.splat(0), d1 = i32x4.splat(0);
  for (let word = 0; word < 4; word++) {
    let bits = load<u32>(jump + (<usize>word << 2));
    for (let k = 0; k < 32; k++, bits >>= 1) {
      const chosen = i32x4.splat(-<i32>(bits & 1));
      a1 = v128.xor(a1, v128.and(chosen, a));
      b1 = v128.xor(b1, v128.and(chosen, b));
      c1 = v128.xor(c1, v128.and(chosen, c));
      d1 = v128.xor(d1, v128.and(chosen, d));
      const shifted = i32x4.shl(b, 9);
      c = v128.xor(c, a);
      d = v128.xor(d, b);
      b = v128.xor(b, c);
      a = v128.xor(a, d);
      c = v128.xor(c, shifted);
      d = rotateLeft(d, 11);
    }
  }
  v128.store(from, a1);
  v128.store(from, b1, 16);
  v128.store(from, c1, 32);
  v128.store(from, d1, 48);
}
