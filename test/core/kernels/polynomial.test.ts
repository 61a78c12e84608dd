import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { polynomialKernel } from "../../../src/core/kernels/polynomial.ts";
import { pointAt, pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test("polynomialKernel(p, d) has the values of exact fractions, and 1 at a corner", () => {
  // x̃ = (−1, 1), ỹ = (1, −½): (1 − 1 − ½)/3 = −1/6.
  expect(polynomialKernel(3, 2).evaluate([0, 1], [1, 0.25])).toBeCloseTo(-1 / 216, 16);
  // x̃ = ½, ỹ = −¼: (1 − 1/8)/2 = 7/16.
  expect(polynomialKernel(2, 1).evaluate([0.75], [0.375])).toBe(49 / 256);
  expect(polynomialKernel(5, 3).evaluate([0, 1, 0], [0, 1, 0])).toBe(1);
});

test.each([
  [1, 10, 11],
  [2, 10, 66],
  [3, 2, 10],
  [6, 3, 84],
  [399, 1, 400],
])("polynomialKernel(%i, %i) has %i features, whose product it is", (degree, dimension, count) => {
  const kernel = polynomialKernel(degree, dimension);
  expect(kernel.features.count).toBe(count);
  const random = seededSource(degree);
  const points = pointsFrom([
    new Array<number>(dimension).fill(1),
    ...Array.from({ length: 3 }, () => Array.from({ length: dimension }, () => random.uniform())),
  ]);
  const stride = count + 3;
  const values = new Float64Array(4 * stride);
  kernel.features.fill(points, values, 2, stride);
  for (let i = 0; i < 4; i++) {
    for (let j = 0; j < 4; j++) {
      let sum = 0;
      for (let a = 0; a < count; a++) sum += values[2 + i * stride + a]! * values[2 + j * stride + a]!;
      expect(sum).toBeCloseTo(kernel.evaluate(pointAt(points, i), pointAt(points, j)), 12);
    }
  }
});

test("polynomialKernel refuses a degree with too many terms, or that is no whole number", () => {
  expect(() => polynomialKernel(4, 10)).toThrow(
    /^power must be so small that a polynomial of 10 inputs has at most 400 terms; got 4$/,
  );
  expect(() => polynomialKernel(1e9, 1)).toThrow(/at most 400 terms/);
  for (const bad of [NaN, Infinity, 0, -1, 1.5]) expect(() => polynomialKernel(bad, 2)).toThrow(ParameterError);
});
