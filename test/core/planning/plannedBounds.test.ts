import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { plannedBounds, type BoundsRequest } from "../../../src/core/planning/plannedBounds.ts";
import { clipCurve } from "../../../src/core/mean/functionalMean.ts";
import { drawnCurves, meanErrors, type PlannedMean } from "../../../src/core/planning/meanErrors.ts";
import { noiseOfPlan } from "../../../src/core/planning/planTarget.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { eightHundred, twoPeaks } from "./mixtures.ts";
import { tableMachines, twoClasses, twoRanges } from "./simulated.ts";

const mean: PlannedMean = {
  curves: { heights: [0, 2, 3, 1, 1.5], deviation: 0.8, lengthScale: 0.15 },
  smoothing: { domain: [0, 1], rule: "uniform", kernel: "matern52", range: 0.2, power: 1, normBound: 2 },
  noiseKernel: "matern52",
  pointCount: 31,
};
const requests: readonly BoundsRequest[] = [
  { kind: "density", density: { ...twoPeaks, domain: [20, 80] }, release: eightHundred },
  { kind: "mean", mean, release: { ...eightHundred, tuning: 0.02 } },
  {
    kind: "table",
    table: { truth: twoClasses, machines: { ...tableMachines, ranges: twoRanges } },
    column: 0,
    release: { ...eightHundred, epsilon: 4, delta: 0 },
  },
];

test.each(requests)("plannedBounds of a $kind: clipping falls, noise grows, and they cross", (request) => {
  const points = lastOf(plannedBounds(request));
  points.slice(1).forEach((point, j) => {
    expect(point.clipping).toBeLessThanOrEqual(points[j]!.clipping);
    expect(point.noise).toBeGreaterThan(points[j]!.noise);
  });
  const [narrow, wide] = [points[0]!, points.at(-1)!];
  expect(narrow.clipping).toBeGreaterThan(narrow.noise);
  expect(wide.clipping).toBeLessThan(wide.noise);
  expect(wide.factor / narrow.factor).toBeCloseTo(8, 12);
});

test("plannedBounds: moved entries by simulation, shrunk curves by clipCurve, a density's lost mass by a fine sum", () => {
  const [density, curves, table] = requests.map((request) => lastOf(plannedBounds(request))[8]!);
  const random = seededSource(6);
  const m = 100_000;
  let square = 0;
  for (let i = 0; i < m; i++) {
    const { means, deviations } = twoClasses.parts[i % 4 === 0 ? 0 : 1]!;
    const x = means[0]! + deviations[0]! * random.normal();
    square += Math.max(0, table!.bounds[0] - x, x - table!.bounds[1]) ** 2;
  }
  // The square is below 30 and has a relative deviation of about 2: 4.9 standard errors are 3 %.
  expect(table!.clipping / Math.sqrt(square / m)).toBeCloseTo(1, 1);
  const { curves: drawn, weights } = drawnCurves(mean, 400, seededSource(1));
  const lost = weights.map((_, i) =>
    drawn.reduce(
      (sum, curve) => sum + curve[i]! - clipCurve({ curve, weights, normBound: curves!.bounds[1] }).clipped[i]!,
      0,
    ),
  );
  const norm = Math.sqrt(lost.reduce((sum, x, i) => sum + weights[i]! * (x / 400) ** 2, 0));
  expect(curves!.clipping).toBeCloseTo(norm, 10);
  expect(curves!.noise / curves!.bounds[1]).toBeCloseTo(
    noiseOfPlan(meanErrors(mean).of(0.02), { ...eightHundred, tuning: 0.02 }) / 2,
    10,
  );
  const f = (x: number) =>
    (0.6 * Math.exp(-0.5 * ((x - 35) / 6) ** 2)) / (6 * Math.sqrt(2 * Math.PI)) +
    (0.4 * Math.exp(-0.5 * ((x - 62) / 5) ** 2)) / (5 * Math.sqrt(2 * Math.PI));
  const outside = Array.from({ length: 40_000 }, (_, i) => (i + 0.5) / 200 - 50).filter(
    (x) => x < density!.bounds[0] || x > density!.bounds[1],
  );
  expect(density!.clipping ** 2).toBeGreaterThan(outside.reduce((sum, x) => sum + f(x) ** 2 / 200, 0) * 0.999);
});

test("plannedBounds refuses a drawn density, a column that is none, and a wrong number", () => {
  const [density, , table] = requests as [BoundsRequest, BoundsRequest, BoundsRequest];
  if (density.kind !== "density" || table.kind !== "table") throw new Error("other kinds");
  const drawn = { ...density, density: { ...density.density, truth: { kind: "drawn", heights: [0, 1, 0] } as const } };
  const epsilon = { ...table, release: { ...table.release, epsilon: NaN } };
  for (const wrong of [drawn, { ...table, column: 2 }, { ...table, column: NaN }, epsilon])
    expect(() => lastOf(plannedBounds(wrong))).toThrow(ParameterError);
});
