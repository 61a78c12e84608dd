import { expect, test } from "vitest";
import { loadExample } from "../../../src/core/examples/examples.ts";
import { recordsFrom } from "../../../src/core/records/records.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { planDensity } from "../../../src/core/density/density.ts";
import type { DensityParameters } from "../../../src/core/density/densityParameters.ts";
import { clipAndNormalise, scaleRelease } from "../../../src/core/release/scale.ts";

const hall: DensityParameters = {
  domain: [[0, 1]],
  bandwidths: [0.1],
  correlation: 0,
  route: "gaussian",
  relativeRate: 1,
  drawCount: 3,
  seed: 1,
};
const { points } = recordsFrom({ table: loadExample("hall-1"), columns: ["x"], missing: "refuse" });
const plan = planDensity({ points, domain: hall.domain });

test("Hall's Figure 1: Δ is √2/(n√(2π)h) in the box, inflated by less than a thousandth", () => {
  const release = plan.release(hall);
  expect(release.recordCount).toBe(100);
  expect(release.gridCounts).toEqual([1000]);
  expect(release.unbinnedSensitivity).toBeCloseTo(0.05641895835477563, 14);
  // Bins of a hundredth of a bandwidth cost 7e-9 of that.
  expect(release.exactSensitivity / release.unbinnedSensitivity - 1).toBeGreaterThan(0);
  expect(release.exactSensitivity / release.unbinnedSensitivity - 1).toBeLessThan(1e-8);
  expect(release.smoothing).toMatchObject({ refinement: 1, matrix: [[expect.closeTo(0.01 - 1 / 999 ** 2 / 3, 15)]] });
  expect(release.sensitivity).toBeGreaterThan(release.exactSensitivity);
  expect(release.sensitivity / release.exactSensitivity).toBeLessThanOrEqual(1.001 + 1e-12);
  expect(release.covarianceError).toBeLessThan(1e-10);
});

test("Hall's Figure 2: the same records with Sobolev noise of γ = 1/h have the Δ of errata H8, about half the printed one", () => {
  const { recordCount, exactSensitivity, unbinnedSensitivity } = plan.release({ ...hall, route: "sobolev" });
  // u = 1: A = 3/(8√π h²), g = −2e^(−5/2)/3, Δ = √(2A(1 − g))/n; printed 2/((2π)^¼ n h).
  const exact = Math.sqrt((0.75 / Math.sqrt(Math.PI) / 0.01) * (1 + (2 / 3) * Math.exp(-2.5))) / 100;
  expect(recordCount).toBe(100);
  expect(unbinnedSensitivity).toBeCloseTo(exact, 12);
  expect(exactSensitivity / unbinnedSensitivity).toBeGreaterThanOrEqual(1);
  expect(exactSensitivity / unbinnedSensitivity).toBeLessThan(1.001);
  expect(unbinnedSensitivity).toBeLessThan(0.55 * (2 / ((2 * Math.PI) ** 0.25 * 100 * 0.1)));
});

test("a release is its estimate plus multiplier times Δ times unit noise, draw by draw", () => {
  const release = plan.release(hall);
  const out = new Float64Array(1000);
  for (const draw of [0, 1, 2]) {
    scaleRelease(release, draw, 2.5, out);
    const expected = release.estimate[500]! + 2.5 * release.sensitivity * release.unitNoise[draw]![500]!;
    expect(out[500]).toBe(expected);
  }
  expect(release.unitNoise[0]).not.toEqual(release.unitNoise[1]);
});

test("a seed repeats its noise, and keeps it while more draws are asked for; the secure source never repeats", () => {
  const first = plan.release(hall).unitNoise[1];
  expect(planDensity({ points, domain: hall.domain }).release({ ...hall, drawCount: 9 }).unitNoise[1]).toEqual(first);
  const secure = { ...hall, seed: "secure" } as const;
  expect(plan.release(secure).unitNoise[0]).not.toEqual(plan.release(secure).unitNoise[0]);
});

test("the noise and Δ do not depend on the records", () => {
  const other = planDensity({
    points: { dimension: 1, coordinates: new Float64Array(100).fill(0.9) },
    domain: hall.domain,
  });
  const a = plan.release(hall);
  const b = other.release(hall);
  expect(b.unitNoise).toEqual(a.unitNoise);
  expect([b.sensitivity, b.jitter, b.roundingError]).toEqual([a.sensitivity, a.jitter, a.roundingError]);
});

