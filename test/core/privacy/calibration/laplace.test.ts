import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { lebesgueBound } from "../../../../src/core/bernstein/operator/lebesgueConstant.ts";
import {
  laplaceScale,
  largestEpsilonOfTheorem7,
  largestLaplaceQuantile,
  theorem7Multiplier,
} from "../../../../src/core/privacy/calibration/laplace.ts";
import { bernsteinLaplaceScale, bernsteinLaplaceScaleApproximate } from "../../../support/printedSensitivities.ts";
import { composedDelta } from "../../../../src/core/privacy/accounting/composition.ts";
import { deltaOf } from "../../../../src/core/privacy/accounting/privacyLoss.ts";
import { composedLaplaceMechanism } from "../../../../src/core/privacy/mechanisms/mechanism.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { casesOf } from "../../../support/fuzzing.ts";

interface Inputs {
  readonly sensitivity: number;
  readonly k: number;
  readonly ell: number;
  readonly epsilon: number;
  readonly delta: number;
  readonly h: number;
  readonly beta: number;
}

test.each(goldenCases<Inputs, object>("bernstein-scales").map((reference, i) => [i, reference] as const))(
  "scales and quantiles agree with bernstein-scales.json and are rounded up, case %i",
  (_, reference) => {
    const { sensitivity, k: degree, ell: dimension, epsilon, delta, h, beta } = reference.inputs;
    const shared = { sensitivity, degree, dimension, epsilon };
    const count = (degree + 1) ** dimension;
    const scale = bernsteinLaplaceScale(shared);
    expectGolden(reference, "scalePure", scale);
    expect(scale).toBeGreaterThan((sensitivity * count) / epsilon);
    const approximate = bernsteinLaplaceScaleApproximate({ ...shared, delta });
    expectGolden(reference, "scaleApprox", approximate);
    // What a release is made with: the multiplier of the mechanism on √N S.
    const multiplier = composedLaplaceMechanism.multiplierOf({ epsilon, delta, calibration: "analytic" });
    expectGolden(reference, "scaleApprox", multiplier * Math.sqrt(count) * sensitivity);
    expect(multiplier).toBeGreaterThan((2 * Math.sqrt(-2 * Math.log(delta))) / epsilon);
    const largest = largestLaplaceQuantile({ count, scale, coverage: 1 - beta });
    expectGolden(reference, "maxNoise95", largest);
    const printed = (2 ** h - 1) ** dimension;
    expectGolden(reference, "uniformNoiseBound", printed * largest);
    expectGolden(reference, "simpleUniformNoiseBound", printed * scale * Math.log(count / beta));
    // The constant of the operator itself is a fraction of 2^h − 1.
    expect(lebesgueBound({ degree, iterations: h }) ** dimension).toBeLessThan(0.3 * printed);
  },
);

