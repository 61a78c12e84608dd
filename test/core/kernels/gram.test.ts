import { expect, test } from "vitest";
import type { Kernel } from "../../../src/core/kernels/kernel.ts";
import { productExponentialKernel } from "../../../src/core/kernels/productExponential.ts";
import { gram } from "../../../src/core/kernels/gram.ts";
import { pointsFrom } from "../../../src/core/points.ts";

test("gram holds every kernel value, exactly symmetric", () => {
  const rows = [
    [0, 1],
    [0.3, -2],
    [5, 0.1],
    [0, 1],
  ];
  const kernel = productExponentialKernel(0.7);
  const K = gram(kernel, pointsFrom(rows));
  rows.forEach((x, i) =>
    rows.forEach((y, j) => {
      expect(K[4 * i + j]).toBe(kernel.evaluate(x, y));
      expect(K[4 * i + j]).toBe(K[4 * j + i]);
    }),
  );
});

test("gram evaluates each pair once", () => {
  let calls = 0;
  const counting: Kernel = { diagonalBound: 1, evaluate: () => ++calls };
  gram(counting, pointsFrom([[0], [1], [2], [3]]));
  expect(calls).toBe(10);
});
