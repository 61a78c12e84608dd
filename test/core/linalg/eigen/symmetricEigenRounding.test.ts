import { expect, test } from "vitest";
import { gramOnLine } from "../../../../src/core/kernels/gramOnLine.ts";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { matern52Kernel } from "../../../../src/core/kernels/matern52.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const u = 2 ** -53;
const matrix = (m: number, element: (i: number, j: number) => number) =>
  Float64Array.from({ length: m * m }, (_, at) => element(Math.floor(at / m), at % m));
const frobenius = (A: Float64Array) => Math.sqrt(A.reduce((sum, a) => sum + a * a, 0));
const regular = (m: number) => Float64Array.from({ length: m }, (_, i) => i / (m - 1));
const irregular = (m: number) => regular(m).map((t, i) => t + (0.4 * Math.sin(37 * i)) / (m - 1));

const many = casesOf(500, 250);

// With these constants planMeanCurve bounds the rounding of a spectrum.
test.each<[string, number, Float64Array]>([
  ["Gaussian kernel, 93 regular points", 93, gramOnLine(gaussianKernel(0.1), regular(93))],
  ["Gaussian kernel, 94 irregular points", 94, gramOnLine(gaussianKernel(0.1), irregular(94))],
  ["Gaussian kernel, many regular points", many, gramOnLine(gaussianKernel(0.1), regular(many))],
  ["Matérn 5/2 kernel, 301 regular points", 301, gramOnLine(matern52Kernel(0.5), regular(301))],
  ["exponential kernel, 300 irregular points", 300, gramOnLine(exponentialKernel(0.1), irregular(300))],
  ["Hilbert matrix", 20, matrix(20, (i, j) => 1 / (i + j + 1))],
  ["graded down", 60, matrix(60, (i, j) => 10 ** (-(i + j) / 2) / (1 + Math.abs(i - j)))],
  ["graded up", 60, matrix(60, (i, j) => 10 ** (-(118 - i - j) / 2) / (1 + Math.abs(i - j)))],
  ["ones: m − 1 equal eigenvalues", 31, matrix(31, () => 1)],
  ["two equal blocks", 8, matrix(8, (i, j) => (i >> 2 === j >> 2 ? 1 / (1 + (i % 4) + (j % 4)) : 0))],
  ["2 × 2", 2, Float64Array.of(1, 0.999, 0.999, 1)],
  ["1 × 1", 1, Float64Array.of(0.3)],
])("symmetricEigen: ‖AV − VΛ‖ ≤ 10mu‖A‖ and ‖VVᵀ − I‖ ≤ 10mu in the Frobenius norm: %s", (_, m, A) => {
  const { values, vectors } = symmetricEigen(A, m);
  const rowOf = (M: Float64Array, i: number) => M.subarray(i * m, (i + 1) * m);
  const dot = (x: Float64Array, y: Float64Array) => {
    let sum = 0;
    for (let i = 0; i < m; i++) sum += x[i]! * y[i]!;
    return sum;
  };
  const residual = matrix(m, (i, j) => dot(rowOf(A, i), rowOf(vectors, j)) - values[j]! * vectors[j * m + i]!);
  const skewness = matrix(m, (i, j) => dot(rowOf(vectors, i), rowOf(vectors, j)) - (i === j ? 1 : 0));
  expect(frobenius(residual)).toBeLessThanOrEqual(10 * m * u * frobenius(A));
  expect(frobenius(skewness)).toBeLessThanOrEqual(10 * m * u);
});

test.each([2, 3, 4, 5, 93, 200])(
  "symmetricEigen knows the second difference of %i points, λ_k = 2 + 2 cos(kπ/(m + 1))",
  (m) => {
    const { values } = symmetricEigen(
      matrix(m, (i, j) => (i === j ? 2 : Math.abs(i - j) === 1 ? -1 : 0)),
      m,
    );
    values.forEach((value, k) => {
      // Eigenvalues move by ‖E‖₂ at most; ‖A‖_F < √(6m).
      expect(Math.abs(value - 2 - 2 * Math.cos(((k + 1) * Math.PI) / (m + 1)))).toBeLessThan(
        10 * m * u * Math.sqrt(6 * m),
      );
    });
  },
);

test("symmetricEigen by halves and as a whole agree: one element changed by rounding chooses the other way", () => {
  const A = gramOnLine(gaussianKernel(0.05), regular(40));
  const whole = A.slice();
  whole[0]! *= 1 + 2 * u;
  const [a, b] = [symmetricEigen(A, 40).values, symmetricEigen(whole, 40).values];
  a.forEach((value, j) => expect(Math.abs(value - b[j]!)).toBeLessThan(40 * 20 * u * frobenius(A)));
});
