import { describe, expect, test } from "vitest";
import { planDensity } from "../../../../src/core/density/density.ts";
import { densityLaw } from "../../../../src/core/density/densityForm.ts";
import type { DensityParameters } from "../../../../src/core/density/densityParameters.ts";
import { gridCoordinates } from "../../../../src/core/grids.ts";
import { curveNoiseKernel } from "../../../../src/core/mean/curveKernels.ts";
import { curveReach } from "../../../../src/core/mean/curveReach.ts";
import { penalisedMean, weightedNorm } from "../../../../src/core/mean/functionalMean.ts";
import { planMeanCurve } from "../../../../src/core/mean/meanCurve.ts";
import { meanCurveGrid } from "../../../../src/core/mean/meanCurveGrid.ts";
import { meanCurveOperator } from "../../../../src/core/mean/meanCurveOperator.ts";
import type { MeanCurveParameters } from "../../../../src/core/mean/meanCurveParameters.ts";
import { pointwise95 } from "../../../../src/core/privacy/bands/pointwise.ts";
import { groupDifference } from "../../../../src/core/privacy/bands/groupDifference.ts";
import { hidesTwoPersons, populationBand } from "../../../../src/core/privacy/bands/populationBand.ts";
import { samplingVariance, type SampledRecords } from "../../../../src/core/privacy/bands/samplingError.ts";
import { simultaneousMiss, simultaneousQuantile } from "../../../../src/core/privacy/bands/simultaneousQuantile.ts";
import { analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { integralFunctional, valueOf } from "../../../../src/core/release/curveFunctionals.ts";
import { functionalDeviation } from "../../../../src/core/release/noiseLaw.ts";
import { casesOf } from "../../../support/fuzzing.ts";

// Each run draws a sample of the population and the noise, and asks whether the band holds the population's curve. The long
// form (FUZZ=all) is what docs/proofs/population.md prints. A band of exactly 95 % would miss more than the allowed share
// with probability 10⁻⁵ at most (binomial, 4.3 standard deviations and one run).
const runs = casesOf(4000, 80);
const allowed = (share: number, count = runs) => share * count + 4.3 * Math.sqrt(share * (1 - share) * count) + 1;

const normal = (x: number, mean: number, deviation: number) =>
  Math.exp(-0.5 * ((x - mean) / deviation) ** 2) / (Math.sqrt(2 * Math.PI) * deviation);
const parts = [
  [0.7, 0.35, 0.07],
  [0.3, 0.7, 0.04],
] as const;
const domain = [[0, 1]] as const;
const count = 200;

interface DensityCase {
  readonly n: number;
  readonly epsilon: number;
  readonly h: number;
  readonly route?: "gaussian" | "sobolev";
}

interface CurvesCase {
  readonly n: number;
  readonly epsilon: number;
  readonly declared?: number;
  readonly curve?: typeof few;
}

function missesOfDensity({ n, epsilon, h, route = "gaussian" }: DensityCase) {
  const random = seededSource(n + Math.round(1000 * h));
  const multiplier = analyticNoiseMultiplier({ epsilon, delta: 1e-5 });
  const parameters: DensityParameters = {
    ...{ domain, bandwidths: [h], correlation: 0, route, relativeRate: 1, drawCount: 1, seed: 0 },
  };
  const truth = (x: number) => parts.reduce((sum, [w, mean, s]) => sum + w * normal(x, mean, Math.hypot(s, h)), 0);
  const { height } = densityLaw(parameters);
  let [simultaneous, pointwise] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const coordinates = Float64Array.from({ length: n }, () => {
      const [, mean, s] = random.uniform() < 0.7 ? parts[0] : parts[1];
      return mean + s * random.normal();
    });
    const plan = planDensity({ points: { dimension: 1, coordinates }, domain, count });
    const made = plan.release({ ...parameters, seed: run });
    const noise = multiplier * made.sensitivity * Math.sqrt(1 + made.jitter);
    const released = made.estimate.map((f, i) => f + multiplier * made.sensitivity * made.unitNoise[0]![i]!);
    const sample = { recordCount: n, least: new Float64Array(count), largest: new Float64Array(count).fill(height) };
    const x = gridCoordinates(plan.grid.axes[0]!);
    const missesAt = (quantile: number) => {
      const { lower, upper } = populationBand({ released, noise, quantile, sample });
      return x.map((place, i) => Number(truth(place) < lower[i]! || truth(place) > upper[i]!));
    };
    simultaneous += Math.max(...missesAt(made.simultaneousQuantile));
    pointwise += missesAt(pointwise95).reduce((sum, missed) => sum + missed, 0) / count;
  }
  return { simultaneous, pointwise };
}