describe("Theorem 7", () => {
  test("is refused where errata A5 shows it false, and the message names its range", () => {
    for (const [degree, dimension, epsilon, delta] of [
      [10, 2, 40, 0.1],
      [20, 1, 60, 0.3],
      [20, 2, 120, 1e-3],
    ] as const) {
      const shared = { sensitivity: 1, degree, dimension, epsilon };
      expect(() => bernsteinLaplaceScaleApproximate({ ...shared, delta })).toThrow(/at most .* Gaussian noise/);
      const most = largestEpsilonOfTheorem7(delta);
      expect(bernsteinLaplaceScaleApproximate({ ...shared, epsilon: most, delta })).toBeGreaterThan(0);
    }
  });

  // docs/proofs/composedLaplace.md: both proofs, in numbers, over the range and at its end.
  const budgets = [1e-12, 1e-5, 0.01, 0.3, 0.9].flatMap((delta) =>
    [1e-3, 0.1, 0.5, 1].map((share) => ({ delta, epsilon: share * largestEpsilonOfTheorem7(delta) })),
  );

  test("within its range advanced or plain composition of what each value loses gives (ε, δ), both close to ε", () => {
    let closest = 0;
    for (const { epsilon, delta } of budgets) {
      const L = -Math.log(delta);
      const multiplier = theorem7Multiplier({ epsilon, delta });
      for (const count of [1, 2, 8 * L, 8 * L + 1, 100, 1e4, 1e7].map(Math.floor).filter((n) => n > 0)) {
        const one = 1 / (multiplier * Math.sqrt(count));
        const plain = count * one;
        const advanced = Math.sqrt(2 * count * L) * one + count * one * Math.expm1(one);
        const proved = count <= 8 * L ? plain : advanced;
        expect(proved).toBeLessThanOrEqual(epsilon);
        closest = Math.max(closest, proved / epsilon);
      }
    }
    expect(closest).toBeGreaterThan(0.99);
  });

  test("the loss that the ledger counts is no less than that of N values composed exactly, and within ε and δ", () => {
    let closest = 0;
    for (const { epsilon, delta } of budgets) {
      const multiplier = composedLaplaceMechanism.multiplierOf({ epsilon, delta, calibration: "analytic" });
      const loss = composedLaplaceMechanism.lossOf(multiplier);
      expect(deltaOf(loss, epsilon)).toBeLessThan(delta / 2);
      for (const count of [1, 2, 21, 441]) {
        const pureEpsilons = new Array<number>(count).fill(1 / (multiplier * Math.sqrt(count)));
        for (const at of [0, 0.02, 0.1, 0.3, 1].map((share) => share * epsilon)) {
          const exact = composedDelta({ epsilon: at, mu: 0, pureEpsilons });
          expect(exact).toBeLessThanOrEqual(deltaOf(loss, at) * (1 + 1e-9) + 1e-300);
          if (at === 0) closest = Math.max(closest, exact / deltaOf(loss, at));
        }
      }
    }
    expect(closest).toBeGreaterThan(0.99);
  });

  test("outside its range the printed scale loses more than δ: a lattice of 21, ε = 60, δ = 0.3", () => {
    // Every value moves by S = 1: the loss is a sum of N independent variables of the law of (|z + 1| − |z|)/b, whose
    // atom at +1/b has mass ½ under one data set. Where all N are there the loss is N/b, so δ(ε) ≥ 2^−N (1 − e^(ε − N/b));
    // convolved on a lattice of the loss, rounded down, that grows to the value of the errata.
    const [count, epsilon, delta] = [21, 60, 0.3];
    const b = (2 * Math.sqrt(2 * count * Math.log(1 / delta))) / epsilon;
    const cells = casesOf(400, 80);
    const unit = 1 / b / cells;
    // Loss at z ∈ (−1, 0) is (−2z − 1)/b with density e^(−|z|/b)/2b; below −1 it is … of the other sign: use P(loss ≥ ·).
    const atLeast = (loss: number) => {
      const z = Math.min(0, Math.max(-1, (loss * b - 1) / 2)); // loss = (1 + 2z)/b for z in (−1, 0), 1/b above
      return loss <= -1 / b ? 1 : z < 0 ? 1 - 0.5 * Math.exp(z / b) : 0.5;
    };
    const probabilities = Float64Array.from({ length: 2 * cells + 1 }, (_, i) => {
      const loss = (i - cells) * unit;
      return atLeast(loss) - (i === 2 * cells ? 0 : atLeast(loss + unit));
    });
    let law = Float64Array.of(1);
    for (let i = 0; i < count; i++) {
      const next = new Float64Array(law.length + 2 * cells);
      for (let s = 0; s < law.length; s++) {
        for (let t = 0; t < probabilities.length; t++) next[s + t]! += law[s]! * probabilities[t]!;
      }
      law = next;
    }
    const achieved = law.reduce((sum, p, s) => {
      const loss = (s - count * cells) * unit;
      return loss > epsilon ? sum - p * Math.expm1(epsilon - loss) : sum;
    }, 0);
    expect(achieved).toBeGreaterThan(delta);
    expect(achieved).toBeGreaterThan(0.8);
  });
});

test("largestLaplaceQuantile inverts the law of the largest magnitude over its whole range", () => {
  for (const count of [1, 2, 21, 40_000]) {
    for (const coverage of [1e-12, 0.05, 0.5, 0.95, 1 - 1e-9]) {
      const q = largestLaplaceQuantile({ count, scale: 2.5, coverage });
      const covered = Math.exp(count * Math.log(-Math.expm1(-q / 2.5)));
      expect(covered).toBeGreaterThanOrEqual(coverage * (1 - 1e-9));
      expect(covered).toBeLessThan(coverage + 1e-9 + 1e-6 * coverage);
    }
  }
});

test.each([NaN, 0, -1, Infinity])("%s is refused", (value) => {
  const base = { sensitivity: 1, degree: 3, dimension: 1, epsilon: 1 };
  for (const key of ["sensitivity", "degree", "dimension", "epsilon"] as const) {
    expect(() => bernsteinLaplaceScale({ ...base, [key]: value })).toThrow(ParameterError);
    expect(() => bernsteinLaplaceScaleApproximate({ ...base, delta: 1e-3, [key]: value })).toThrow(ParameterError);
  }
  expect(() => theorem7Multiplier({ epsilon: value, delta: 1e-3 })).toThrow(ParameterError);
  expect(() => theorem7Multiplier({ epsilon: 1, delta: value })).toThrow(ParameterError);
  expect(() => bernsteinLaplaceScaleApproximate({ ...base, delta: value })).toThrow(ParameterError);
  expect(() => laplaceScale({ sensitivity: value, epsilon: 1 })).toThrow(ParameterError);
  for (const key of ["count", "scale", "coverage"] as const) {
    const quantile = { count: 2, scale: 1, coverage: 0.5 };
    expect(() => largestLaplaceQuantile({ ...quantile, [key]: value })).toThrow(ParameterError);
  }
});
