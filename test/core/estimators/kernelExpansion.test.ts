import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { evaluateExpansion, expansionOnGrid, expansionRounding } from "../../../src/core/estimators/kernelExpansion.ts";
import { gridPoints } from "../../../src/core/grids.ts";
import type { RegularGrid } from "../../../src/core/grids.ts";
import { anisotropicGaussianKernel } from "../../../src/core/kernels/anisotropicGaussian.ts";
import { kernelOf } from "../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../src/core/kernels/kernelOf.ts";
import { pointAt } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

const names: KernelName[] = ["gaussian", "matern52", "matern32", "exponential", "productExponential"];
const plane: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 23 }, { lower: -1, upper: 1, count: 17 }] };
const line: RegularGrid = { axes: [{ lower: 0, upper: 2, count: 40 }] };

function run<T>(steps: Generator<number, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

function expansion(dimension: number, n: number) {
  const random = seededSource(3);
  return {
    centres: { dimension, coordinates: Float64Array.from({ length: n * dimension }, () => random.uniform()) },
    coefficients: Float64Array.from({ length: n }, (_, i) => (i % 5 === 2 ? 0 : random.normal())),
  };
}

describe.each([...names.map((name) => [name, kernelOf(name, 0.3)] as const), ["full bandwidth matrix", anisotropicGaussianKernel([[0.1, 0.03], [0.03, 0.2]])] as const])(
  "%s",
  (name, kernel) => {
    test("expansionOnGrid and evaluateExpansion are the sum of kernel sections, within the stated rounding", () => {
      for (const [dimension, grid] of [[1, line], [2, plane]] as const) {
        if (dimension === 1 && name === "full bandwidth matrix") continue;
        for (const n of [1, 7, 8, 29]) {
          const { centres, coefficients } = expansion(dimension, n);
          const at = gridPoints(grid);
          const values = run(expansionOnGrid({ kernel, centres, coefficients }, grid));
          const scattered = evaluateExpansion({ kernel, centres, coefficients }, at);
          const mass = coefficients.reduce((sum, c) => sum + Math.abs(c), 0);
          const rounding = expansionRounding({ centreCount: n, coefficientBound: mass, kernelBound: 1, gridPointCount: values.length });
          let square = 0;
          values.forEach((value, k) => {
            const exact = coefficients.reduce((sum, c, i) => sum + c * kernel.evaluate(pointAt(centres, i), pointAt(at, k)), 0);
            square += (value - exact) ** 2;
            expect(Math.abs(scattered[k]! - exact)).toBeLessThan(1e-13 * mass);
          });
          expect(Math.sqrt(square)).toBeLessThanOrEqual(2 * rounding);
        }
      }
    });
  },
);

test.each(["gaussian", "productExponential"] as const)("expansionOnGrid of 1300 centres, in three slices, is evaluateExpansion, %s kernel", (name) => {
  const kernel = kernelOf(name, 0.3);
  const { centres, coefficients } = expansion(2, 1700);
  expect(coefficients.filter((c) => c !== 0).length).toBeGreaterThan(1300);
  const steps = expansionOnGrid({ kernel, centres, coefficients }, plane);
  expect([steps.next().done, steps.next().done]).toEqual([false, false]);
  const values = run(steps);
  const mass = coefficients.reduce((sum, c) => sum + Math.abs(c), 0);
  evaluateExpansion({ kernel, centres, coefficients }, gridPoints(plane)).forEach((value, k) => {
    expect(Math.abs(values[k]! - value)).toBeLessThan(1e-13 * mass);
  });
});

test("expansionOnGrid refuses a grid of another dimension and a wrong number of coefficients", () => {
  const { centres, coefficients } = expansion(2, 5);
  const kernel = kernelOf("gaussian", 1);
  expect(() => run(expansionOnGrid({ kernel, centres, coefficients }, line))).toThrow(ParameterError);
  expect(() => run(expansionOnGrid({ kernel, centres, coefficients: coefficients.subarray(1) }, plane))).toThrow(ParameterError);
});
