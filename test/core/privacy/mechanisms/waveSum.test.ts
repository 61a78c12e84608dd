import { expect, test } from "vitest";
import { waveSum } from "../../../../src/core/privacy/mechanisms/waveSum.ts";
import type { CircleAxis } from "../../../../src/core/privacy/mechanisms/waveSum.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { standardNormals } from "../../../../src/core/random/standardNormals.ts";

const point: CircleAxis = { count: 1, turn: 0, highest: 0 };
const grids: [CircleAxis, CircleAxis][] = [
  [point, { count: 2, turn: 1 / 4, highest: 1 }],
  [point, { count: 5, turn: 1 / 16, highest: 3 }],
  [point, { count: 64, turn: 1 / 128, highest: 64 }],
  [point, { count: 63, turn: 1 / 128, highest: 60 }],
  [point, { count: 9, turn: 1 / 32, highest: 0 }],
  [point, { count: 7, turn: 1 / 21.7, highest: 6 }],
  [
    { count: 5, turn: 1 / 16, highest: 3 },
    { count: 8, turn: 1 / 16, highest: 8 },
  ],
  [
    { count: 9, turn: 1 / 32, highest: 16 },
    { count: 8, turn: 1 / 16, highest: 8 },
  ],
  [
    { count: 8, turn: 1 / 16, highest: 7 },
    { count: 15, turn: 1 / 32, highest: 14 },
  ],
  [
    { count: 7, turn: 1 / 21.7, highest: 6 },
    { count: 4, turn: 1 / 16, highest: 2 },
  ],
  [
    { count: 6, turn: 1 / 21.7, highest: 1 },
    { count: 5, turn: 1 / 12, highest: 4 },
  ],
];

/** Re Σ c_kl e^(−i(φ_k + φ_l)), term by term. */
function directSum(x: CircleAxis, y: CircleAxis, i: number, j: number, re: Float64Array, im: Float64Array): number {
  let sum = 0;
  for (let l = 0, q = 0; l <= y.highest; l++) {
    for (let k = -x.highest; k <= x.highest; k++, q++) {
      const angle =
        2 * Math.PI * (k * x.turn * (i - Math.floor(x.count / 2)) + l * y.turn * (j - Math.floor(y.count / 2)));
      sum += re[q]! * Math.cos(angle) + im[q]! * Math.sin(angle);
    }
  }
  return sum;
}

test.each(grids)(
  "waveSum is the sum of its waves, and white noise, within its bound, whatever was summed before: %o, %o",
  (x, y) => {
    const random = seededSource(1);
    const size = (2 * x.highest + 1) * (y.highest + 1);
    const waves = waveSum(x, y);
    const weights = Float64Array.from({ length: size }, () => random.uniform());
    for (let round = 0; round < 3; round++) {
      const [a, b] = [standardNormals(random, size), standardNormals(random, size)];
      const [re, im] = [a.map((value, q) => value * weights[q]!), b.map((value, q) => value * weights[q]!)];
      const out = new Float64Array(x.count * y.count).fill(NaN);
      const normals = standardNormals(random, out.length);
      waves.sum(re, im, out, { deviation: round / 4, normals });
      const error = Math.hypot(
        ...out.map(
          (value, p) =>
            value - (round / 4) * normals[p]! - directSum(x, y, p % x.count, Math.floor(p / x.count), re, im),
        ),
      );
      // The angles of the direct sum are off by a few u of themselves, its sum of up to 330 terms by 330u at most.
      const own =
        2 ** -53 * (Math.sqrt(x.count * y.count) * 40 * size * Math.hypot(...re, ...im) + 2 * Math.hypot(...normals));
      expect(error).toBeLessThan(waves.mapError(weights) * Math.hypot(...a, ...b) + own);
      expect(error).toBeLessThan(1e-12 * Math.sqrt(size * x.count * y.count));
    }
  },
);

test("drawError of tables bounds what a wave alone may be off by at the worst phases, where four products are rounded", () => {
  const u = 2 ** -53;
  for (const [K, L] of [
    [60, 60],
    [40, 3],
    [2, 50],
  ] as const) {
    const [x, y] = [
      { count: 70, turn: 1 / 310.7, highest: K },
      { count: 70, turn: 1 / 310.7, highest: L },
    ];
    const [k, l] = [1, 1];
    const weights = new Float64Array((2 * K + 1) * (L + 1));
    weights[l * (2 * K + 1) + K + k] = 1;
    const d = waveSum(x, y).drawError(weights) / (u * Math.sqrt(x.count * y.count) * (Math.sqrt(Math.PI / 2) + 37));
    // a + ib of modulus 1 is turned along the first axis, in two sums of K + 2 additions and a product, then along the second.
    let most = 0;
    const steps = Array.from({ length: 41 }, (_, i) => (Math.PI / 80) * i);
    for (const turn of steps) {
      for (const first of steps) {
        for (const second of steps) {
          const [a, b] = [Math.cos(turn), Math.sin(turn)];
          const real = a * Math.cos(first) + b * Math.sin(first);
          const imaginary = b * Math.cos(first) + a * Math.sin(first);
          const both = Math.cos(second) * real + Math.sin(second) * imaginary;
          most = Math.max(most, (K + 3) * both + L + 3);
        }
      }
    }
    // ẑ and its product with a weight, and powers of 5.2u and √5u each.
    expect(d).toBeGreaterThanOrEqual(most + 2 + 5.2 * (k + l));
  }
});
