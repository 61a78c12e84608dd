import { expect, test } from "vitest";
import { exponentialKernel } from "../../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../../src/core/kernels/gaussian.ts";
import { gram } from "../../../../src/core/kernels/gram.ts";
import { cholesky } from "../../../../src/core/linalg/cholesky.ts";
import { symmetricEigen } from "../../../../src/core/linalg/eigen/symmetricEigen.ts";
import { sobolevEmbedding } from "../../../../src/core/privacy/sensitivity/sobolevEmbedding.ts";
import { notPositive } from "../relative.ts";

/** The largest ‖f‖_E/‖f‖_K over functions on a grid: √λ_max(L⁻¹ K L⁻ᵀ) with E = LLᵀ. */
function largestRatio(rate: number, length: number, count: number): number {
  const at = { dimension: 1, coordinates: Float64Array.from({ length: count }, (_, i) => (length * i) / (count - 1)) };
  const L = cholesky(gram(exponentialKernel(1 / rate), at), count);
  const K = gram(gaussianKernel(1), at);
  const solve = (B: Float64Array): Float64Array => {
    const X = B.slice();
    for (let i = 0; i < count; i++) {
      for (let s = 0; s < i; s++)
        for (let j = 0; j < count; j++) X[i * count + j]! -= L[i * count + s]! * X[s * count + j]!;
      for (let j = 0; j < count; j++) X[i * count + j]! /= L[i * count + i]!;
    }
    return X;
  };
  const turned = (M: Float64Array) => M.map((_, at) => M[(at % count) * count + Math.floor(at / count)]!);
  return Math.sqrt(symmetricEigen(solve(turned(solve(K))), count).values[0]!);
}

test.each([0.5, 1, 1.3, 1.5])(
  "no function exceeds C, and on a long line one comes within a hundredth: rate %f",
  (rate) => {
    const C = sobolevEmbedding(rate, 1);
    for (const [length, count] of [
      [1, 20],
      [8, 40],
      [60, 240],
    ] as const) {
      expect(largestRatio(rate, length, count)).toBeLessThanOrEqual(C * (1 + 1e-9));
    }
    expect(largestRatio(rate, 60, 240)).toBeGreaterThan(0.99 * C);
  },
);

test("it is least at the rate 1/ℓ, and multiplies over axes", () => {
  expect(sobolevEmbedding(1, 1)).toBeCloseTo(1.233, 3);
  for (const rate of [0.5, 0.9, 1.1, 2]) expect(sobolevEmbedding(rate, 1)).toBeGreaterThan(sobolevEmbedding(1, 1));
  expect(sobolevEmbedding(1, 3)).toBeCloseTo(sobolevEmbedding(1, 1) ** 3, 12);
});

test.each(notPositive)("sobolevEmbedding refuses %s", (bad) => {
  expect(() => sobolevEmbedding(bad, 1)).toThrow(/^relativeRate must/);
  expect(() => sobolevEmbedding(1, bad)).toThrow(/^dimension must/);
});
