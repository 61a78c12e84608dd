import { describe, expect, test } from "vitest";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import { kernelProduct, preciseKernelProduct } from "../../../src/core/kernels/kernelProduct.ts";
import { fillKernelRow, kernelRows } from "../../../src/core/kernels/kernelRows.ts";
import { rowMemory } from "../../../src/core/arithmetic/rowMemory.ts";
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

describe.each(["gaussian", "matern52", "matern32", "exponential", "productExponential"] as const)(
  "%s kernel",
  (name) => {
    test.each([1, 2, 3])("kernelRows holds k(xᵢ, xⱼ) in %i dimensions, as does a part of it", (dimension) => {
      const kernel = kernelOf(name, 0.4);
      const points = seededPoints(7, dimension);
      const rows = kernelRows(kernel, points);
      const chosen = Int32Array.of(1, 4, 6);
      const part = rows.part(chosen);
      for (let i = 0; i < 7; i++) {
        expect(rows.diagonal[i]).toBe(1);
        for (let j = 0; j < 7; j++) {
          const exact = kernel.evaluate(pointAt(points, i), pointAt(points, j));
          // Exponentials are within 4 units in the last place, and their arguments, at most 10, within 5u.
          expect(Math.abs(rows.row(i)[j]! - exact)).toBeLessThanOrEqual((16 + 100) * 2 ** -53 * exact);
          expect(rows.row(i)[j]).toBe(rows.row(j)[i]);
        }
      }
      chosen.forEach((i, k) => expect(Array.from(part.row(k))).toEqual(Array.from(chosen, (j) => rows.row(i)[j])));
    });
  },
);

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
    rows.row(i).forEach((k, j) => expect(Math.abs(k - right[j]!)).toBeLessThanOrEqual(16 * 2 ** -53));
  }
});

test("writePlaces says where a row is once it was asked for, and −1 again when the memory was another's", () => {
  const memory = rowMemory(1);
  const [rows, others] = [9, 12].map((n) => kernelRows(gaussianKernel(0.4), seededPoints(n, 2), memory));
  const known = () => {
    const to = rows!.workspace + 12;
    const memory = rows!.arithmetic().held();
    rows!.writePlaces(to);
    return Array.from(memory.subarray(to, to + 9));
  };
  expect(known()).toEqual(new Array<number>(9).fill(-1));
  const places = [3, 8].map((i) => rows!.at(i) - rows!.workspace);
  expect(known()).toEqual([-1, -1, -1, places[0], -1, -1, -1, -1, places[1]]);
  others!.row(2);
  expect(known()).toEqual(new Array<number>(9).fill(-1));
});

test.each<[string, Kernel]>([
  ["Gaussian", gaussianKernel(0.4)],
  ["exponential", exponentialKernel(0.4)],
])("rows of several problems on one memory: each finds its own, whoever used it last, %s kernel", (_, kernel) => {
  const memory = rowMemory(1);
  const problems = [5, 30, 7].map((n) => ({
    n,
    points: seededPoints(n, 2),
    rows: kernelRows(kernel, seededPoints(n, 2), memory),
  }));
  for (const i of [0, 4, 0, 3]) {
    for (const { n, points, rows } of problems) {
      const row = rows.row(i);
      for (let j = 0; j < n; j++)
        expect(row[j]).toBeCloseTo(kernel.evaluate(pointAt(points, i), pointAt(points, j)), 14);
      const product = new Float64Array(n);
      run(
        kernelProduct(
          rows,
          Float64Array.from({ length: n }, (_, k) => +(k === i)),
          product,
        ),
      );
      expect(product).toEqual(rows.row(i).slice());
    }
  }
});

test("rowMemory lends each holder his own, then that which was not asked for longest", () => {
  const memory = rowMemory(2);
  const [a, b, c] = [{}, {}, {}];
  const first = memory.lend(a);
  const second = memory.lend(b);
  expect([first.kept, second.kept]).toEqual([false, false]);
  expect(first.by).not.toBe(second.by);
  expect(memory.lend(a)).toEqual({ by: first.by, kept: true });
  expect(memory.lend(c)).toEqual({ by: second.by, kept: false });
  expect(memory.lend(a).kept).toBe(true);
  expect(memory.lend(b)).toEqual({ by: second.by, kept: false });
});

test.each([1, 2, 3, 4, 5, 30])(
  "kernelProduct and preciseKernelProduct are K v, for %i points, zeros in v or not",
  (n) => {
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
  },
);

test("preciseKernelProduct keeps what plain sums lose: 1 + 1999 · 2⁻⁵⁴", () => {
  const n = 2000;
  const rows = kernelRows({ evaluate: () => 1, diagonalBound: 1 }, seededPoints(n, 1));
  const v = Float64Array.from({ length: n }, (_, j) => (j === 0 ? 1 : 2 ** -54));
  const [fast, precise] = [new Float64Array(n), new Float64Array(n)];
  run(kernelProduct(rows, v, fast));
  run(preciseKernelProduct(rows, v, precise));
  const exact = 1 + 1999 * 2 ** -54;
  expect(precise[0]).toBe(exact);
  expect(fast[0]).not.toBe(exact);
});
