import { describe, expect, test } from "vitest";
import { planDensity } from "../../../../src/core/density/density.ts";
import { densityLaw } from "../../../../src/core/density/densityForm.ts";
import type { DensityParameters } from "../../../../src/core/density/densityParameters.ts";
import { gridPoints, gridSize } from "../../../../src/core/grids.ts";
import { pointwise95 } from "../../../../src/core/privacy/bands/pointwise.ts";
import { hidesTwoPersons, populationBand } from "../../../../src/core/privacy/bands/populationBand.ts";
import { sidakQuantile } from "../../../../src/core/privacy/bands/simultaneousQuantile.ts";
import { samplingVariance, type SampledRecords } from "../../../../src/core/privacy/bands/samplingError.ts";
import { analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, inferenceCases } from "../../../support/goldenFile.ts";
import {
  runs,
  allowed,
  m,
  smoothed,
  meanWave,
  wave,
  few,
  releaseOf,
  sampleOf,
} from "../../../support/populationCurves.ts";

const normal = (x: number, mean: number, deviation: number) =>
  Math.exp(-0.5 * ((x - mean) / deviation) ** 2) / (Math.sqrt(2 * Math.PI) * deviation);
const parts = [
  [0.7, 0.35, 0.07],
  [0.3, 0.7, 0.04],
] as const;

interface DensityCase {
  readonly n: number;
  readonly epsilon: number;
  readonly h: number;
  readonly route?: "gaussian" | "sobolev";
  /** The second coordinate is normal, independent of the first. */
  readonly isPlane?: boolean;
}

interface BandCase {
  readonly recordCount: number;
  readonly recordsPerPerson: number;
  readonly quantile: number;
  readonly noise: number;
  readonly least: number;
  readonly largest: number;
  readonly deviation?: number;
  readonly released: readonly number[];
}

interface CurvesCase {
  readonly n: number;
  readonly epsilon: number;
  readonly declared?: number;
  readonly curve?: typeof few;
}

function missesOfDensity({ n, epsilon, h, route = "gaussian", isPlane = false }: DensityCase) {
  const random = seededSource(n + Math.round(1000 * h));
  const multiplier = analyticNoiseMultiplier({ epsilon, delta: 1e-5 });
  const domain = Array.from({ length: isPlane ? 2 : 1 }, () => [0, 1] as const);
  const [dimension, count] = [domain.length, isPlane ? 20 : 200];
  const parameters: DensityParameters = {
    ...{ domain, bandwidths: domain.map(() => h), correlation: 0, route, relativeRate: 1, drawCount: 1, seed: 0 },
  };
  const truth = (x: number, y?: number) =>
    parts.reduce((sum, [w, mean, s]) => sum + w * normal(x, mean, Math.hypot(s, h)), 0) *
    (y === undefined ? 1 : normal(y, 0.5, Math.hypot(0.1, h)));
  const { height } = densityLaw(parameters);
  let [simultaneous, pointwise] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const coordinates = Float64Array.from({ length: n * dimension }, (_, i) => {
      if (i % dimension === 1) return 0.5 + 0.1 * random.normal();
      const [, mean, s] = random.uniform() < 0.7 ? parts[0] : parts[1];
      return mean + s * random.normal();
    });
    const plan = planDensity({ points: { dimension, coordinates }, domain, count });
    const made = plan.release({ ...parameters, seed: run });
    const noise = multiplier * made.sensitivity * Math.sqrt(1 + made.jitter);
    const released = made.estimate.map((f, i) => f + multiplier * made.sensitivity * made.unitNoise[0]![i]!);
    const m = gridSize(plan.grid);
    const sample = { recordCount: n, least: new Float64Array(m), largest: new Float64Array(m).fill(height) };
    const { coordinates: places } = gridPoints(plan.grid);
    const missesAt = (quantile: number) => {
      const { lower, upper } = populationBand({ released, noise, quantile, sample });
      return lower.map((low, i) => {
        const value = truth(...(places.subarray(i * dimension, (i + 1) * dimension) as unknown as [number, number?]));
        return Number(value < low || value > upper[i]!);
      });
    };
    const everywhere = isPlane ? sidakQuantile({ grid: plan.grid, coverage: 0.95 }) : made.simultaneousQuantile;
    simultaneous += Math.max(...missesAt(everywhere));
    pointwise += missesAt(pointwise95).reduce((sum, missed) => sum + missed, 0) / m;
  }
  return { simultaneous, pointwise };
}

