import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { analyticNoiseMultiplier } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import { gaussianLattice, latticeGaussianRelease } from "../../../../src/core/privacy/mechanisms/latticeGaussian.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../../../../src/core/privacy/mechanisms/latticeLaplace.ts";
import {
  drawLatticeRelease,
  latticePlan,
  latticeRelease,
  latticeValues,
  noiseBounds,
} from "../../../../src/core/privacy/mechanisms/latticeRelease.ts";
import { gaussianNormTail } from "../../../../src/core/privacy/mechanisms/gaussianNorm.ts";
import { latticeOfScale, powerOfTwoBelow } from "../../../../src/core/privacy/mechanisms/latticeScale.ts";
import { exactNormals } from "../../../../src/core/random/exactNormal.ts";
import { cryptographicWords, wordsOf } from "../../../../src/core/random/randomWords.ts";
import type { RandomWords } from "../../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { planDensity } from "../../../../src/core/density/density.ts";
import { scaleRelease } from "../../../../src/core/release/scale.ts";
import { exactly, times } from "../../../support/exactRational.ts";
import { reachablePlaces } from "../../../../src/core/privacy/attack/lastBitsDecoder.ts";
import { couldHaveGiven } from "../../../support/couldHaveGiven.ts";
import { notPositive } from "../relative.ts";
import { farthest } from "../../../support/farthest.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const noise = { error: 1e-12, normBound: 60, failure: 1e-50 };
const usual = {
  sensitivity: 0.02,
  mu: 0.3,
  count: 1000,
  estimateError: 1e-13,
  estimateBound: 40,
  noise,
  ditherBits: 4,
};

describe("latticePlan", () => {
  test("spends no more than μ, in whole numbers, and hardly less", () => {
    const random = seededSource(1);
    for (let i = 0; i < casesOf(3000, 500); i++) {
      const given = {
        ...usual,
        sensitivity: 10 ** (12 * random.uniform() - 6),
        mu: 10 ** (6 * random.uniform() - 4),
        estimateError: 0,
        estimateBound: 0,
        noise: { ...noise, error: 1e-13 },
        ditherBits: 3 + (i % 4),
      };
      const size = given.sensitivity / given.mu;
      given.estimateError = size * 10 ** (-4 * random.uniform() - 12);
      given.estimateBound = size * 10 ** (3 * random.uniform());
      const { sigma, dither, computingError } = latticePlan(given);
      // Δ/σ + 2ω/s ≤ μ, multiplied by σ s.
      const [d, s, c] = [exactly(sigma), exactly(dither), exactly(computingError)];
      const needed = times(exactly(given.sensitivity), s) + times(2n * c, d);
      expect(needed <= times(times(exactly(given.mu), d), s)).toBe(true);
      // ω at that σ, times 2⁵³.
      const u = 2n ** 53n;
      const summed = 2n * times(d, exactly(given.noise.normBound)) + exactly(given.estimateBound);
      const omega =
        u * (exactly(given.estimateError) + times(d, exactly(given.noise.error))) + summed + summed / 2n ** 52n;
      expect(omega <= u * c).toBe(true);
      expect(sigma).toBeGreaterThanOrEqual(given.sensitivity / given.mu);
      expect(sigma).toBeLessThan((given.sensitivity / given.mu) * (1 + 1e-3));
    }
  });

  test("puts the dither between 2⁻¹⁰ and 2⁻⁹ of σ₀, with a lattice 2ᵃ times as fine", () => {
    for (const sensitivity of [1, 1.0000001, 0.9999999, 3.7, 2 ** 40, 2 ** -40]) {
      for (const ditherBits of [3, 6]) {
        const { dither, lattice, ditherSteps } = latticePlan({
          ...usual,
          sensitivity,
          mu: 1,
          ditherBits,
          estimateBound: sensitivity,
          estimateError: 1e-13 * sensitivity,
        });
        expect(dither).toBeLessThanOrEqual(sensitivity * 2 ** -9 * (1 + 1e-14));
        expect(dither).toBeGreaterThan(sensitivity * 2 ** -10);
        expect(Number.isInteger(Math.log2(dither))).toBe(true);
        expect([ditherSteps, lattice]).toEqual([2 ** ditherBits, dither / 2 ** ditherBits]);
      }
    }
    expect(latticePlan({ ...usual, leastDeviation: 0.25 }).dither).toBe(latticePlan(usual).dither / 4);
  });

  test("costs less than a part in 10⁴ of μ with ρ = 10⁻¹² and η = 10⁻¹³", () => {
    const { sigma } = latticePlan({ ...usual, mu: 0.03 });
    expect(sigma / (usual.sensitivity / 0.03)).toBeLessThan(1 + 1e-4);
  });

  test("refuses what rounding makes impossible", () => {
    expect(() => latticePlan({ ...usual, estimateError: 1 })).toThrow(NumericalError);
    expect(() => latticePlan({ ...usual, noise: { ...noise, error: 1e-3 } })).toThrow(NumericalError);
    expect(() => latticePlan({ ...usual, estimateBound: 1e14 })).toThrow(NumericalError);
    expect(() => latticePlan({ ...usual, sensitivity: 1e-300 })).toThrow(NumericalError);
    expect(() => latticePlan({ ...usual, sensitivity: 1e300 })).toThrow(NumericalError);
  });

  test.each(notPositive)("refuses %s where a positive number must stand", (value) => {
    expect(() => latticePlan({ ...usual, sensitivity: value })).toThrow(/^sensitivity must/);
    expect(() => latticePlan({ ...usual, mu: value })).toThrow(/^mu must/);
    expect(() => latticePlan({ ...usual, count: value })).toThrow(/^count must/);
    expect(() => latticePlan({ ...usual, leastDeviation: value })).toThrow(/^leastDeviation must/);
    expect(() => latticePlan({ ...usual, noise: { ...noise, normBound: value } })).toThrow(/^noise.normBound must/);
  });

  test.each([NaN, Infinity, -1])("refuses %s where a bound must stand", (value) => {
    expect(() => latticePlan({ ...usual, estimateError: value })).toThrow(/^estimateError must/);
    expect(() => latticePlan({ ...usual, estimateBound: value })).toThrow(/^estimateBound must/);
    expect(() => latticePlan({ ...usual, noise: { ...noise, error: value } })).toThrow(/^noise.error must/);
    expect(() => latticePlan({ ...usual, noise: { ...noise, failure: value } })).toThrow(/^noise.failure must/);
    expect(() => latticePlan({ ...usual, ditherBits: value })).toThrow(/^ditherBits must/);
  });
});

