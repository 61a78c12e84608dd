import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { bernsteinOnGrid } from "../../../src/core/bernstein/operator/bernsteinOnGrid.ts";
import { releaseLowerBound } from "../../../src/core/privacy/accounting/releaseLowerBound.ts";
import { largestNormalQuantile, polynomialNoiseBound } from "../../../src/core/bernstein/polynomialNoise.ts";
import { polynomialNoiseBoundPrinted } from "../../support/printedApproximation.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { standardLaplaces } from "../../../src/core/random/standardLaplaces.ts";
import { standardNormals } from "../../../src/core/random/standardNormals.ts";
import { normalCdf } from "../../../src/core/special/normal.ts";

describe("the noise polynomial against simulation", () => {
  const draws = 4000;
  const coverage = 0.95;
  // A number of exceedances above 0.05 + 4.265 √(0.05·0.95/4000) = 0.0647 has probability below 10⁻⁵ if the bound holds.
  const mostExceedances = 0.0647;

  test.each([
    [20, 1, 1, "laplace"],
    [20, 3, 1, "laplace"],
    [12, 2, 2, "laplace"],
    [20, 1, 1, "gaussian"],
    [20, 4, 1, "gaussian"],
  ] as const)(
    "k = %i, h = %i, %i axes, %s: exceeded in less than 5 %, and within a factor",
    (degree, iterations, dimension, law) => {
      const random = seededSource(41);
      const count = (degree + 1) ** dimension;
      const axis = Float64Array.from({ length: 51 }, (_, i) => i / 50);
      const operator = bernsteinOnGrid({ degree, iterations, axes: Array.from({ length: dimension }, () => axis) });
      const largest = Float64Array.from({ length: draws }, () => {
        const z = law === "laplace" ? standardLaplaces(random, count) : standardNormals(random, count);
        return operator.evaluate(z).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      }).sort();
      const bound = polynomialNoiseBound({ degree, iterations, dimension, law, scale: 1, coverage });
      const exceeded = largest.filter((value) => value > bound).length / draws;
      expect(exceeded).toBeLessThan(mostExceedances);
      const quantile = largest[Math.floor(coverage * draws)]!;
      expect(bound / quantile).toBeGreaterThan(1);
      expect(bound / quantile).toBeLessThan(dimension === 1 ? 2.5 : 4);
    },
  );

  test("the printed tail is false for the maximum: k = 20, h = 1 exceeds it in more than 5 % (A4)", () => {
    const random = seededSource(42);
    const operator = bernsteinOnGrid({
      degree: 20,
      iterations: 1,
      axes: [Float64Array.from({ length: 101 }, (_, i) => i / 100)],
    });
    const printed = polynomialNoiseBoundPrinted({ iterations: 1, dimension: 1, scale: 1, coverage });
    expect(printed).toBeCloseTo(3.0, 2);
    let exceeded = 0;
    for (let draw = 0; draw < draws; draw++) {
      const values = operator.evaluate(standardLaplaces(random, 21));
      if (values.some((value) => Math.abs(value) > printed)) exceeded++;
    }
    // The rate is about 0.10: both ends of the interval alone give 1 − 0.95². Were it 0.05, 0.0647 would be exceeded once in 10⁵.
    expect(exceeded / draws).toBeGreaterThan(mostExceedances);
  });
});

test("largestNormalQuantile inverts the law of the largest magnitude", () => {
  expect(largestNormalQuantile({ count: 1, coverage: 0.95 })).toBeCloseTo(1.959964, 6);
  for (const count of [2, 1000, 1e6]) {
    const q = largestNormalQuantile({ count, coverage: 0.95 });
    expect(count * Math.log1p(-2 * normalCdf(-q))).toBeCloseTo(Math.log(0.95), 7);
  }
});

describe("releaseLowerBound", () => {
  test("is S ln(c/(1 − c))/2ε up to the rounding of r, and no more than what Laplace noise on one value attains", () => {
    for (const epsilon of [0.01, 0.1, 0.5, 1]) {
      for (const coverage of [0.8, 0.95, 0.999]) {
        const base = { sensitivity: 2, recordCount: 10_000, epsilon, delta: 0, coverage };
        const bound = releaseLowerBound(base);
        const limit = (2 * Math.log(coverage / (1 - coverage))) / (2 * epsilon);
        expect(bound).toBeLessThanOrEqual(limit);
        expect(bound).toBeGreaterThan(limit - 1.0001);
        expect(bound).toBeLessThan((-2 / epsilon) * Math.log(1 - coverage));
        // δ helps the mechanism, and so do few records.
        expect(releaseLowerBound({ ...base, delta: 1e-3 })).toBeLessThanOrEqual(bound);
        expect(releaseLowerBound({ ...base, recordCount: 1 })).toBeLessThanOrEqual(1);
      }
    }
  });

  test("randomised response attains its condition: with r = 1 a mechanism is right with e^ε/(1 + e^ε)", () => {
    const epsilon = 1.3;
    const attained = Math.exp(epsilon) / (1 + Math.exp(epsilon));
    const base = { sensitivity: 1, recordCount: 1, epsilon, delta: 0 };
    expect(releaseLowerBound({ ...base, coverage: attained - 1e-9 })).toBe(0);
    expect(releaseLowerBound({ ...base, coverage: attained + 1e-9 })).toBe(0.5);
  });
});

test.each([NaN, 0, -1, Infinity])("%s is refused", (bad) => {
  const noise = { degree: 3, iterations: 2, dimension: 1, law: "laplace", scale: 1, coverage: 0.9 } as const;
  for (const key of ["degree", "iterations", "dimension", "scale", "coverage"] as const) {
    expect(() => polynomialNoiseBound({ ...noise, [key]: bad })).toThrow(ParameterError);
    expect(() => polynomialNoiseBound({ ...noise, law: "gaussian", [key]: bad })).toThrow(ParameterError);
  }
  const lower = { sensitivity: 1, recordCount: 3, epsilon: 1, delta: 0, coverage: 0.9 };
  for (const key of ["sensitivity", "recordCount", "epsilon", "coverage"] as const) {
    expect(() => releaseLowerBound({ ...lower, [key]: bad })).toThrow(ParameterError);
  }
});
