import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { measureBinnedDifference } from "../../../../src/core/density/estimator/binnedDifference.ts";
import { anisotropicKernelDensity } from "../../../../src/core/density/estimator/kernelDensity.ts";
import { gridPoints, type RegularGrid } from "../../../../src/core/grids.ts";
import { pointsFrom } from "../../../../src/core/points.ts";

const grid: RegularGrid = { axes: [{ lower: 0, upper: 1, count: 50 }] };
const bandwidthMatrix = [[0.01]];
const points = pointsFrom([[0.2], [0.25], [0.9], [1.5]]);
const clamped = pointsFrom([[0.2], [0.25], [0.9], [1]]);
const exact = anisotropicKernelDensity({ points: clamped, bandwidthMatrix, at: gridPoints(grid) });

function run(values: Float64Array, probeCount: number) {
  const slices = measureBinnedDifference({ points, grid, bumps: { bandwidthMatrix }, values, probeCount });
  const progress: number[] = [];
  let step = slices.next();
  for (; step.done !== true; step = slices.next()) progress.push(step.value);
  return { progress, difference: step.value };
}

test("measureBinnedDifference is 0 for the exact estimate of the clamped records", () => {
  expect(run(exact, 50).difference).toMatchObject({ maxDifference: 0, relativeToPeak: 0 });
});

test("measureBinnedDifference finds a known difference, relative to the peak", () => {
  const peak = Math.max(...exact);
  const { difference } = run(
    exact.map((value) => value + peak / 8),
    10,
  );
  expect(difference.maxDifference).toBeCloseTo(peak / 8, 12);
  expect(difference.relativeToPeak).toBeCloseTo(1 / 9, 12);
});

test("measureBinnedDifference yields growing progress up to 1, so that it can be stopped in between", () => {
  const { progress } = run(exact, 10);
  expect(progress.length).toBeGreaterThan(1);
  expect(progress).toEqual([...progress].sort((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});

test.each([0, -1, 1.5, NaN, Infinity])("measureBinnedDifference refuses a probe count of %s", (probeCount) => {
  expect(() => run(exact, probeCount)).toThrow(ParameterError);
});
