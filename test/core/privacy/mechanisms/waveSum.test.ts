import { expect, test } from "vitest";
import { waveSum } from "../../../../src/core/privacy/mechanisms/waveSum.ts";
import type { CircleAxis } from "../../../../src/core/privacy/mechanisms/waveSum.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";

const axes: CircleAxis[] = [
  { count: 2, turn: 1 / 4, highest: 1 },
  { count: 5, turn: 1 / 16, highest: 3 },
  { count: 8, turn: 1 / 16, highest: 8 },
  { count: 9, turn: 1 / 32, highest: 0 },
  { count: 7, turn: 1 / 21.7, highest: 6 },
  { count: 1, turn: 0, highest: 0 },
];

/** Re and Im of Σ c_k e^(−iφ_jk), term by term. */
function directSum({ count, turn }: CircleAxis, j: number, terms: readonly { k: number; re: number; im: number }[]): [number, number] {
  let [re, im] = [0, 0];
  for (const term of terms) {
    const angle = -2 * Math.PI * term.k * turn * (j - Math.floor(count / 2));
    re += term.re * Math.cos(angle) - term.im * Math.sin(angle);
    im += term.im * Math.cos(angle) + term.re * Math.sin(angle);
  }
  return [re, im];
}

// At most 17 terms of a size of some units each: 1e-12 is far above their rounding.
test.each(axes)("waveSum is the sum of its waves, whatever was summed before: %o", (axis) => {
  const { count, highest } = axis;
  const random = seededSource(1);
  const sum = waveSum(axis);
  for (let round = 0; round < 2; round++) {
    const [re, im] = [standardNormals(random, 2 * highest + 1), standardNormals(random, 2 * highest + 1)];
    const [outRe, outIm] = [new Float64Array(3 * count), new Float64Array(3 * count)];
    sum.complex(re, im, outRe, outIm, { start: 1, stride: 3 });
    const terms = Array.from(re, (value, q) => ({ k: q - highest, re: value, im: im[q]! }));
    for (let j = 0; j < count; j++) {
      const [expectedRe, expectedIm] = directSum(axis, j, terms);
      expect(Math.abs(outRe[1 + 3 * j]! - expectedRe)).toBeLessThan(1e-12);
      expect(Math.abs(outIm[1 + 3 * j]! - expectedIm)).toBeLessThan(1e-12);
      expect([outRe[3 * j], outRe[3 * j + 2]]).toEqual([0, 0]);
    }
    for (const sets of [1, 2]) {
      const [cRe, cIm] = [standardNormals(random, sets * (highest + 1)), standardNormals(random, sets * (highest + 1))];
      const out = new Float64Array(2 * count);
      sum.real(cRe, cIm, out, { start: 0, stride: 2 });
      for (let j = 0; j < count; j++) {
        for (let set = 0; set < sets; set++) {
          const from = set * (highest + 1);
          const half = Array.from({ length: highest + 1 }, (_, k) => ({ k, re: cRe[from + k]!, im: cIm[from + k]! }));
          expect(Math.abs(out[2 * j + set]! - directSum(axis, j, half)[0])).toBeLessThan(1e-12);
        }
        if (sets === 1) expect(out[2 * j + 1]).toBe(0);
      }
    }
  }
});
