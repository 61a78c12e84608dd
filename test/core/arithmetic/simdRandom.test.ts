import { describe, expect, test } from "vitest";
import { normalOfBits } from "../../../src/core/arithmetic/plain/normals.ts";
import { sourceFromBits } from "../../../src/core/random/uniformBits.ts";
import { xoshiro } from "../../../src/core/arithmetic/plain/xoshiro.ts";
import { ways } from "../../support/ways.ts";

function sequence(count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  xoshiro(Int32Array.of(1, -2, 0x12345678, 4), numbers);
  return numbers;
}

describe.each(ways.map((way) => [way.name, way] as const))("%s", (_, way) => {
  test("xoshiro goes on with the one sequence, block after block", () => {
    const expected = sequence(5 * 2048 + 2048);
    const states = new Int32Array(16);
    for (let lane = 0; lane < 4; lane++) {
      const state = Int32Array.of(1, -2, 0x12345678, 4);
      xoshiro(state, new Uint32Array(512 * lane));
      state.forEach((value, word) => (states[4 * word + lane] = value));
    }
    for (let block = 0; block < 5; block++) {
      const { buffer, byteOffset } = way.reserve(8 + 1024 + 5);
      const at = new Int32Array(buffer, byteOffset + 24, 16);
      at.set(states);
      way.xoshiro(3, 12);
      states.set(at);
      const words = new Uint32Array(buffer, byteOffset + 96, 2048);
      expect(words.every((word, i) => word === expected[block * 2048 + i])).toBe(true);
    }
  });

  test("normals are those of their bits, to the last digit, wherever they are and next to any others", () => {
    const bits = sequence(40_000);
    // The ends, the centre, both borders of the tail, its own border at 1.39e-11, and all of these side by side.
    const rare = [0, 1, 0.5, 0.075, 0.925, 1.3887943864964021e-11, 1 - 1.3887943864964021e-11, 3e-13].flatMap((p) =>
      [-1, 0, 1].map((step) => BigInt(Math.min(2 ** 52 - 1, Math.max(0, Math.floor(p * 2 ** 52) + step)))),
    );
    rare.forEach((k, i) => bits.set([Number(k >> 26n) * 64, Number(k & 0x3ffffffn) * 64], 4000 + 2 * i));
    bits.fill(3, 10_000, 10_000 + 2 * 1200); // A whole block of one tail.
    const expected = Float64Array.from({ length: 20_000 }, (_, i) => normalOfBits(bits[2 * i]!, bits[2 * i + 1]!));
    for (const [start, count] of [
      [0, 20_000],
      [7, 2],
      [2000, 24],
      [2001, 24],
      [4999, 1202],
      [31, 998],
      [4, 0],
    ] as const) {
      const memory = way.reserve(20_010);
      memory.fill(-7);
      new Uint32Array(memory.buffer, memory.byteOffset + 24).set(bits.subarray(2 * start, 2 * (start + count)));
      way.normals(3, count);
      expect(memory.slice(3, 3 + count)).toEqual(expected.slice(start, start + count));
      expect([memory[2], memory[3 + count]]).toEqual([-7, -7]);
    }
  });

  test("fillNormals of a source are its single normals, to the last digit", () => {
    const from = () =>
      sourceFromBits(
        (block) => block.set(sequence(block.length)),
        2000,
        () => way,
      );
    const single = from();
    const out = new Float64Array(2345);
    from().fillNormals(out);
    out.forEach((value) => expect(value).toBe(single.normal()));
  });
});
