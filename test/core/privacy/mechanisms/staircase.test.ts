import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { latticeStaircaseRelease, staircaseLattice } from "../../../../src/core/privacy/mechanisms/staircase.ts";
import { staircaseMoments, staircaseQuantile } from "../../../../src/core/privacy/mechanisms/staircaseLaw.ts";
import { wordsOf } from "../../../../src/core/random/randomWords.ts";
import { expectGolden, inferenceCases } from "../../../support/goldenFile.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";

// Errata K13, and 1/(2 sinh(ε/2)).
test.each([
  [1, 0.96],
  [4, 0.138],
  [16, 0.000335],
])("staircaseMoments(%d) has mean size %d, as its quantiles have, and the variance of those", (epsilon, printed) => {
  const { meanAbsolute, variance } = staircaseMoments(epsilon);
  expect(meanAbsolute / printed).toBeCloseTo(1, 2);
  // Mean over equal shares: the tail left out has a share of 5·10⁻⁶, of size 12/ε + 1 at most.
  const count = 2e5;
  let [size, square, last, falls] = [0, 0, -Infinity, 0];
  for (let i = 0; i < count; i++) {
    const v = staircaseQuantile((i + 0.5) / count, epsilon);
    if (v < last) falls++;
    last = v;
    size += Math.abs(v) / count;
    square += (v * v) / count;
  }
  expect(falls).toBe(0);
  expect(size / meanAbsolute).toBeCloseTo(1, 2);
  expect(square / variance).toBeCloseTo(1, 1);
});

test.each(inferenceCases<{ epsilon: number }>("staircase"))(
  "staircaseMoments has the integrals of case %i",
  (_, golden) => {
    const { meanAbsolute, variance } = staircaseMoments(golden.inputs.epsilon);
    expectGolden(golden, "meanAbsolute", meanAbsolute);
    expectGolden(golden, "variance", variance);
  },
);

describe("latticeStaircaseRelease", () => {
  const R = 1 / staircaseLattice;

  test.each([0.3, 1, 6])("at ε = %d has the blocks of its law, uniform within", (epsilon) => {
    const m = 4000;
    const estimate = new Float64Array(m).fill(0.5);
    const drawn = latticeStaircaseRelease({ estimate, epsilon, words: wordsOf(seededSource(41)) });
    const s = Math.max(1, Math.round(R / (1 + Math.exp(epsilon / 2))));
    const q = Math.exp(-epsilon);
    const total = 2 * s - 1 + (2 * R * q) / (1 - q);
    const chances = [(2 * s - 1) / total, (R * q) / total, (R * q) / total, (2 * R * q * q) / total];
    const counts = [0, 0, 0, 0];
    let places = 0;
    for (const integer of drawn) {
      const n = integer - R / 2;
      const k = Math.abs(n) < s ? 0 : 1 + Math.floor((Math.abs(n) - s) / R);
      const block = k === 0 ? 0 : k === 1 ? (n > 0 ? 1 : 2) : k === 2 ? 3 : undefined;
      if (block !== undefined) counts[block]!++;
      places += k === 0 ? (n + s) / (2 * s) : ((Math.abs(n) - s) % R) / R;
    }
    // Five deviations, 6·10⁻⁷ each.
    chances.forEach((p, b) => expect(Math.abs(counts[b]! - m * p)).toBeLessThan(5 * Math.sqrt(m * p * (1 - p)) + 1));
    expect(Math.abs(places / m - 0.5)).toBeLessThan(5 / Math.sqrt(12 * m));
  });

  test("moves with the number, by as many steps as it moves, and by R at most in its range", () => {
    const at = (c: number) =>
      latticeStaircaseRelease({ estimate: [c], epsilon: 2, words: wordsOf(seededSource(7)) })[0]!;
    expect(at(1) - at(0)).toBe(R);
    expect(at(0.1 + 0.2) - at(0)).toBe(Math.floor((0.1 + 0.2) * R + 0.5));
  });

  test("at a small ε its sizes are exponential, and an ε whose steps leave the lattice is refused", () => {
    const [m, epsilon] = [2000, 1e-6];
    const drawn = latticeStaircaseRelease({
      estimate: new Float64Array(m),
      epsilon,
      words: wordsOf(seededSource(5)),
    });
    // Size times ε has mean and deviation 1 within 10⁻⁶, and half of the sizes are below log 2: five deviations each.
    const sizes = drawn.map((n) => (Math.abs(n) / R) * epsilon);
    expect(Math.abs(sizes.reduce((sum, size) => sum + size, 0) / m - 1)).toBeLessThan(5 / Math.sqrt(m));
    const below = sizes.filter((size) => size < Math.LN2).length;
    expect(Math.abs(below - m / 2)).toBeLessThan(5 * Math.sqrt(m / 4));
    const asked = { estimate: [0], epsilon: 5e-8, words: wordsOf(seededSource(1)) };
    expect(() => latticeStaircaseRelease(asked)).toThrow(ParameterError);
  });

  test("refuses an ε that is no positive number", () => {
    for (const epsilon of [0, -1, NaN, Infinity]) {
      const asked = { estimate: [0], epsilon, words: wordsOf(seededSource(1)) };
      expect(() => latticeStaircaseRelease(asked)).toThrow(ParameterError);
      expect(() => staircaseMoments(epsilon)).toThrow(ParameterError);
    }
  });
});
