import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { clipCurve, penalisedMean } from "../../../../src/core/mean/functionalMean.ts";
import { covarianceSpectrum, quadratureWeights } from "../../../../src/core/kernels/covarianceSpectrum.ts";
import { gramOnLine } from "../../../../src/core/kernels/gramOnLine.ts";
import type { QuadratureRule } from "../../../../src/core/kernels/covarianceSpectrum.ts";
import {
  functionalMeanSensitivity,
  functionalMeanSensitivityBound,
} from "../../../../src/core/privacy/sensitivity/functionalMean.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { kernelOf } from "../../../support/kernels.ts";
import { expectRelative, notPositive } from "../relative.ts";
import { noiseNorm, randomCurve, worstCurve } from "./curveNeighbours.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const kernels = [
  kernelOf({ type: "C1", rho: 0.01 }),
  kernelOf({ type: "C2", rho: 0.1 }),
  kernelOf({ type: "C3", rho: 0.2 }),
  kernelOf({ type: "C4", rho: 0.3 }),
];
const regular = Float64Array.from({ length: 20 }, (_, i) => i / 19);
const irregular = regular.map((t, i) => t + 0.015 * Math.sin(11 * i));

const settings = ["C1", "C2", "C3", "C4"].flatMap((name, at) =>
  [1, 2].flatMap((power) =>
    (["uniform", "trapezoid"] as const).flatMap((rule) =>
      [0.3, 3e-3].map((penalty) => [name, power, rule, penalty, kernels[at]!] as const),
    ),
  ),
);

describe.each(settings)("%s, η = %d, %s weights, φ = %f", (_, power, rule: QuadratureRule, penalty, kernel) => {
  const grid = rule === "uniform" ? regular : irregular;
  const m = grid.length;
  const normBound = 1.7;
  const recordCount = 9;
  const spectrum = covarianceSpectrum({ kernel, grid, weights: quadratureWeights({ grid, rule }) });
  const smoother = { spectrum, penalty, power, normBound };
  const noise = noiseNorm(gramOnLine(kernel, grid), m);
  const bound = functionalMeanSensitivity({
    recordCount,
    normBound,
    eigenvalues: spectrum.eigenvalues,
    penalty,
    power,
  });
  const random = seededSource(71);

  /** ‖μ̂(D) − μ̂(D′)‖, where the first k of nine curves are replaced. */
  const distance = (before: readonly Float64Array[], after: readonly Float64Array[]) => {
    const others = Array.from({ length: recordCount - before.length }, () => randomCurve(random, smoother));
    const mean = (own: readonly Float64Array[]) =>
      penalisedMean({
        curves: Float64Array.from([...own, ...others].flatMap((curve) => Array.from(curve))),
        spectrum,
        penalty,
        power,
      });
    const [a, b] = [mean(before), mean(after)];
    return noise.norm(a.map((value, i) => value - b[i]!));
  };

  test("functionalMeanSensitivity bounds every replaced curve, and the worst attains it", () => {
    let largest = 0;
    for (let pair = 0; pair < casesOf(60, 15); pair++) {
      largest = Math.max(largest, distance([randomCurve(random, smoother)], [randomCurve(random, smoother)]));
    }
    const worst = worstCurve(randomCurve(seededSource(72), smoother), smoother, noise);
    const attained = distance([worst], [worst.map((x) => -x)]);
    // The solves of the norm are good to the condition number of K, at most 1e6 here, times 1e-15.
    expect(Math.max(largest, attained)).toBeLessThanOrEqual(bound * (1 + 1e-8));
    expect(attained).toBeGreaterThan(0.999 * bound);
    expect(largest).toBeGreaterThan(0.05 * bound);
  });

  test("k times functionalMeanSensitivity bounds the replacement of all k curves of one person, and is attained", () => {
    const worst = worstCurve(randomCurve(seededSource(72), smoother), smoother, noise);
    for (const k of [2, 5]) {
      const all = (sign: number) => Array.from({ length: k }, () => worst.map((x) => sign * x));
      const attained = distance(all(1), all(-1));
      expect(attained).toBeLessThanOrEqual(k * bound * (1 + 1e-8));
      expect(attained).toBeGreaterThan(0.999 * k * bound);
    }
  });

  test("τv_j replaced by −τv_j attains it for the j of the maximum: errata M12", () => {
    let least = 1;
    const ratios = Array.from({ length: m }, (_, j) => {
      const row = spectrum.eigenvectors.subarray(j * m, (j + 1) * m);
      const v = row.map((element, i) => (normBound * element) / Math.sqrt(spectrum.weights[i]!));
      least = Math.min(least, clipCurve({ curve: v, weights: spectrum.weights, normBound }).factor);
      return distance([v], [v.map((x) => -x)]) / bound;
    });
    expect(least).toBeGreaterThan(1 - 1e-14);
    expect(Math.max(...ratios)).toBeGreaterThan(1 - 1e-8);
    expect(Math.max(...ratios)).toBeLessThan(1 + 1e-8);
  });
});

