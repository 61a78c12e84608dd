import { describe, expect, test } from "vitest";
import { planDensity } from "../../../../src/core/density/density.ts";
import { densityLaw } from "../../../../src/core/density/densityForm.ts";
import type { DensityParameters } from "../../../../src/core/density/densityParameters.ts";
import { gridCoordinates } from "../../../../src/core/grids.ts";
import { groupDifference } from "../../../../src/core/privacy/bands/groupDifference.ts";
import { analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { integralFunctional, valueOf } from "../../../../src/core/release/curveFunctionals.ts";
import { functionalDeviation } from "../../../../src/core/release/noiseLaw.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { expectGolden, inferenceCases } from "../../../support/goldenFile.ts";
import { runs, allowed, m, meanWave, wave, releaseOf, sampleOf } from "../../../support/populationCurves.ts";

const domain = [[0, 1]] as const;
const count = 200;

interface GroupsCase {
  readonly recordCount: number;
  readonly least: number;
  readonly largest: number;
  readonly noise: number;
  readonly massNoise: number;
  readonly sums: readonly [number, number];
  readonly masses: readonly [number, number];
}

const onePoint = {
  kernel: { type: "gaussian", bandwidthMatrix: [[1]] },
  grid: { axes: [{ lower: 0, upper: 1, count: 1 }] },
  jitter: 0,
} as const;

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

  test.each(inferenceCases<GroupsCase>("groups"))("has the deviation of inference.json, case %i", (_, golden) => {
    const { recordCount, least, largest, noise, massNoise, sums, masses } = golden.inputs;
    const group = (k: 0 | 1) => ({ sums: Float64Array.of(sums[k]), mass: masses[k], massNoise });
    const found = groupDifference({
      ...{ groups: [group(0), group(1)], noise, law: onePoint },
      sample: { recordCount, least: Float64Array.of(least), largest: Float64Array.of(largest) },
    })!;
    expectGolden(golden, "difference", found.difference);
    expectGolden(golden, "deviation", found.deviation);
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
        law: { ...onePoint, grid: { axes: [{ lower: 0, upper: 1, count: 2 }] } },
        sample: { recordCount: 100, least: new Float64Array(2), largest: Float64Array.of(1, 1) },
      });
    expect(asked(0.05)).toBeUndefined();
    expect(asked(NaN)).toBeUndefined();
    expect(asked(0.5)?.pValue).toBe(1);
  });
});