test("the Sobolev route scales each axis by its bandwidth", () => {
  const square = recordsFrom({ table: loadExample("mixture-2d"), columns: ["x", "y"], missing: "refuse" }).points;
  const stretched = {
    dimension: 2,
    coordinates: square.coordinates.map((value, i) => (i % 2 === 1 ? 7 * value : value)),
  };
  const parameters: DensityParameters = {
    ...hall,
    domain: [
      [0, 1],
      [0, 1],
    ],
    bandwidths: [0.1, 0.1],
    route: "sobolev",
    drawCount: 1,
  };
  const a = planDensity({ points: square, domain: parameters.domain }).release(parameters);
  const wide: DensityParameters = {
    ...parameters,
    domain: [
      [0, 1],
      [0, 7],
    ],
    bandwidths: [0.1, 0.7],
  };
  const b = planDensity({ points: stretched, domain: wide.domain }).release(wide);
  expect(b.exactSensitivity * 7).toBeCloseTo(a.exactSensitivity, 12);
  expect(b.unitNoise[0]![777]).toBeCloseTo(a.unitNoise[0]![777]!, 9);
});

test("records outside the domain are clamped to its edge and counted; n does not change", () => {
  const coordinates = Float64Array.of(-3, 0.5, 0.5, 9);
  const release = planDensity({ points: { dimension: 1, coordinates }, domain: hall.domain }).release(hall);
  expect([release.recordCount, release.clampedCount]).toEqual([4, 2]);
  const clamped = planDensity({
    points: { dimension: 1, coordinates: Float64Array.of(0, 0.5, 0.5, 1) },
    domain: hall.domain,
  });
  expect(release.estimate).toEqual(clamped.release(hall).estimate);
});

test.each([
  [
    "correlation on the Sobolev route",
    {
      domain: [
        [0, 1],
        [0, 1],
      ],
      bandwidths: [0.1, 0.1],
      correlation: 0.5,
      route: "sobolev",
    },
    "The Sobolev route has a kernel without correlation",
  ],
  [
    "correlation 1",
    {
      domain: [
        [0, 1],
        [0, 1],
      ],
      bandwidths: [0.1, 0.1],
      correlation: 1,
    },
    "correlation",
  ],
  ["bandwidth 0", { bandwidths: [0] }, "bandwidth"],
  ["bandwidth NaN", { bandwidths: [NaN] }, "bandwidth"],
  ["no draw", { drawCount: 0 }, "draws"],
  ["a negative seed", { seed: -1 }, "seed"],
  ["another domain", { domain: [[0, 2]] }, "domain"],
] as [string, Partial<DensityParameters>, string][])("%s is refused by name", (_, change, parameter) => {
  const domain =
    change.bandwidths?.length === 2
      ? ([
          [0, 1],
          [0, 1],
        ] as const)
      : hall.domain;
  const d = domain.length;
  const own = planDensity({ points: { dimension: d, coordinates: new Float64Array(10 * d).fill(0.5) }, domain });
  expect(() => own.release({ ...hall, ...change })).toThrow(ParameterError);
  expect(() => own.release({ ...hall, ...change })).toThrow(new RegExp(`^${parameter}`));
});

test("one record is one bump; an empty set and a domain upside down are refused", () => {
  const one = { dimension: 1, coordinates: Float64Array.of(0.5) };
  const { estimate, recordCount } = planDensity({ points: one, domain: [[0, 1]], count: 101 }).release(hall);
  expect([recordCount, estimate.indexOf(Math.max(...estimate))]).toEqual([1, 50]);
  expect(() => planDensity({ points: { dimension: 1, coordinates: new Float64Array(0) }, domain: [[0, 1]] })).toThrow(
    ParameterError,
  );
  expect(() => planDensity({ points, domain: [[1, 0]] })).toThrow(/greater than lower/);
});

test("clipAndNormalise gives a density, the uniform one if nothing is positive", () => {
  const values = clipAndNormalise(Float64Array.of(-1, 1, 3), 0.5);
  expect(values).toEqual(Float64Array.of(0, 0.5, 1.5));
  expect(clipAndNormalise(Float64Array.of(-1, -2), 0.5)).toEqual(Float64Array.of(1, 1));
});

test.each([
  ["no bandwidth", { bandwidths: [] }, /^bandwidths must be of length 1/],
  ["a bandwidth too many", { bandwidths: [0.1, 0.1] }, /^bandwidths must be of length 1/],
  [
    "correlation on a line",
    { correlation: 0.5 },
    /^(correlation must be 0 in one dimension|The Sobolev route has a kernel without corr)/,
  ],
] as [string, Partial<DensityParameters>, RegExp][])(
  "a line with %s is refused by name on both routes",
  (_, change, message) => {
    const line = planDensity({ points: { dimension: 1, coordinates: Float64Array.of(0.2, 0.5) }, domain: hall.domain });
    for (const route of ["gaussian", "sobolev"] as const) {
      expect(() => line.release({ ...hall, ...change, route })).toThrow(message);
    }
  },
);
