import { expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { gramOnLine } from "../../../../src/core/kernels/gramOnLine.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { largestEigenvalueBound } from "../../../../src/core/linalg/eigen/largestEigenvalue.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

const matrix = (m: number, element: (i: number, j: number) => number) =>
  Float64Array.from({ length: m * m }, (_, at) => element(Math.floor(at / m), at % m));
const line = (m: number) => Float64Array.from({ length: m }, (_, i) => i / (m - 1));
const random = seededSource(4);
const factor = Float64Array.from({ length: 900 }, () => random.normal());

test.each<[string, number, Float64Array]>([
  ["1 × 1", 1, Float64Array.of(7)],
  ["ones", 40, new Float64Array(1600).fill(1)],
  ["identity", 40, matrix(40, (i, j) => (i === j ? 1 : 0))],
  ["Gaussian kernel", 93, gramOnLine(gaussianKernel(0.1), line(93))],
  ["exponential kernel", 93, gramOnLine(exponentialKernel(0.01), line(93))],
  ["second difference: a cluster at the top", 80, matrix(80, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0))],
  [
    "normals",
    30,
    matrix(30, (i, j) =>
      Array.from({ length: 30 }, (_, k) => factor[i * 30 + k]! * factor[j * 30 + k]!).reduce((a, b) => a + b),
    ),
  ],
  ["graded", 30, matrix(30, (i, j) => 10 ** -(i + j))],
  ["huge", 12, matrix(12, (i, j) => (i === j ? 2 : 1) * 1e150)],
  ["tiny", 12, matrix(12, (i, j) => (i === j ? 2 : 1) * 1e-150)],
])("largestEigenvalueBound is above the largest eigenvalue, by some thousandths at most: %s", (_, m, A) => {
  const largest = symmetricEigen(A, m).values[0]!;
  const bound = largestEigenvalueBound(A, m);
  expect(bound).toBeGreaterThanOrEqual(largest);
  expect(bound).toBeLessThan(largest * 1.005);
});

test("largestEigenvalueBound stays a bound where Lanczos' method sees nothing of the largest", () => {
  // Eigenvalues crowd up to 1, and the eigenvector of 1.01 is orthogonal to the start: 60 steps cannot tell it from rounding.
  const m = 300;
  const start = Float64Array.from({ length: m }, (_, i) => 1 + ((i * 0.618) % 1));
  const [x, y] = [start[1]!, -start[0]!];
  const A = matrix(m, (i, j) =>
    i === j && i > 1 ? i / m : i < 2 && j < 2 ? (1.01 * [x, y][i]! * [x, y][j]!) / (x * x + y * y) : 0,
  );
  const bound = largestEigenvalueBound(A, m);
  expect(bound).toBeGreaterThanOrEqual(1.01);
  expect(bound).toBeLessThan(1.06);
});

test("largestEigenvalueBound of zero is zero", () => {
  expect(largestEigenvalueBound(new Float64Array(9), 3)).toBe(0);
});

test.each([NaN, Infinity])("largestEigenvalueBound refuses %s", (bad) => {
  for (const at of [0, 1, 8]) {
    const A = matrix(3, (i, j) => (i === j ? 2 : 1));
    A[at] = bad;
    A[(at % 3) * 3 + Math.floor(at / 3)] = bad;
    expect(() => largestEigenvalueBound(A, 3)).toThrow(NumericalError);
  }
});
