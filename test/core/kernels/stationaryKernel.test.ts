import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../src/core/kernels/kernelOf.ts";
import { smoothnessOf, stationaryKernel } from "../../../src/core/kernels/stationaryKernel.ts";
import { pointAt, pointCount } from "../../../src/core/points.ts";
import { targetOnGrid } from "../../support/covariance.ts";

const names: KernelName[] = ["gaussian", "matern52", "matern32", "exponential", "productExponential"];
const axis = { lower: -1, upper: 2, count: 7 };

test.each(names)("stationaryKernel(%s, ℓ, d) describes the kernel of that name, in one and two dimensions", (name) => {
  for (const lengthScale of [0.2, 1.5]) {
    for (const grid of [{ axes: [axis] }, { axes: [axis, { ...axis, upper: 1, count: 4 }] }]) {
      const at = gridPoints(grid);
      const kernel = kernelOf(name, lengthScale);
      const described = targetOnGrid(stationaryKernel(name, lengthScale, grid.axes.length), grid, 0);
      for (let i = 0; i < pointCount(at); i++) {
        for (let j = 0; j < pointCount(at); j++) {
          const exact = kernel.evaluate(pointAt(at, i), pointAt(at, j));
          // Arguments of exponentials up to 120 differ by some roundings of them.
          expect(Math.abs(described.get(i, j) - exact)).toBeLessThanOrEqual(600 * 2 ** -53 * exact);
        }
      }
    }
  }
});

test.each([0, -1, 0.5, NaN, Infinity])("stationaryKernel refuses %d dimensions", (dimension) => {
  expect(() => stationaryKernel("gaussian", 1, dimension)).toThrow(ParameterError);
});

test.each(["matern52", "matern32", "exponential"] as const)("near 0 %s is as rough as its ν says", (name) => {
  // 1 − k(r) falls like r^min(2, 2ν): slopes between r = 10⁻³ and 10⁻².
  const kernel = kernelOf(name, 1);
  const fall = (r: number) => Math.log(1 - kernel.evaluate([0], [r]));
  expect((fall(1e-2) - fall(1e-3)) / Math.log(10)).toBeCloseTo(Math.min(2, 2 * smoothnessOf[name]), 1);
});
