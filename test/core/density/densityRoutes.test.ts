import { expect, test } from "vitest";
import { kernelDensity } from "../../../src/core/density/estimator/kernelDensity.ts";
import { gridPoints, gridSize } from "../../../src/core/grids.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import { scaleRelease } from "../../../src/core/release/scale.ts";

const random = seededSource(31);
const common = { relativeRate: 1, drawCount: 2, seed: 4 } as const;

const cases: [string, DensityParameters][] = [
  ["Gaussian, line", { ...common, domain: [[-1, 3]], bandwidths: [0.2], correlation: 0, route: "gaussian" }],
  ["Sobolev, line", { ...common, domain: [[-1, 3]], bandwidths: [0.2], correlation: 0, route: "sobolev" }],
  [
    "Gaussian, plane",
    {
      ...common,
      domain: [
        [0, 1],
        [0, 5],
      ],
      bandwidths: [0.1, 0.6],
      correlation: 0,
      route: "gaussian",
    },
  ],
  [
    "Gaussian, plane, 0.9",
    {
      ...common,
      domain: [
        [0, 1],
        [0, 5],
      ],
      bandwidths: [0.1, 0.6],
      correlation: 0.9,
      route: "gaussian",
    },
  ],
  [
    "Sobolev, plane",
    {
      ...common,
      domain: [
        [0, 1],
        [0, 5],
      ],
      bandwidths: [0.1, 0.6],
      correlation: 0,
      route: "sobolev",
    },
  ],
];

/** 200 records, of which 3 lie outside on the first axis. */
function recordsOn({ domain }: DensityParameters) {
  const dimension = domain.length;
  const coordinates = Float64Array.from({ length: 200 * dimension }, (_, k) => {
    const [lower, upper] = domain[k % dimension]!;
    return lower + (upper - lower) * random.uniform();
  });
  for (const i of [0, 50, 199]) coordinates[i * dimension] = domain[0]![1] + 1;
  return { dimension, coordinates };
}

test.each(cases)("planDensity accounts for every inflation, clamp and draw: %s", (_, parameters) => {
  const plan = planDensity({ points: recordsOn(parameters), domain: parameters.domain });
  const release = plan.release(parameters);
  const m = gridSize(plan.grid);
  expect([release.recordCount, release.clampedCount, release.unitNoise.length]).toEqual([200, 3, 2]);
  expect(release.samplingMethod).toBe(parameters.route === "gaussian" ? "spectral" : "autoregressive");

  // Δ is inflated by exactly what rounding costs, and by at most a thousandth.
  const { sensitivity, exactSensitivity, roundingError, jitter } = release;
  expect(sensitivity).toBe(exactSensitivity + (2 * roundingError) / Math.sqrt(jitter));
  expect(sensitivity).toBeLessThanOrEqual(exactSensitivity * 1.001 * (1 + 1e-12));
  expect(roundingError).toBeGreaterThan(0);
  expect(jitter).toBeGreaterThanOrEqual(1e-9);
  if (parameters.route === "gaussian")
    expect(release.unbinnedSensitivity).toBeLessThanOrEqual(release.printedSensitivity);
  // All steps here are at most 0.12 bandwidths.
  expect(exactSensitivity / release.unbinnedSensitivity - 1).toBeGreaterThan(-1e-12);
  expect(exactSensitivity / release.unbinnedSensitivity - 1).toBeLessThan(1e-3);

  const noiseMultiplier = analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 });
  release.unitNoise.forEach((noise, draw) => {
    const out = scaleRelease(release, draw, noiseMultiplier, new Float64Array(m));
    expect(out.every((value, i) => value === release.estimate[i]! + noiseMultiplier * sensitivity * noise[i]!)).toBe(
      true,
    );
    expect(noise.every(Number.isFinite)).toBe(true);
  });
});

