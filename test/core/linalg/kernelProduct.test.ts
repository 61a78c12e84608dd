import { expect, test } from "vitest";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { kernelProduct, preciseKernelProduct } from "../../../src/core/linalg/kernelProduct.ts";
import { fillKernelRow, kernelRows } from "../../../src/core/linalg/kernelRows.ts";
import type { KernelRows } from "../../../src/core/linalg/kernelRows.ts";
import { pointAt } from "../../../src/core/points.ts";
import type { Points } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

function seededPoints(n: number, dimension: number): Points {
  const random = seededSource(3);
  return { dimension, coordinates: Float64Array.from({ length: n * dimension }, () => random.uniform()) };
}

function run(slices: Generator<undefined, void>): void {
  while (!slices.next().done);
}

test.each([1, 2, 3])("kernelRows holds k(xᵢ, xⱼ) in %i dimensions", (dimension) => {
  const kernel = gaussianKernel(0.4);
  const points = seededPoints(7, dimension);
  const rows = kernelRows(kernel, points);
  for (let i = 0; i < 7; i++) {
    expect(rows.diagonal[i]).toBe(1);
    for (let j = 0; j < 7; j++) {
      const exact = kernel.evaluate(pointAt(points, i), pointAt(points, j));
      // Exponentials of rows and of single values are each within 4 units in the last place.
      expect(Math.abs(rows.row(i)[j]! - exact)).toBeLessThanOrEqual(16 * 2 ** -53 * exact);
      expect(rows.row(i)[j]).toBe(rows.row(j)[i]);
    }
  }
});

test("kernelRows with more rows than it keeps: the last four stay valid, and a row asked for again is right", () => {
  const kernel = gaussianKernel(0.4);
  const n = 4200;
  const points = seededPoints(n, 1);
  const rows = kernelRows(kernel, points);
  const right = new Float64Array(n);
  for (let i = 0; i + 3 < n; i += 4) {
    const four = [0, 1, 2, 3].map((k) => rows.row(i + k));
    for (const k of [0, 1, 2, 3]) expect(four[k]![i + k]).toBe(1);
  }
  for (const i of [0, 17, 4199, 4000]) {
    fillKernelRow(kernel, pointAt(points, i), points, right);
    expect(rows.row(i)).toEqual(right);
  }
});

test.each([1, 2, 3, 4, 5, 30])("kernelProduct and preciseKernelProduct are K v, for %i points, zeros in v or not", (n) => {
  const rows = kernelRows(gaussianKernel(0.3), seededPoints(n, 2));
  const random = seededSource(n);
  for (const zeros of [0, 0.5, 1]) {
    const v = Float64Array.from({ length: n }, () => (random.uniform() < zeros ? 0 : random.normal()));
    const [fast, precise] = [new Float64Array(n).fill(9), new Float64Array(n).fill(9)];
    run(kernelProduct(rows, v, fast));
    run(preciseKernelProduct(rows, v, precise));
    for (let i = 0; i < n; i++) {
      const exact = v.reduce((sum, x, j) => sum + x * rows.row(j)[i]!, 0);
      expect(fast[i]).toBeCloseTo(exact, 13);
      expect(precise[i]).toBeCloseTo(exact, 13);
    }
  }
});

test("preciseKernelProduct keeps what plain sums lose: 1 + 10⁴ · 2⁻⁵⁴", () => {
  const n = 10_001;
  const ones = new Float64Array(n).fill(1);
  const rows: KernelRows = { count: n, diagonal: ones, row: () => ones };
  const v = Float64Array.from({ length: n }, (_, j) => (j === 0 ? 1 : 2 ** -54));
  const [fast, precise] = [new Float64Array(n), new Float64Array(n)];
  run(kernelProduct(rows, v, fast));
  run(preciseKernelProduct(rows, v, precise));
  const exact = 1 + 10_000 * 2 ** -54;
  expect(precise[0]).toBe(exact);
  expect(fast[0]).not.toBe(exact);
});