describe("noiseBounds", () => {
  test("bounds the norm of draws, and is of their size", () => {
    const line = { axes: [{ lower: 0, upper: 1, count: 50 }] };
    const sampler = gridNoiseSampler({
      kernel: { type: "exponential", lengthScale: 5 },
      grid: line,
      jitter: 1e-6,
    });
    const variance = 1 + sampler.jitter + sampler.covarianceError;
    const { normBound, error, failure } = noiseBounds({ forwardError: 1e-10, failure: 1e-30, variance, count: 50 });
    expect([error, failure]).toEqual([1e-10, 1e-30 + gaussianNormTail]);
    const normals = new Float64Array(sampler.normalCount);
    const draws = exactNormals(wordsOf(seededSource(1)));
    let largest = 0;
    for (let draw = 0; draw < casesOf(3000, 600); draw++) {
      draws.fillNearest(normals);
      largest = Math.max(largest, Math.hypot(...sampler.sample(normals, new Float64Array(50))));
    }
    expect(largest).toBeLessThan(normBound);
    // Such noise is nearly one normal number times √50: of 600, the largest is above 2.5 but with
    // probability 6·10⁻⁴, of 3000 with 10⁻¹⁶.
    expect(largest).toBeGreaterThan((2.5 / 38) * 0.8 * normBound);
  });

  test.each(notPositive)("refuses %s", (value) => {
    const given = { forwardError: 0, failure: 0, variance: 1, count: 5 };
    expect(() => noiseBounds({ ...given, variance: value })).toThrow(/^variance must/);
    expect(() => noiseBounds({ ...given, count: value })).toThrow(/^count must/);
    if (value === 0) return;
    expect(() => noiseBounds({ ...given, forwardError: value })).toThrow(/^forwardError must/);
    expect(() => noiseBounds({ ...given, failure: value })).toThrow(/^failure must/);
  });
});

describe("latticeRelease", () => {
  const plan = latticePlan(usual);

  test("gives integers whose values are the doubles they came from, but for the dither", () => {
    const m = 4000;
    const estimate = Float64Array.from({ length: m }, (_, i) => Math.sin(i));
    const unitNoise = new Float64Array(m);
    exactNormals(wordsOf(seededSource(1))).fillNearest(unitNoise);
    const integers = latticeRelease({ plan, estimate, unitNoise, words: wordsOf(seededSource(2)) });
    expect(integers.every(Number.isSafeInteger)).toBe(true);
    const values = latticeValues(integers, plan.lattice);
    let squares = 0;
    values.forEach((value, i) => (squares += ((value - estimate[i]! - plan.sigma * unitNoise[i]!) / plan.dither) ** 2));
    // Dither of variance 1 and rounding of 2⁻⁸/12; the mean square has standard deviation √(2/m): 4.9 of them have
    // probability 10⁻⁶.
    expect(Math.abs(squares / m - 1 - 2 ** -8 / 12)).toBeLessThan(4.9 * Math.sqrt(2 / m));
  });

  test("never refuses a value, however wrong: numbers beyond the lattice end at its edge", () => {
    const estimate = [Infinity, -Infinity, NaN, 1e300, -1e300, 5e-324];
    const integers = latticeRelease({
      plan,
      estimate,
      unitNoise: new Float64Array(6),
      words: cryptographicWords(),
    });
    expect(integers.every(Number.isSafeInteger)).toBe(true);
    expect(Math.abs(integers[0]! - 2 ** 51)).toBeLessThan(2 ** 10);
    expect(Math.abs(integers[1]! + 2 ** 51)).toBeLessThan(2 ** 10);
    expect(Math.abs(integers[2]!)).toBeLessThan(2 ** 10);
    expect(Math.abs(integers[5]!)).toBeLessThan(2 ** 10);
  });

  test("refuses noise of another shape", () => {
    const unitNoise = new Float64Array(2);
    expect(() => latticeRelease({ plan, estimate: [1], unitNoise, words: cryptographicWords() })).toThrow(
      ParameterError,
    );
  });
});

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

