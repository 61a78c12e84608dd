import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { matern32Kernel } from "../../../src/core/kernels/matern32.ts";
import { matern52Kernel } from "../../../src/core/kernels/matern52.ts";
import { anisotropicGaussianKernel } from "../../../src/core/kernels/anisotropicGaussian.ts";
import { exponentialKernel } from "../../../src/core/kernels/exponential.ts";
import { productExponentialKernel } from "../../../src/core/kernels/productExponential.ts";
import { kernelRows } from "../../../src/core/kernels/kernelRows.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";
import { kernelOf } from "../../support/kernels.ts";
import type { KernelObject } from "../../support/kernels.ts";

interface Curve {
  readonly kernel: "C1" | "C2" | "C3" | "C4";
  readonly rho: number;
  readonly t: number;
  readonly s: number;
}

test("C1 to C4 have the reference values", () => {
  const cases = goldenCases<Curve, { value: number }>("kernels-one-dimensional");
  expect(cases).toHaveLength(64);
  for (const golden of cases) {
    const { kernel, rho, t, s } = golden.inputs;
    expectGolden(golden, "value", kernelOf({ type: kernel, rho }).evaluate([t], [s]));
  }
});

test("kernels of several coordinates have the reference values", () => {
  for (const golden of goldenCases<{ kernel: KernelObject; X: number[][]; Y: number[][] }, object>(
    "kernels-multivariate",
  )) {
    const { kernel, X, Y } = golden.inputs;
    const k = kernelOf(kernel);
    expectGolden(
      golden,
      "matrix",
      X.flatMap((x) => Y.map((y) => k.evaluate(x, y))),
    );
  }
});

const constructors = [gaussianKernel, matern32Kernel, matern52Kernel, exponentialKernel, productExponentialKernel];

test.each(constructors)("%o refuses NaN, infinite, zero and negative scales", (construct) => {
  for (const bad of [NaN, Infinity, 0, -1]) expect(() => construct(bad)).toThrow(ParameterError);
});

test.each(constructors.slice(0, -1))(
  "%o refuses a scale so small that squares underflow, where a computed k(x, x) would be 0",
  (construct) => {
    expect(() => construct(1e-141)).toThrow(ParameterError);
    const kernel = construct(1e-140);
    const at = Float64Array.of(0.3, 0.3, 0.7);
    const rows = kernelRows(kernel, { dimension: 1, coordinates: at });
    expect(Array.from(rows.row(0))).toEqual([1, 1, 0]);
    expect(kernel.evaluate([0], [1e-140])).toBeCloseTo(construct(1).evaluate([0], [1]), 14);
  },
);

test.each(constructors.slice(0, -1))(
  "%o refuses a scale so large that squares overflow, where kernels of distances of its order would be 0 or 1",
  (construct) => {
    for (const bad of [1.1e150, 1e155, 1e200]) expect(() => construct(bad)).toThrow(ParameterError);
    const kernel = construct(1e150);
    const at = [0, 1e150, 2e150, 1e153, 1e155];
    const rows = kernelRows(kernel, { dimension: 1, coordinates: Float64Array.from(at) });
    at.forEach((x, i) => {
      const exact = construct(1).evaluate([0], [x / 1e150]);
      expect(rows.row(0)[i]).toBeCloseTo(exact, 13);
      expect(kernel.evaluate([0], [x])).toBeCloseTo(exact, 13);
    });
  },
);

test.each(constructors)("%o is 1 on the diagonal, symmetric, and at most its diagonal bound", (construct) => {
  const k = construct(0.7);
  expect(k.evaluate([1, 2], [1, 2])).toBe(1);
  expect(k.evaluate([0, 1], [2, 0.5])).toBe(k.evaluate([2, 0.5], [0, 1]));
  expect(k.evaluate([0, 1], [2, 0.5])).toBeLessThan(k.diagonalBound);
});

test.each([gaussianKernel, matern32Kernel, matern52Kernel, exponentialKernel])(
  "%o is 1 at no distance, and 0 far off, whatever overflows",
  (construct) => {
    for (const scale of [1e-140, 1e-100, 1e-20]) {
      const k = construct(scale);
      const squared = Float64Array.of(0, 1, 1e20, Infinity);
      k.ofSquaredDistances(squared);
      expect([...squared]).toEqual([1, 0, 0, 0]);
      expect([k.evaluate([0], [0]), k.evaluate([0], [1]), k.evaluate([0], [1e200])]).toEqual([1, 0, 0]);
    }
  },
);

test("anisotropicGaussianKernel refuses matrices that are not symmetric positive definite", () => {
  for (const bad of [
    [
      [1, 2],
      [2, 1],
    ],
    [
      [1, 0.5],
      [0.4, 1],
    ],
    [[0]],
    [[NaN]],
    [[1, 0]],
    [],
  ]) {
    expect(() => anisotropicGaussianKernel(bad)).toThrow(ParameterError);
  }
});