const sizes = { recordCount: 10, normBound: 1, penalty: 0.01, power: 1.5 };

test("functionalMeanSensitivityBound dominates functionalMeanSensitivity, with equality at λ^η = (2η − 1)φ", () => {
  for (const power of [1, 1.25, 2, 4]) {
    for (let exponent = -12; exponent <= 2; exponent++) {
      const at = { ...sizes, power, penalty: 10 ** exponent };
      const simple = functionalMeanSensitivityBound(at);
      const peak = ((2 * power - 1) * at.penalty) ** (1 / power);
      expectRelative(functionalMeanSensitivity({ ...at, eigenvalues: [peak] }), simple, 1e-13);
      for (const kernel of kernels) {
        const { eigenvalues } = covarianceSpectrum({
          kernel,
          grid: regular,
          weights: quadratureWeights({ grid: regular, rule: "trapezoid" }),
        });
        expect(functionalMeanSensitivity({ ...at, eigenvalues })).toBeLessThanOrEqual(simple * (1 + 1e-13));
      }
    }
  }
});

test("functionalMeanSensitivity by hand: λ = 1/4 and 1, φ = 3/4, τ = 2, N = 8", () => {
  // η = 1: √(1/4)/1 = 1/2 and 1/(7/4) = 4/7; times 2·2/8. η = 2: (1/8)/(13/16) = 2/13 and 4/7.
  const at = { recordCount: 8, normBound: 2, penalty: 0.75 };
  expect(functionalMeanSensitivity({ ...at, power: 1, eigenvalues: [1, 0.25] })).toBeCloseTo(2 / 7, 15);
  expect(functionalMeanSensitivity({ ...at, power: 1, eigenvalues: [0.25, 0] })).toBeCloseTo(1 / 4, 15);
  expect(functionalMeanSensitivity({ ...at, power: 2, eigenvalues: [0.25, 0] })).toBeCloseTo(1 / 13, 15);
});

test("functionalMeanSensitivity does not lose an eigenvalue of which a power underflows", () => {
  // λ^(2η − 1) = 1e-546 is no double; √λ^(2η − 1)/(λ^η + φ) is 1e7.
  const value = functionalMeanSensitivity({
    recordCount: 2,
    normBound: 1,
    penalty: 1e-300,
    power: 20,
    eigenvalues: [1e-14],
  });
  expectRelative(value, 1e7, 1e-12);
});

describe.each([
  functionalMeanSensitivityBound,
  (at: typeof sizes) => functionalMeanSensitivity({ ...at, eigenvalues: [0.5, 0.1] }),
])("refusals of both bounds (%#)", (sensitivity) => {
  test.each(notPositive)("%s", (bad) => {
    for (const key of ["recordCount", "normBound", "penalty", "power"] as const) {
      expect(() => sensitivity({ ...sizes, [key]: bad })).toThrow(ParameterError);
      expect(() => sensitivity({ ...sizes, [key]: bad })).toThrow(new RegExp(`^${key} must`));
    }
  });
  test("half a curve, η = 0.99", () => {
    expect(() => sensitivity({ ...sizes, recordCount: 1.5 })).toThrow(/^recordCount must/);
    expect(() => sensitivity({ ...sizes, power: 0.99 })).toThrow(/^power must be at least 1/);
  });
});

test.each([NaN, -1e-9, Infinity])("functionalMeanSensitivity refuses the eigenvalue %s by its place", (bad) => {
  expect(() => functionalMeanSensitivity({ ...sizes, eigenvalues: [1, bad] })).toThrow(/^eigenvalues\[1\] must/);
});

test("without a positive eigenvalue there is no sensitivity, hence no noise: refused", () => {
  expect(() => functionalMeanSensitivity({ ...sizes, eigenvalues: [0, 0] })).toThrow(NumericalError);
  expect(() => functionalMeanSensitivity({ ...sizes, eigenvalues: [] })).toThrow(NumericalError);
});
