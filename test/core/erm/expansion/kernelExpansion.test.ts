import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { evaluateExpansion } from "../../../../src/core/erm/expansion/kernelExpansion.ts";
import { expansionOnGrid } from "../../../../src/core/erm/expansion/expansionOnGrid.ts";
import { expansionRounding } from "../../../../src/core/erm/expansion/expansionRounding.ts";
import { gridPoints } from "../../../../src/core/grids.ts";
import type { RegularGrid } from "../../../../src/core/grids.ts";
import { anisotropicGaussianKernel } from "../../../../src/core/kernels/anisotropicGaussian.ts";
import { kernelOf } from "../../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../../src/core/kernels/kernelOf.ts";
import { pointAt } from "../../../../src/core/points.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { expOfNegative, fixed, times, toDouble } from "../../../support/fixedPoint.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const names: KernelName[] = ["gaussian", "matern52", "matern32", "exponential", "productExponential"];
const plane: RegularGrid = {
  axes: [
    { lower: 0, upper: 1, count: 23 },
    { lower: -1, upper: 1, count: 17 },
  ],
};
const line: RegularGrid = { axes: [{ lower: 0, upper: 2, count: 40 }] };

function expansion(dimension: number, n: number) {
  const random = seededSource(3);
  return {
    centres: { dimension, coordinates: Float64Array.from({ length: n * dimension }, () => random.uniform()) },
    coefficients: Float64Array.from({ length: n }, (_, i) => (i % 5 === 2 ? 0 : random.normal())),
  };
}

describe.each([
  ...names.map((name) => [name, kernelOf(name, 0.3)] as const),
  [
    "full bandwidth matrix",
    anisotropicGaussianKernel([
      [0.1, 0.03],
      [0.03, 0.2],
    ]),
  ] as const,
])("%s", (name, kernel) => {
  test("expansionOnGrid and evaluateExpansion are the sum of kernel sections, within the stated rounding", () => {
    for (const [dimension, grid] of [
      [1, line],
      [2, plane],
    ] as const) {
      if (dimension === 1 && name === "full bandwidth matrix") continue;
      for (const n of [1, 7, 8, 29]) {
        const { centres, coefficients } = expansion(dimension, n);
        const at = gridPoints(grid);
        const values = lastOf(expansionOnGrid({ kernel, centres, coefficients }, grid));
        const scattered = evaluateExpansion({ kernel, centres, coefficients }, at);
        const mass = coefficients.reduce((sum, c) => sum + Math.abs(c), 0);
        const rounding = expansionRounding({ kernel, grid, centreCount: n, coefficientBound: mass, kernelBound: 1 });
        let [square, off] = [0, 0];
        values.forEach((value, k) => {
          const exact = coefficients.reduce(
            (sum, c, i) => sum + c * kernel.evaluate(pointAt(centres, i), pointAt(at, k)),
            0,
          );
          square += (value - exact) ** 2;
          off = Math.max(off, Math.abs(scattered[k]! - exact));
        });
        expect(off).toBeLessThan(1e-13 * mass);
        expect(Math.sqrt(square)).toBeLessThanOrEqual(2 * rounding);
      }
    }
  });
});

test.each(["gaussian", "productExponential"] as const)(
  "expansionOnGrid of 1300 centres, in three slices, is evaluateExpansion, %s kernel",
  (name) => {
    const kernel = kernelOf(name, 0.3);
    const { centres, coefficients } = expansion(2, 1700);
    expect(coefficients.filter((c) => c !== 0).length).toBeGreaterThan(1300);
    const steps = expansionOnGrid({ kernel, centres, coefficients }, plane);
    expect([steps.next().done, steps.next().done]).toEqual([false, false]);
    const values = lastOf(steps);
    const mass = coefficients.reduce((sum, c) => sum + Math.abs(c), 0);
    evaluateExpansion({ kernel, centres, coefficients }, gridPoints(plane)).forEach((value, k) => {
      expect(Math.abs(values[k]! - value)).toBeLessThan(1e-13 * mass);
    });
  },
);

