import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { gridNoiseSampler } from "../../../../src/core/privacy/mechanisms/gridNoise.ts";
import {
  latticePlan,
  latticeRelease,
  latticeValues,
  noiseBounds,
} from "../../../../src/core/privacy/mechanisms/latticeRelease.ts";
import { gaussianNormTail } from "../../../../src/core/privacy/mechanisms/gaussianNorm.ts";
import { exactNormals } from "../../../../src/core/random/exactNormal.ts";
import { cryptographicWords, wordsOf } from "../../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { exactly, times } from "../../../support/exactRational.ts";
import { notPositive } from "../relative.ts";
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
