import { describe, expect, test } from "vitest";
import { evaluateExpansion } from "../../../../src/core/erm/expansion/kernelExpansion.ts";
import { gridPoints } from "../../../../src/core/grids.ts";
import { kernelOf } from "../../../../src/core/kernels/kernelOf.ts";
import type { KernelName } from "../../../../src/core/kernels/kernelOf.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { planBoundary } from "../../../../src/core/erm/boundary/boundary.ts";
import type { BoundaryParameters } from "../../../../src/core/erm/boundary/boundaryParameters.ts";
import {
  boundaryGrid,
  expansionOnSlice,
  kernelOnSlice,
  sliceOf,
} from "../../../../src/core/erm/boundary/boundarySlice.ts";
import { unitBoxRounding } from "../../../../src/core/erm/boundary/boundaryRounding.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { firstOf } from "../../../support/fuzzing.ts";

const random = seededSource(5);
const n = 90;
const d = 4;
const centres = { dimension: d, coordinates: Float64Array.from({ length: n * d }, () => random.uniform()) };
const coefficients = Float64Array.from({ length: n }, () => random.normal() / n);
const unit = [0, 1] as const;
const domain = [unit, unit, unit, [10, 20] as const];
const kernels = ["gaussian", "matern52", "matern32", "exponential", "productExponential"] as const;

/** The points of a slice with all their inputs. */
function pointsOn({ grid, held }: ReturnType<typeof sliceOf>) {
  const flat = gridPoints(grid);
  const size = flat.coordinates.length / flat.dimension;
  const rows = Array.from({ length: size }, (_, i) => [
    ...flat.coordinates.subarray(i * flat.dimension, (i + 1) * flat.dimension),
    ...held,
  ]);
  return { dimension: flat.dimension + held.length, coordinates: Float64Array.from(rows.flat()) };
}

describe.each<KernelName>(kernels)("with the %s kernel", (name) => {
  // On a plane it is the same sum over more points.
  test.each([
    ["a plane", [0.3, 14]],
    ["a line", [0.9, 0.3, 14]],
  ])("expansionOnSlice gives on %s what the sum over all inputs gives, within its bound", (_, held) => {
    const slice = sliceOf({ domain, held });
    const kernel = kernelOf(name, 0.4);
    const values = lastOf(expansionOnSlice({ kernel, centres, coefficients }, slice));
    const direct = evaluateExpansion({ kernel, centres, coefficients }, pointsOn(slice));
    const apart = Math.hypot(...values.map((value, i) => value - direct[i]!));
    const coefficientBound = coefficients.reduce((sum, c) => sum + Math.abs(c), 0);
    const sum = { lengthScale: 0.4, grid: slice.grid, centreCount: n, coefficientBound, summation: "direct" } as const;
    const bound = unitBoxRounding({ ...sum, kernel: kernelOnSlice(kernel, slice) });
    // Both sums round within the bound.
    expect(apart).toBeLessThanOrEqual(2 * bound);
    expect(Math.max(...values.map(Math.abs))).toBeGreaterThan(0.01);
  });
});

test("sliceOf maps held values into the unit box, those outside to its edge", () => {
  expect(Array.from(sliceOf({ domain, held: [0.25, 12.5] }).held)).toEqual([0.25, 0.25]);
  expect(Array.from(sliceOf({ domain, held: [-3, 99] }).held)).toEqual([0, 1]);
  expect(sliceOf({ domain: [unit, unit] })).toEqual({ grid: boundaryGrid(2), held: new Float64Array(0) });
});

test.each([
  [{ domain, held: [0.5] }, /^held must be all but one or two of 4; got 1/],
  [{ domain, held: [0, 0, 0, 10] }, /^held must/],
  [{ domain, held: [NaN, 10] }, /^held\[0\] must be finite/],
  [{ domain, held: [0, Infinity] }, /^held\[1\] must be finite/],
  [{ domain: Array.from({ length: 21 }, () => unit), held: new Array<number>(19).fill(0) }, /^domain must/],
])("sliceOf refuses %j", (asked, message) => {
  expect(() => sliceOf(asked)).toThrow(message);
});

describe("a boundary of four inputs", () => {
  const labels = Float64Array.from({ length: n }, (_, i) =>
    centres.coordinates[i * d]! + centres.coordinates[i * d + 2]! > 1 ? 1 : -1,
  );
  const inUnits = centres.coordinates.map((x, k) => (k % d === 3 ? 10 + 10 * x : x));
  const plan = () => planBoundary({ points: { dimension: d, coordinates: inUnits }, responses: labels });
  const parameters: BoundaryParameters = {
    domain,
    held: [0.3, 14],
    kernel: "matern32",
    lengthScale: 0.8,
    loss: "hinge",
    lossParameter: 0.5,
    penalty: 0.02,
    solver: "exact",
    drawCount: 1,
    seed: 1,
  };

  test.each<KernelName>(firstOf(["matern32", "gaussian", "matern52", "exponential", "productExponential"], 2))(
    "is shown on a plane, with the Δ of all inputs: %s",
    (kernel) => {
      const release = lastOf(plan().releasing({ ...parameters, kernel }));
      expect(release.gridCounts).toEqual([200, 200]);
      expect(release.exactSensitivity).toBeCloseTo(1 / (0.02 * n), 12);
      expect(release.sensitivity / release.exactSensitivity).toBeLessThan(1.0511);
      // Through the third input, which is held, the sign turns where the first passes 0.7.
      const middle = (x: number) => release.estimate[100 * 200 + Math.round(199 * x)]!;
      expect(middle(0.1)).toBeLessThan(0);
      expect(middle(0.97)).toBeGreaterThan(0);
    },
  );

  test("other held values show another slice of the same function", () => {
    const made = plan();
    const [low, high] = [0.1, 0.9].map((third) => lastOf(made.releasing({ ...parameters, held: [third, 14] })));
    const above = (values: Float64Array) => values.filter((f) => f > 0).length / values.length;
    expect(above(high!.estimate)).toBeGreaterThan(above(low!.estimate) + 0.3);
    expect(high!.rkhsNorm).toBe(low!.rkhsNorm);
  });

  test("on a line of a regression, and held out, all inputs count", () => {
    const heights = Float64Array.from({ length: n }, (_, i) => 3 * centres.coordinates[i * d + 3]! + 1);
    const curve: BoundaryParameters = { ...parameters, loss: "huber", responseRange: [0, 5], held: [0.5, 0.5, 18] };
    const made = planBoundary({ points: { dimension: d, coordinates: inUnits }, responses: heights });
    const { estimate, simultaneousQuantile } = lastOf(made.releasing({ ...curve, penalty: 1e-4 }));
    expect(2.5 + 2.5 * estimate[250]!).toBeCloseTo(3.4, 0);
    expect(simultaneousQuantile).toBeGreaterThan(1.96);
    const held = lastOf(made.holdingOut({ ...curve, penalty: 1e-4 }));
    const error = held.reduce((sum, f, i) => sum + Math.abs(2.5 + 2.5 * f - heights[i]!), 0) / n;
    expect(error).toBeLessThan(0.3);
  });

  test("takes the exact fit only", () => {
    const onLandmarks = { ...parameters, solver: "landmarks" } as const;
    expect(() => lastOf(plan().releasing(onLandmarks))).toThrow(/choose the exact fit/);
    expect(() => plan().target(onLandmarks)).toThrow(/choose the exact fit/);
  });
});
