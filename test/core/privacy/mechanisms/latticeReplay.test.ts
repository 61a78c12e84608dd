import { describe, expect, test } from "vitest";
import { analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import {
  drawLatticeRelease,
  latticePlan,
  latticeValues,
} from "../../../../src/core/privacy/mechanisms/latticeRelease.ts";
import { cryptographicWords, wordsOf } from "../../../../src/core/random/randomWords.ts";
import type { RandomWords } from "../../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { planDensity } from "../../../../src/core/density/density.ts";
import { scaleRelease } from "../../../../src/core/release/scale.ts";
import { reachablePlaces } from "../../../../src/core/privacy/attack/lastBitsDecoder.ts";
import { couldHaveGiven } from "../../../support/couldHaveGiven.ts";
import { farthest } from "../../../support/farthest.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const noise = { error: 1e-12, normBound: 60, failure: 1e-50 };

// Two neighbours of 101 records: the last one, a person of 20 or of 70.
function neighbours(seed: number) {
  const random = seededSource(seed);
  const others = Array.from({ length: 100 }, () => Math.round(18 + 62 * random.uniform()));
  const domain = [[0, 100]] as const;
  const parameters = {
    domain,
    bandwidths: [4],
    correlation: 0,
    route: "gaussian",
    relativeRate: 1,
    drawCount: 1,
    seed,
  } as const;
  return [20, 70].map((age) => {
    const points = { dimension: 1, coordinates: Float64Array.from([...others, age]) };
    return planDensity({ points, domain }).release(parameters);
  }) as [Release, Release];
}

type Release = ReturnType<ReturnType<typeof planDensity>["release"]>;

const kernel = { type: "gaussian", bandwidthMatrix: [[16]] } as const;
const grid = { axes: [{ lower: 0, upper: 100, count: 1000 }] };

function planOf({ exactSensitivity, roundingError, estimate }: Release, mu: number) {
  return latticePlan({
    sensitivity: exactSensitivity,
    mu,
    count: estimate.length,
    estimateError: roundingError,
    // A density is at most 1/(√(2π) h).
    estimateBound: Math.sqrt(estimate.length) * 0.1,
    noise,
    ditherBits: 4,
  });
}

function draw({ estimate, jitter }: Release, plan: ReturnType<typeof latticePlan>, words: RandomWords) {
  const sampler = gridNoiseSampler({ kernel, grid, jitter });
  const unitNoise = new Float64Array(estimate.length);
  const { normalCount } = sampler;
  const sample = (standardNormals: Float64Array) => sampler.sample(standardNormals, unitNoise);
  const integers = drawLatticeRelease({ plan, estimate, normalCount, sample, words });
  return { normalCount, unitNoise, integers };
}

describe("record and replay: neighbours with the same random bits", () => {
  test("differ in the integers only, by what the estimates differ", () => {
    for (let seed = 0; seed < casesOf(40, 12); seed++) {
      const [one, other] = neighbours(seed);
      const [plan, otherPlan] = [planOf(one, 0.5), planOf(other, 0.5)];
      expect(otherPlan).toEqual(plan);
      const [first, second] = [one, other].map((release) => draw(release, plan, wordsOf(seededSource(seed)))) as [
        ReturnType<typeof draw>,
        ReturnType<typeof draw>,
      ];
      expect(second.normalCount).toBe(first.normalCount);
      expect(second.unitNoise).toEqual(first.unitNoise);
      expect(second.integers).not.toEqual(first.integers);
      // The same dither, unless one of them needed a further digit (once in 10⁷ draws).
      const moved = one.estimate.map((value, i) => (value - other.estimate[i]!) / plan.lattice);
      const changed = first.integers.map((value, i) => value - second.integers[i]!);
      expect(farthest(changed, moved)).toBeLessThanOrEqual(1 + 1e-6);
    }
  });
});

describe("the decoder of last bits", () => {
  const mu = 1 / analyticNoiseMultiplier({ epsilon: 0.1, delta: 1e-5 });

  test("tells neighbours apart from preview doubles, at ε = 0.1, in every draw", () => {
    for (let seed = 0; seed < casesOf(25, 10); seed++) {
      const pair = neighbours(seed);
      const truth = pair[seed % 2]!;
      const released = scaleRelease(truth, 0, 1 / mu, new Float64Array(truth.estimate.length));
      const passing = pair.filter(({ estimate }) => couldHaveGiven(estimate, (1 / mu) * truth.sensitivity, released));
      expect(passing).toEqual([truth]);
    }
  });

  test("learns nothing from integers on the lattice", () => {
    const words = cryptographicWords();
    let lead = 0;
    let places = 0;
    for (let seed = 0; seed < casesOf(25, 10); seed++) {
      const pair = neighbours(seed);
      const truth = pair[seed % 2]!;
      const plan = planOf(truth, mu);
      const released = latticeValues(draw(truth, plan, words).integers, plan.lattice);
      expect(couldHaveGiven(truth.estimate, plan.sigma, released)).toBe(false);
      const [own, others] = [truth, pair[1 - (seed % 2)]!].map(({ estimate }) =>
        reachablePlaces(estimate, plan.sigma, released),
      ) as [number, number];
      lead += own - others;
      places += released.length;
    }
    // A place adds at most 1 to the lead, independently of others but for the noise: variance at most 1, and 4.9 standard
    // deviations are exceeded with probability 10⁻⁶. On doubles the lead is a good part of all places.
    expect(Math.abs(lead)).toBeLessThan(4.9 * Math.sqrt(places));
  });
});