test.each(cases.filter(([, { correlation }]) => correlation === 0))(
  "planDensity estimates the clamped records' density to fourth order in the step: %s",
  (_, parameters) => {
    const { domain, bandwidths } = parameters;
    const points = recordsOn(parameters);
    const plan = planDensity({ points, domain });
    const { estimate } = plan.release(parameters);
    // In units of the bandwidths the kernel is isotropic.
    const d = domain.length;
    const inBandwidths = (coordinates: Float64Array, clamp: boolean) => ({
      dimension: d,
      coordinates: coordinates.map((value, k) => {
        const [lower, upper] = domain[k % d]!;
        return (clamp ? Math.min(upper, Math.max(lower, value)) : value) / bandwidths[k % d]!;
      }),
    });
    const at = inBandwidths(gridPoints(plan.grid).coordinates, false);
    const probes = Array.from({ length: 60 }, () => Math.floor(random.uniform() * gridSize(plan.grid)));
    const probed = {
      dimension: d,
      coordinates: Float64Array.from(probes.flatMap((i) => Array.from(at.coordinates.subarray(i * d, i * d + d)))),
    };
    const exact = kernelDensity({ points: inBandwidths(points.coordinates, true), bandwidth: 1, at: probed });
    const volume = bandwidths.reduce((product, h) => product * h, 1);
    // A record's smoothed share errs by at most (s/h)⁴/110 of k(0), and by half of 1/2048 of a step in its position, of
    // slope at most k(0)/h√e.
    const peak = (2 * Math.PI) ** (-d / 2) / volume;
    const bound = plan.grid.axes.reduce((sum, { lower, upper, count }, j) => {
      const relative = (upper - lower) / (count - 1) / bandwidths[j]!;
      return sum + relative ** 4 / 110 + relative / (4096 * Math.sqrt(Math.E));
    }, 0);
    probes.forEach((i, q) =>
      expect(Math.abs(estimate[i]! - exact[q]! / volume)).toBeLessThanOrEqual(peak * bound + 1e-12 * peak),
    );
  },
);

test("planDensity raises the jitter above 10⁻⁹ when rounding would cost more than a thousandth of Δ", () => {
  const [, parameters] = cases[0]!;
  const { domain } = parameters;
  const jitters = [100, 100_000].map((n) => {
    const coordinates = Float64Array.from({ length: n }, () => -1 + 4 * random.uniform());
    const { sensitivity, exactSensitivity, roundingError, jitter } = planDensity({
      points: { dimension: 1, coordinates },
      domain,
    }).release(parameters);
    expect(sensitivity).toBeLessThanOrEqual(exactSensitivity * 1.001 * (1 + 1e-12));
    // A power of ten: the one below would not do.
    if (jitter > 1e-9) {
      expect(exactSensitivity + (2 * roundingError) / Math.sqrt(jitter / 10)).toBeGreaterThan(exactSensitivity * 1.001);
    }
    return jitter;
  });
  expect(jitters[0]).toBe(1e-9);
  expect(jitters[1]).toBeGreaterThan(1e-9);
});

const [, line] = cases[0]!;
const linePlan = planDensity({ points: recordsOn(line), domain: line.domain });

test.each([NaN, Infinity, -Infinity, 0, -1])(
  "planDensity refuses a bandwidth, a rate or a draw count of %s by name",
  (bad) => {
    expect(() => linePlan.release({ ...line, bandwidths: [bad] })).toThrow(/^bandwidth must be/);
    expect(() => linePlan.release({ ...line, route: "sobolev", relativeRate: bad })).toThrow(/^relativeRate must be/);
    expect(() => linePlan.release({ ...line, drawCount: bad })).toThrow(/^draws must be/);
  },
);

test.each([NaN, Infinity, -Infinity, 1, -1])("planDensity refuses a correlation of %s by name", (correlation) => {
  const [, plane] = cases[2]!;
  const plan = planDensity({ points: recordsOn(plane), domain: plane.domain });
  expect(() => plan.release({ ...plane, correlation })).toThrow(/^correlation must be/);
});

test.each([NaN, Infinity, -Infinity])("planDensity refuses a record or an end of the domain that is %s", (bad) => {
  expect(() =>
    planDensity({ points: { dimension: 1, coordinates: Float64Array.of(0, 1, bad) }, domain: [[0, 1]] }),
  ).toThrow(/^points must be/);
  expect(() => planDensity({ points: recordsOn(line), domain: [[bad, 3]] })).toThrow(/^lower must be/);
  expect(() => planDensity({ points: recordsOn(line), domain: [[-1, bad]] })).toThrow(/^upper must be/);
});

test("planDensity refuses three dimensions, and records of another dimension than the domain", () => {
  const unit: [number, number] = [0, 1];
  expect(() =>
    planDensity({ points: { dimension: 3, coordinates: new Float64Array(9) }, domain: [unit, unit, unit] }),
  ).toThrow(/must be 1 or 2/);
  expect(() => planDensity({ points: recordsOn(line), domain: [unit, unit] })).toThrow(/^points\.dimension must be/);
});
