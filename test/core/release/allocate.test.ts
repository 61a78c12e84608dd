import { expect, test } from "vitest";
import type { Allocate } from "../../../src/core/bufferPool.ts";
import { planBoundary } from "../../../src/core/erm/boundary/boundary.ts";
import type { BoundaryParameters } from "../../../src/core/erm/boundary/boundaryParameters.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import { planMeanCurve } from "../../../src/core/mean/meanCurve.ts";
import type { ScalableRelease } from "../../../src/core/release/release.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { unitBoundary } from "../../support/boundaryParameters.ts";
import { smoothMean } from "../../support/meanCurveParameters.ts";

const random = seededSource(11);
const uniforms = (count: number) => Float64Array.from({ length: count }, () => random.uniform());

const density = (change: Partial<DensityParameters>) => {
  const domain = (change.bandwidths ?? [0]).map(() => [0, 1] as const);
  const points = { dimension: domain.length, coordinates: uniforms(80) };
  return (allocate?: Allocate) =>
    planDensity({ points, domain }).release(
      {
        domain,
        bandwidths: [0.1],
        correlation: 0,
        route: "gaussian",
        relativeRate: 1,
        drawCount: 2,
        seed: 1,
        ...change,
      },
      allocate,
    );
};

const boundary = (change: Partial<BoundaryParameters>) => {
  const domain =
    change.domain ??
    ([
      [0, 1],
      [0, 1],
    ] as const);
  const points = { dimension: domain.length, coordinates: uniforms(60 * domain.length) };
  const responses = Float64Array.from({ length: 60 }, (_, i) => (points.coordinates[i]! > 0.5 ? 1 : -1));
  const parameters = { ...unitBoundary, domain, drawCount: 2 };
  return (allocate?: Allocate) => {
    const steps = planBoundary({ points, responses }).releasing({ ...parameters, ...change }, allocate);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  };
};

const curves = uniforms(200);
const meanCurve = (allocate?: Allocate) =>
  planMeanCurve({ curves, pointCount: 20 }).release(
    { ...smoothMean, domain: [0, 1], rule: "uniform", power: 1, normBound: 1, drawCount: 2 },
    allocate,
  );

test.each<readonly [string, (allocate?: Allocate) => ScalableRelease]>([
  ["density on a line", density({})],
  ["density on a line, narrower than a grid step", density({ bandwidths: [3e-4] })],
  ["density in the plane", density({ bandwidths: [0.1, 0.2], correlation: 0.5 })],
  ["density in the plane, narrower than a grid step", density({ bandwidths: [2e-3, 2e-3] })],
  ["density on the Sobolev route", density({ bandwidths: [0.1, 0.2], route: "sobolev" })],
  ["boundary, Gaussian", boundary({})],
  ["boundary, Matérn", boundary({ kernel: "matern32" })],
  ["boundary, product exponential, on landmarks", boundary({ kernel: "productExponential", solver: "landmarks" })],
  ["regression", boundary({ domain: [[0, 1]], loss: "huber", responseRange: [-1, 1] })],
  ["mean curve", meanCurve],
])("release(…, allocate) leaves nothing of what an array held before: %s", (_, release) => {
  const made: Float64Array[] = [];
  const { estimate, unitNoise, ...rest } = release((length) => {
    made.push(new Float64Array(length).fill(NaN));
    return made.at(-1)!;
  });
  expect(new Set(made)).toEqual(new Set([estimate, ...unitNoise]));
  const fresh = release();
  expect({ estimate, unitNoise, ...rest }).toEqual(fresh);
  expect([estimate, ...unitNoise].every((values) => values.every(Number.isFinite))).toBe(true);
});