describe("coordinates on a lattice", () => {
  test("have a scale that is a multiple of the step, at most a part in 2¹² above the least", () => {
    const random = seededSource(3);
    for (let i = 0; i < casesOf(1000, 200); i++) {
      const least = 10 ** (200 * random.uniform() - 100);
      const { lattice, multiplier, scale } = latticeOfScale(least);
      expect(scale).toBeGreaterThanOrEqual(least);
      expect(scale).toBeLessThan(least * (1 + 2 ** -12) * (1 + 1e-15));
      expect(multiplier * lattice).toBe(scale);
      expect(multiplier).toBeGreaterThanOrEqual(2 ** 12);
      expect(multiplier).toBeLessThanOrEqual(2 ** 13);
    }
    expect(powerOfTwoBelow(1)).toBe(1);
    expect(powerOfTwoBelow(1 - 2 ** -53)).toBe(0.5);
    expect(powerOfTwoBelow(2 ** 100)).toBe(2 ** 100);
    for (const least of [...notPositive, 1e-300, 1e300]) expect(() => latticeOfScale(least)).toThrow(NumericalError);
  });

  test("cost Δ + 2η over the scale, never more than asked for", () => {
    const random = seededSource(4);
    for (let i = 0; i < casesOf(500, 150); i++) {
      const sensitivity = 10 ** (6 * random.uniform() - 3);
      const roundingError = sensitivity * 10 ** (-12 * random.uniform());
      const loss = 10 ** (3 * random.uniform() - 2);
      const gaussian = gaussianLattice({ sensitivity, roundingError, mu: loss });
      const laplace = laplaceLattice({ sensitivity, roundingError, epsilon: loss });
      for (const { scale, sensitivity: inflated } of [gaussian, laplace]) {
        expect(exactly(inflated) >= exactly(sensitivity) + 2n * exactly(roundingError)).toBe(true);
        expect(exactly(inflated) <= times(exactly(scale), exactly(loss))).toBe(true);
      }
      expect(gaussian.mu).toBeLessThanOrEqual(loss);
      expect(laplace.epsilon).toBeGreaterThan(loss * (1 - 2 ** -11));
    }
    for (const value of notPositive) {
      expect(() => gaussianLattice({ sensitivity: value, roundingError: 0, mu: 1 })).toThrow(/^sensitivity must/);
      expect(() => gaussianLattice({ sensitivity: 1, roundingError: 0, mu: value })).toThrow(/^mu must/);
      expect(() => laplaceLattice({ sensitivity: value, roundingError: 0, epsilon: 1 })).toThrow(/^sensitivity must/);
      expect(() => laplaceLattice({ sensitivity: 1, roundingError: 0, epsilon: value })).toThrow(/^epsilon must/);
    }
    expect(() => laplaceLattice({ sensitivity: 1, roundingError: NaN, epsilon: 1 })).toThrow(/^roundingError must/);
  });

  test("are spread as announced, and take any value", () => {
    const count = casesOf(100_000, 30_000);
    const estimate = new Float64Array(count).fill(0.7);
    const words = wordsOf(seededSource(5));
    const gaussian = gaussianLattice({ sensitivity: 1, roundingError: 0, mu: 0.5 });
    const laplace = laplaceLattice({ sensitivity: 1, roundingError: 0, epsilon: 0.5 });
    const meanOf = (integers: Float64Array, step: number, of: (x: number) => number) =>
      latticeValues(integers, step).reduce((sum, x) => sum + of((x - 0.7) / 2), 0) / count;
    // Squares of normals have variance 2, exponential magnitudes have 1: 4.9 standard deviations have probability 10⁻⁶; scales
    // are up to 2⁻¹² larger than asked for.
    const squares = meanOf(
      latticeGaussianRelease({ estimate, lattice: gaussian, words }),
      gaussian.lattice,
      (x) => x * x,
    );
    expect(Math.abs(squares - 1)).toBeLessThan(4.9 * Math.sqrt(2 / count) + 2 ** -11);
    const sizes = meanOf(latticeLaplaceRelease({ estimate, lattice: laplace, words }), laplace.lattice, Math.abs);
    expect(Math.abs(sizes - 1)).toBeLessThan(4.9 / Math.sqrt(count) + 2 ** -11);
    const wrong = [NaN, Infinity, -Infinity, 1e308];
    expect(latticeGaussianRelease({ estimate: wrong, lattice: gaussian, words }).every(Number.isSafeInteger)).toBe(
      true,
    );
    expect(latticeLaplaceRelease({ estimate: wrong, lattice: laplace, words }).every(Number.isSafeInteger)).toBe(true);
  });
});