describe.each([0.05, 0.1, 0.3, 2])(
  "interpolated expansionOnGrid of a Gaussian kernel on 100 × 90 points, ℓ = %f,",
  (lengthScale) => {
    const kernel = kernelOf("gaussian", lengthScale);
    const grid: RegularGrid = {
      axes: [
        { lower: 0, upper: 1, count: 100 },
        { lower: 0.2, upper: 1, count: 90 },
      ],
    };
    const at = gridPoints(grid);
    const n = casesOf(300, 60);

    test.each([
      ["coefficients of both signs", (x: number) => x, (c: number) => c],
      ["coefficients of one sign, which add up", (x: number) => x, Math.abs],
      ["centres outside the grid", (x: number) => 5 * x - 2, (c: number) => c],
      ["centres at the corners of the unit square", Math.round, Math.abs],
    ] as const)("is within the stated rounding for %s", (_, place, weight) => {
      const { centres, coefficients } = expansion(2, n);
      const moved = centres.coordinates.map((x) => place(x));
      const c = coefficients.map((x) => weight(x));
      const values = lastOf(
        expansionOnGrid({ kernel, centres: { dimension: 2, coordinates: moved }, coefficients: c }, grid, {
          summation: "interpolated",
        }),
      );
      const mass = c.reduce((sum, x) => sum + Math.abs(x), 0);
      const places = Array.from(c, (_, i) => moved.subarray(2 * i, 2 * i + 2));
      let square = 0;
      values.forEach((value, k) => {
        const point = at.coordinates.subarray(2 * k, 2 * k + 2);
        let [sum, rest] = [0, 0];
        for (let i = 0; i < n; i++) {
          const term = c[i]! * kernel.evaluate(places[i]!, point);
          const next = sum + term;
          rest += Math.abs(sum) > Math.abs(term) ? sum - next + term : term - next + sum;
          sum = next;
        }
        square += (value - sum - rest) ** 2;
      });
      const rounding = expansionRounding({ kernel, grid, centreCount: n, coefficientBound: mass, kernelBound: 1 });
      // The values compared with have terms that are off by some roundings themselves.
      expect(Math.sqrt(square)).toBeLessThanOrEqual(rounding + Math.sqrt(values.length) * 10 * 2 ** -53 * mass);
      expect(Math.sqrt(square)).toBeLessThan(1e-14 * Math.sqrt(values.length) * mass);
    });

    test("expansionRounding covers both ways, and is not much more than the sum's alone for many centres", () => {
      const of = (centreCount: number) =>
        expansionRounding({ kernel, grid, centreCount, coefficientBound: 1, kernelBound: 1 });
      const alone = (n: number) => Math.sqrt(9000) * (n + 40) * 2 ** -53;
      expect(of(1e4)).toBeGreaterThanOrEqual(alone(1e4));
      expect(
        expansionRounding({ kernel, grid, centreCount: 1e4, coefficientBound: 1, kernelBound: 1, summation: "direct" }),
      ).toBe(alone(1e4));
      expect(of(1e4)).toBeLessThan(4 * alone(1e4));
      expect(of(100)).toBeLessThan(1e4 * 2 ** -53 * Math.sqrt(9000));
    });
  },
);

test("expansionRounding of an axis of very many points is that of the direct sum, which is the only way then", () => {
  const kernel = kernelOf("gaussian", 0.3);
  for (const count of [20_001, 300_000, 1e9]) {
    const grid: RegularGrid = {
      axes: [
        { lower: 0, upper: 1, count },
        { lower: 0, upper: 1, count: 20 },
      ],
    };
    const bound = { kernel, grid, centreCount: 10, coefficientBound: 1, kernelBound: 1 };
    expect(expansionRounding(bound)).toBe(expansionRounding({ ...bound, summation: "direct" }));
  }
});

test.each([1e-6, 1e-10])(
  "expansionRounding covers a Gaussian kernel of correlation 1 − %f, of which so much is rounded off",
  (off) => {
    const c = 1 - off;
    const kernel = anisotropicGaussianKernel([
      [1, c],
      [c, 1],
    ]);
    const grid: RegularGrid = {
      axes: [
        { lower: 0, upper: Math.sqrt(off), count: 9 },
        { lower: 0, upper: Math.sqrt(off), count: 9 },
      ],
    };
    const at = gridPoints(grid);
    const centre = Float64Array.of(2, 2);
    const values = lastOf(
      expansionOnGrid(
        { kernel, centres: { dimension: 2, coordinates: centre }, coefficients: Float64Array.of(1) },
        grid,
      ),
    );
    const determinant = fixed(1) - times(fixed(c), fixed(c));
    let square = 0;
    values.forEach((value, k) => {
      const [x, y] = [0, 1].map((d) => fixed(at.coordinates[2 * k + d]!) - fixed(2)) as [bigint, bigint];
      const form = times(x, x) - 2n * times(fixed(c), times(x, y)) + times(y, y);
      square += toDouble(fixed(value) - expOfNegative((form << 239n) / determinant)) ** 2;
    });
    const bound = { grid, centreCount: 1, coefficientBound: 1, kernelBound: 1 };
    expect(Math.sqrt(square)).toBeGreaterThan(
      10 * expansionRounding({ ...bound, kernel: { ...kernel, roundings: 0 } }),
    );
    expect(Math.sqrt(square)).toBeLessThanOrEqual(expansionRounding({ ...bound, kernel }));
  },
);

test("expansionOnGrid refuses a grid of another dimension and a wrong number of coefficients", () => {
  const { centres, coefficients } = expansion(2, 5);
  const kernel = kernelOf("gaussian", 1);
  expect(() => lastOf(expansionOnGrid({ kernel, centres, coefficients }, line))).toThrow(ParameterError);
  expect(() => lastOf(expansionOnGrid({ kernel, centres, coefficients: coefficients.subarray(1) }, plane))).toThrow(
    ParameterError,
  );
});
