import { describe, expect, test } from "vitest";
import { sumDeviation, sumQuantile, type EntryLaw } from "../../../../src/core/affineHull/fabrication/entrySums.ts";
import { ParameterError } from "../../../../src/core/errors.ts";
import { staircaseQuantile, staircaseTransform } from "../../../../src/core/privacy/mechanisms/staircaseLaw.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const laplace: EntryLaw = { kind: "laplace", scale: 1, delta: 0 };
const entries = (count: number, weight = 1) => [{ weight, count }];

describe("sumQuantile", () => {
  // |Σ of m| is a mixture of Gamma laws of j ≤ m, of weights 2^(1−2m+j) C(2m−1−j, m−j): SciPy.
  test.each([
    [2, 0.05, 4.1130032807196395],
    [2, 1e-6, 16.013483963967623],
    [3, 0.05, 4.9685960001817016],
    [10, 1e-6, 26.135897680460815],
    [50, 0.05, 19.641446667285013],
  ])("of %i Laplace numbers at α = %f is that of the Gamma mixture", (count, alpha, expected) => {
    expect(sumQuantile(laplace, entries(count), alpha) / expected).toBeCloseTo(1, 5);
    expect(sumQuantile({ ...laplace, scale: 3 }, entries(count, 2), alpha) / (6 * expected)).toBeCloseTo(1, 5);
  });

  test("holds as many sums of draws as it says: staircase numbers of two weights, and a point mass", () => {
    const random = seededSource(40);
    const n = 20_000;
    const cases = [
      { law: { kind: "staircase", epsilon: 1.3 }, draw: () => staircaseQuantile(random.uniform(), 1.3) },
      {
        law: { kind: "laplace", scale: 1, delta: 0.4 },
        draw: () => (random.uniform() < 0.4 ? 0 : Math.log(random.uniform()) * (random.uniform() < 0.5 ? 1 : -1)),
      },
    ] as const;
    for (const { law, draw } of cases) {
      const half = sumQuantile(law, [...entries(3, 0.5), ...entries(2, 2)], 0.05);
      let held = 0;
      for (let k = 0; k < n; k++) {
        const sum = 0.5 * (draw() + draw() + draw()) + 2 * (draw() + draw());
        if (Math.abs(sum) <= half) held++;
      }
      // 4.9 standard errors of the share.
      expect(Math.abs(held / n - 0.95)).toBeLessThan(4.9 * Math.sqrt((0.95 * 0.05) / n));
    }
  });

  test("one entry, normal numbers and sums that are always 0 have closed forms; others Chebyshev's bound", () => {
    expect(sumQuantile(laplace, entries(1, -2), 0.05)).toBeCloseTo(2 * Math.log(20), 12);
    expect(sumQuantile({ kind: "gaussian", deviation: 3 }, entries(4, 0.25), 0.05)).toBeCloseTo(
      1.5 * 1.959963984540054,
      12,
    );
    expect(sumQuantile(laplace, [], 0.05)).toBe(0);
    const sharp: EntryLaw = { kind: "staircase", epsilon: 60 };
    expect(sumQuantile(sharp, entries(2), 0.05)).toBeCloseTo(sumDeviation(sharp, entries(2)) / Math.sqrt(0.05), 12);
    for (const alpha of [0, 1, NaN]) expect(() => sumQuantile(laplace, entries(2), alpha)).toThrow(ParameterError);
  });
});

test("staircaseTransform is the mean cosine of its quantiles", () => {
  const m = 20_000;
  for (const t of [0.5, 2, 7]) {
    let sum = 0;
    for (let k = 0; k < m; k++) sum += Math.cos(t * staircaseQuantile((k + 0.5) / m, 1.3));
    expect(staircaseTransform(t, 1.3)).toBeCloseTo(sum / m, 3);
  }
  expect(staircaseTransform(0, 1.3)).toBe(1);
});