describe("populationBand", () => {
  test.each<DensityCase>([
    { n: 100, epsilon: 20, h: 0.05 },
    { n: 400, epsilon: 2, h: 0.05 },
    { n: 1000, epsilon: 0.5, h: 0.1 },
    { n: 400, epsilon: 5, h: 0.05, route: "sobolev" },
    { n: 400, epsilon: 2, h: 0.1, isPlane: true },
    { n: 1000, epsilon: 5, h: 0.05, isPlane: true },
    { n: 100, epsilon: 20, h: 0.05, isPlane: true },
  ])("covers the density of the population: %o", (density) => {
    const { simultaneous, pointwise } = missesOfDensity(density);
    if (runs > 1000) console.log(JSON.stringify(density), "missed", simultaneous / runs, pointwise / runs);
    expect(simultaneous).toBeLessThanOrEqual(allowed(0.05));
    expect(pointwise).toBeLessThanOrEqual(allowed(0.05));
  });

  // Declared are the true deviations, which are 0.3 for both populations.
  test.each<CurvesCase>([
    { n: 60, epsilon: 3 },
    { n: 60, epsilon: 3, declared: 0.3 },
    { n: 300, epsilon: 50, declared: 0.3 },
    { n: 20, epsilon: 20, declared: 0.3, curve: few },
    { n: 300, epsilon: 50, declared: 0.3, curve: few },
  ])("covers the mean curve of the population: %o", ({ n, epsilon, declared, curve = wave }) => {
    const random = seededSource(7);
    const expected = smoothed(curve === few ? new Float64Array(m).fill(0.1) : meanWave);
    const [sample, ofNoise] = [n, 1e12].map((count) => sampleOf(count, declared)) as [SampledRecords, SampledRecords];
    let [missed, missedByNoise] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const curves = Array.from({ length: n }, () => curve(random));
      const { released, noise, quantile } = releaseOf(curves, { seed: run, epsilon });
      const misses = (of: SampledRecords) => {
        const { lower, upper } = populationBand({ released, noise, quantile, sample: of });
        return Number(expected.some((value, i) => value < lower[i]! || value > upper[i]!));
      };
      missed += misses(sample);
      missedByNoise += misses(ofNoise);
    }
    if (runs > 1000) console.log("mean curve", curve.name, n, epsilon, declared, "missed", missed / runs);
    expect(missed).toBeLessThanOrEqual(allowed(0.05));
    if (n * epsilon > 10_000) expect(missedByNoise).toBeGreaterThan(allowed(0.05));
  });

  test.each(inferenceCases<BandCase>("band"))("has the ends of inference.json, case %i", (_, golden) => {
    const { released, least, largest, deviation, noise, quantile, ...counts } = golden.inputs;
    const all = (value: number) => new Float64Array(released.length).fill(value);
    const sample = {
      ...counts,
      least: all(least),
      largest: all(largest),
      deviation: deviation === undefined ? undefined : all(deviation),
    };
    const { lower, upper } = populationBand({ released: Float64Array.from(released), noise, quantile, sample });
    expectGolden(golden, "lower", lower);
    expectGolden(golden, "upper", upper);
  });

  test("is the noise's band for ever more records, and never narrower", () => {
    const ask = (recordCount: number, value: number) => {
      const sample = { recordCount, least: Float64Array.of(0), largest: Float64Array.of(4) };
      const released = Float64Array.of(value);
      const { lower, upper } = populationBand({ released, noise: 0.1, quantile: 2, sample });
      return [lower[0]!, upper[0]!] as const;
    };
    for (const value of [-1, -0.21, -0.05, 0, 0.5, 2, 3.9, 4.3]) {
      const [low, high] = ask(50, value);
      expect(low).toBeLessThanOrEqual(value - 0.2);
      expect(high).toBeGreaterThanOrEqual(value + 0.2);
      expect(ask(1e12, value)).toEqual([expect.closeTo(value - 0.2, 5), expect.closeTo(value + 0.2, 5)]);
    }
    // The ends solve (f − θ)² = u²(σ² + V(θ)).
    const sample = { recordCount: 50, least: Float64Array.of(0), largest: Float64Array.of(4) };
    for (const end of ask(50, 0.5))
      expect((0.5 - end) ** 2).toBeCloseTo(4 * (0.01 + samplingVariance(sample, 0, end)), 12);
  });
});

test("hidesTwoPersons compares noise with what two persons can add", () => {
  // n = 100 records of height 1, two of each person: 4/100.
  const sample = {
    recordCount: 100,
    recordsPerPerson: 2,
    least: Float64Array.of(0, 2),
    largest: Float64Array.of(1, 3),
  };
  expect(hidesTwoPersons({ noise: 0.01, quantile: 4.01, sample })).toBe(true);
  expect(hidesTwoPersons({ noise: 0.01, quantile: 3.99, sample })).toBe(false);
  const wider = { ...sample, largest: Float64Array.of(1, 4) };
  expect(hidesTwoPersons({ noise: 0.01, quantile: 4.01, sample: wider })).toBe(false);
});
