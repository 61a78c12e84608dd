import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import {
  leastSquaresDensityDifference,
  validatedDensityDifference,
} from "../../../../src/core/affineHull/machine/leastSquaresDensityDifference.ts";
import { membershipScore } from "../../../../src/core/affineHull/machine/membershipScore.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { casesOf } from "../../../support/fuzzing.ts";

function normals(seed: number, count: number, mean: number, deviation: number): Float64Array {
  const random = seededSource(seed);
  return Float64Array.from({ length: count }, () => mean + deviation * random.normal());
}

describe("reference values", () => {
  test.each(goldenCases<{ a: number[]; b: number[]; sigma: number; lambda: number }, object>("kahm-lsdd"))(
    "one width and ridge, case %#",
    (golden) => {
      const { a, b, sigma, lambda } = golden.inputs;
      const { squaredDistance, linear, quadratic } = leastSquaresDensityDifference({
        first: Float64Array.from(a),
        second: Float64Array.from(b),
        width: sigma,
        ridge: lambda,
      });
      expectGolden(golden, "l2", squaredDistance);
      expectGolden(golden, "hTheta", linear);
      expectGolden(golden, "thetaHTheta", quadratic);
    },
  );

  test.each(
    goldenCases<
      { a: number[]; b: number[]; sigmas: number[]; lambdas: number[]; folds: number },
      { sigma: number; lambda: number }
    >("kahm-lsdd-cv"),
  )("by cross-validation, case %#", (golden) => {
    const { a, b, sigmas, lambdas, folds } = golden.inputs;
    const result = validatedDensityDifference({
      first: Float64Array.from(a),
      second: Float64Array.from(b),
      widths: sigmas,
      ridges: lambdas,
      folds,
    });
    expectGolden(golden, "criterion", result.criterion);
    expect(result.width).toBe(golden.expected.sigma);
    expect(result.ridge).toBe(golden.expected.lambda);
    expectGolden(golden, "l2", result.squaredDistance);
  });
});

describe("leastSquaresDensityDifference", () => {
  test("does not fall below its cruder estimate, which is not negative, and is 0 for equal samples", () => {
    for (let seed = 0; seed < 20; seed++) {
      const first = normals(seed, 20, 0, 1);
      const second = normals(seed + 100, 30, 0.5, 1);
      const { squaredDistance, linear } = leastSquaresDensityDifference({ first, second, width: 0.3, ridge: 0.1 });
      expect(squaredDistance).toBeGreaterThanOrEqual(linear);
      expect(linear).toBeGreaterThanOrEqual(0);
      const same = leastSquaresDensityDifference({ first, second: first, width: 0.3, ridge: 0.1 });
      expect(same.squaredDistance).toBe(0);
    }
  });

  test("comes near the distance of two normal laws", () => {
    // ∫(f − g)² = (1 − e^(−1/4))/√π for unit variances one apart: 0.12480.
    const exact = (1 - Math.exp(-0.25)) / Math.sqrt(Math.PI);
    const count = casesOf(4000, 1500);
    const score = membershipScore({ members: normals(1, count, 0, 1), others: normals(2, count, 1, 1) });
    expect(Math.abs(score - exact)).toBeLessThan(0.15 * exact);
  });

  test("refuses empty samples, numbers that are none, widths, ridges and folds out of range", () => {
    const first = Float64Array.of(1, 2);
    const second = Float64Array.of(1, 3);
    const good = { first, second, width: 1, ridge: 1 };
    for (const bad of [
      { first: new Float64Array(0) },
      { second: new Float64Array(0) },
      { first: Float64Array.of(NaN) },
      { width: 0 },
      { width: NaN },
      { ridge: 0 },
      { ridge: -1 },
      { centres: new Float64Array(0) },
    ]) {
      expect(() => leastSquaresDensityDifference({ ...good, ...bad })).toThrow(ParameterError);
    }
    const candidates = { first, second, widths: [1], ridges: [1], folds: 2 };
    for (const bad of [{ widths: [] }, { ridges: [] }, { ridges: [0] }, { folds: 1 }, { folds: 3 }, { folds: NaN }]) {
      expect(() => validatedDensityDifference({ ...candidates, ...bad })).toThrow(ParameterError);
    }
  });
});

describe("membershipScore", () => {
  // Over 200 other pairs of samples of 300 numbers, scores under one law had the median 0.008 and were at most 0.075, those
  // under laws 1.5 deviations apart at least 0.17. The bound is twice that largest score.
  test("is near zero where members and others have one law, and away from it where they have not", () => {
    for (let seed = 0; seed < 5; seed++) {
      const members = normals(10 + seed, 300, 2, 1);
      const scoreAgainst = (mean: number) =>
        membershipScore({ members, others: normals(50 + seed, 300, mean, 1), mostCentres: 100 });
      expect(scoreAgainst(2)).toBeLessThan(0.15);
      expect(scoreAgainst(3.5)).toBeGreaterThan(0.15);
    }
  });

  test("follows a change of units", () => {
    const members = normals(3, 100, 2, 1);
    const others = normals(4, 80, 3, 1);
    const score = membershipScore({ members, others });
    const scaled = membershipScore({ members: members.map((d) => 8 * d), others: others.map((d) => 8 * d) });
    expect(scaled).toBeCloseTo(score / 8, 12);
  });

  test("is defined for constant distances, and for a sample of one", () => {
    const threes = Float64Array.of(3, 3, 3);
    expect(membershipScore({ members: threes, others: threes })).toBe(0);
    expect(membershipScore({ members: Float64Array.of(1), others: threes })).toBeNaN();
    expect(() => membershipScore({ members: new Float64Array(0), others: threes })).toThrow(ParameterError);
    expect(() => membershipScore({ members: Float64Array.of(NaN), others: threes })).toThrow(ParameterError);
    expect(() => membershipScore({ members: threes, others: threes, mostCentres: 0 })).toThrow(ParameterError);
  });
});