describe("populationBand", () => {
  test.each<DensityCase>([
    { n: 100, epsilon: 20, h: 0.05 },
    { n: 400, epsilon: 2, h: 0.05 },
    { n: 1000, epsilon: 0.5, h: 0.1 },
    { n: 400, epsilon: 5, h: 0.05, route: "sobolev" },
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

const m = 30;
const meanCurve: MeanCurveParameters = {
  ...{ domain: [0, 1], rule: "uniform", kernel: "matern32", noiseKernel: "matern32", range: 0.3, penalty: 0.01 },
  ...{ power: 1, normBound: 1.6, curvesPerPerson: 1, drawCount: 1, seed: 0 },
};
const times = gridCoordinates(meanCurveGrid(meanCurve.domain, m).axes[0]!);
const spectrum = meanCurveOperator(m).spectrum(meanCurve);
const { bound, gain } = curveReach(spectrum, meanCurve);
const smoothed = (curve: Float64Array) => penalisedMean({ ...meanCurve, curves: curve, spectrum });
const meanWave = times.map((t) => Math.sin(3 * t));
/** A curve of deviation 0.3 at each point about the mean, symmetric, of norm below the bound. */
function wave(random: { readonly normal: () => number; readonly uniform: () => number }, mean = meanWave) {
  for (;;) {
    const [a, b] = [0.3 * random.normal(), 0.3 * random.normal()];
    const moved = times.map((t) => a * Math.cos(4 * t) + b * Math.sin(4 * t));
    const curves = [1, -1].map((sign) => mean.map((value, i) => value + sign * moved[i]!));
    if (curves.every((curve) => weightedNorm(curve, spectrum.weights) <= meanCurve.normBound)) return curves[0]!;
  }
}
/** One in ten persons is 1 at all times, the others are 0. */
function few(random: { readonly normal: () => number; readonly uniform: () => number }) {
  return new Float64Array(m).fill(Number(random.uniform() < 0.1));
}
function releaseOf(
  curves: readonly Float64Array[],
  { seed, epsilon = 3, of }: { readonly seed: number; readonly epsilon?: number; readonly of?: Int32Array },
) {
  const groups = of && { column: "g", levels: ["a", "b"], of };
  const all = Float64Array.from(curves.flatMap((curve) => [...curve]));
  const shares = groups && { levels: groups.levels, shares: [0.5, 0.5] };
  const made = planMeanCurve({ curves: all, pointCount: m, ...(groups && { groups }) }).release({
    ...meanCurve,
    ...(shares && { groups: shares }),
    seed,
  });
  const scale = analyticNoiseMultiplier({ epsilon, delta: 1e-5 }) * made.sensitivity;
  const released = made.estimate.map((value, i) => value + scale * made.unitNoise[0]![i]!);
  return {
    released,
    noise: scale * Math.sqrt(1 + made.jitter),
    quantile: made.simultaneousQuantile,
    law: { kernel: curveNoiseKernel("matern32", 0.3), grid: meanCurveGrid([0, 1], m), jitter: made.jitter },
    weights: made.extra?.map(({ weight }) => weight),
  };
}
function sampleOf(recordCount: number, declared: number | undefined) {
  const deviation = declared === undefined ? undefined : gain.map((own) => own * declared);
  return { recordCount, least: bound.map((own) => -own), largest: bound, deviation };
}

/** Shares of runs with p ≤ 0.05. */
const found = (pValues: readonly (number | undefined)[]) =>
  pValues.filter((pValue) => pValue !== undefined && pValue <= 0.05).length;

describe("groupDifference", () => {
  const densityP = (shift: number, epsilon: number, run: number) => {
    const [n, h] = [800, 0.06];
    const random = seededSource(1000 + run);
    const groups: number[][] = [[], []];
    for (let i = 0; i < n; i++) {
      const group = random.uniform() < 0.3 ? 0 : 1;
      groups[group]!.push(0.45 + group * shift + 0.08 * random.normal());
    }
    const parameters: DensityParameters = {
      ...{ domain, bandwidths: [h], correlation: 0, route: "gaussian", relativeRate: 1, drawCount: 1, seed: run },
    };
    const partsOf = groups.map((own) => ({ points: { dimension: 1, coordinates: Float64Array.from(own) } }));
    const plan = planDensity({ parts: partsOf, domain, count, pointMassRecords: [{ name: "others", count: 0 }] });
    const made = plan.release(parameters);
    const scale = analyticNoiseMultiplier({ epsilon, delta: 1e-5 }) * made.sensitivity;
    const released = made.estimate.map((value, i) => value + scale * made.unitNoise[0]![i]!);
    const integral = integralFunctional(gridCoordinates(plan.grid.axes[0]!), [0, 1]);
    const { kernel, height } = densityLaw(parameters);
    const law = { kernel, grid: plan.grid, jitter: made.jitter };
    const massNoise =
      scale * functionalDeviation({ kernel, grid: plan.grid, variance: 1, white: made.jitter }, [integral]);
    const group = (k: number) => {
      const sums = released.subarray(k * count, (k + 1) * count);
      return { sums, mass: valueOf(integral, sums), massNoise };
    };
    const largest = new Float64Array(count).fill(height);
    const sample = { recordCount: n, least: new Float64Array(count), largest };
    const noise = scale * Math.sqrt(1 + made.jitter);
    return groupDifference({ groups: [group(0), group(1)], noise, law, sample })?.pValue;
  };
  const curvesP = (shift: number, run: number) => {
    const random = seededSource(2000 + run);
    const n = 300;
    const of = Int32Array.from({ length: n }, () => (random.uniform() < 0.4 ? 0 : 1));
    const lifted = meanWave.map((value) => value - shift);
    const curves = Array.from(of, (group) => wave(random, group === 0 ? meanWave : lifted));
    const { released, noise, law, weights } = releaseOf(curves, { seed: run, of });
    const group = (k: number) => ({
      sums: released.subarray(k * m, (k + 1) * m),
      mass: weights![k]! * released[2 * m + k]!,
      massNoise: weights![k]! * noise,
    });
    return groupDifference({ groups: [group(0), group(1)], noise, law, sample: sampleOf(n, 0.3) })?.pValue;
  };
  const every = Array.from({ length: runs }, (_, run) => run);

  test.each([1, 20])("rarely finds equal densities different, ε = %d", (epsilon) => {
    const size = found(every.map((run) => densityP(0, epsilon, run)));
    if (runs > 1000) console.log("densities", epsilon, "size", size / runs);
    expect(size).toBeLessThanOrEqual(allowed(0.05));
  });

  test("rarely finds equal mean curves different", () => {
    const size = found(every.map((run) => curvesP(0, run)));
    if (runs > 1000) console.log("mean curves, size", size / runs);
    expect(size).toBeLessThanOrEqual(allowed(0.05));
  });

  test("finds groups that differ", () => {
    const some = every.slice(0, casesOf(1000, 30));
    const power = [found(some.map((run) => densityP(0.08, 5, run))), found(some.map((run) => curvesP(0.65, run)))];
    if (runs > 1000)
      console.log(
        "power",
        power.map((count) => count / some.length),
      );
    for (const count of power) expect(count).toBeGreaterThan(0.8 * some.length);
  });

  test("has no answer for a group of which less is left than noise", () => {
    const sums = Float64Array.of(0.1, 0.2);
    const asked = (mass: number) =>
      groupDifference({
        groups: [
          { sums, mass: 0.5, massNoise: 0.01 },
          { sums, mass, massNoise: 0.01 },
        ],
        noise: 0.01,
        law: {
          kernel: { type: "gaussian", bandwidthMatrix: [[1]] },
          grid: { axes: [{ lower: 0, upper: 1, count: 2 }] },
          jitter: 0,
        },
        sample: { recordCount: 100, least: new Float64Array(2), largest: Float64Array.of(1, 1) },
      });
    expect(asked(0.05)).toBeUndefined();
    expect(asked(NaN)).toBeUndefined();
    expect(asked(0.5)?.pValue).toBe(1);
  });
});

test("simultaneousMiss is what simultaneousQuantile solves", () => {
  const noise = { kernel: curveNoiseKernel("matern52", 0.2), grid: meanCurveGrid([0, 1], 50), jitter: 1e-6 };
  for (const coverage of [0.5, 0.95, 1 - 1e-6]) {
    const miss = simultaneousMiss(noise, simultaneousQuantile({ ...noise, coverage }));
    expect(miss / (1 - coverage)).toBeGreaterThan(0.99);
    expect(miss / (1 - coverage)).toBeLessThan(1.01);
  }
});

test("curveReach is reached by the worst curve, and its gain by alternating ones", () => {
  for (const i of [0, 11, m - 1]) {
    const row = times.map((_, k) => smoothed(times.map((__, j) => Number(j === k)))[i]!);
    const scale =
      meanCurve.normBound / Math.sqrt(row.reduce((sum, value, k) => sum + value ** 2 / spectrum.weights[k]!, 0));
    const worst = row.map((value, k) => (scale * value) / spectrum.weights[k]!);
    expect(weightedNorm(worst, spectrum.weights)).toBeCloseTo(meanCurve.normBound, 10);
    expect(smoothed(worst)[i]).toBeCloseTo(bound[i]!, 10);
    expect(smoothed(row.map(Math.sign))[i]).toBeCloseTo(gain[i]!, 10);
  }
});
