import { describe, expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { gaussianLattice, latticeGaussianRelease } from "../../../../src/core/privacy/mechanisms/latticeGaussian.ts";
import { laplaceLattice, latticeLaplaceRelease } from "../../../../src/core/privacy/mechanisms/latticeLaplace.ts";
import { latticeValues } from "../../../../src/core/privacy/mechanisms/latticeRelease.ts";
import { latticeOfScale, powerOfTwoBelow } from "../../../../src/core/privacy/mechanisms/latticeScale.ts";
import { wordsOf } from "../../../../src/core/random/randomWords.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { exactly, times } from "../../../support/exactRational.ts";
import { notPositive } from "../relative.ts";
import { casesOf } from "../../../support/fuzzing.ts";

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
