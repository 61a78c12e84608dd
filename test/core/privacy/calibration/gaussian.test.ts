import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import {
  achievedDelta,
  achievedEpsilon,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../../../src/core/privacy/calibration/gaussian.ts";
import type { PrivacyParameters } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { gaussianLossLaw } from "../../../../src/core/privacy/attack/lossLaw.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";
import { expectRelative, notPositive } from "../relative.ts";

interface Noise {
  readonly sigma: number;
  readonly sensitivity: number;
}

const epsilons = [1e-3, 0.01, 0.1, 0.5, 1, 2, 5, 10, 20, 50];
const deltas = [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5, 0.9, 0.999, 1 - 1e-9];
const budgets = epsilons.flatMap((epsilon) => deltas.map((delta) => ({ epsilon, delta })));

describe("analyticNoiseMultiplier", () => {
  test("has the reference value, from above, within 1e-11", () => {
    for (const { inputs, expected } of goldenCases<PrivacyParameters & { sensitivity: number }, { sigma: number }>(
      "noise-analytic-gaussian",
    )) {
      const sigma = analyticNoiseMultiplier(inputs) * inputs.sensitivity;
      expect(sigma).toBeGreaterThanOrEqual(expected.sigma);
      expect(sigma).toBeLessThanOrEqual(expected.sigma * (1 + 1e-11));
    }
  });

  test("has the reference value, from above, for tiny and huge ε and δ", () => {
    for (const golden of goldenCases<PrivacyParameters, { noiseMultiplier: number }>("noise-extreme-parameters")) {
      const multiplier = analyticNoiseMultiplier(golden.inputs);
      expect(multiplier).toBeGreaterThanOrEqual(golden.expected.noiseMultiplier);
      expectGolden(golden, "noiseMultiplier", multiplier);
    }
  });

  test("achieves no more than the δ asked for", () => {
    for (const { epsilon, delta } of budgets) {
      const noiseMultiplier = analyticNoiseMultiplier({ epsilon, delta });
      expect(achievedDelta({ epsilon, noiseMultiplier })).toBeLessThanOrEqual(delta);
    }
  });

  test("cannot be lowered by one part in 10⁹", () => {
    for (const { epsilon, delta } of budgets.filter(({ delta }) => delta < 0.9)) {
      const noiseMultiplier = analyticNoiseMultiplier({ epsilon, delta }) * (1 - 1e-9);
      expect(achievedDelta({ epsilon, noiseMultiplier })).toBeGreaterThan(delta);
    }
  });

  test("falls as ε or δ grows", () => {
    const random = seededSource(1);
    for (let i = 0; i < 500; i++) {
      const epsilon = 10 ** (-3 + 4.7 * random.uniform());
      const delta = 10 ** (-15 * random.uniform());
      const here = analyticNoiseMultiplier({ epsilon, delta: 0.99 * delta });
      expect(analyticNoiseMultiplier({ epsilon: 1.01 * epsilon, delta: 0.99 * delta })).toBeLessThan(here);
      expect(analyticNoiseMultiplier({ epsilon, delta })).toBeLessThan(here);
    }
  });

  test("is at most the classical multiplier wherever that one is proved", () => {
    for (const budget of budgets.filter(({ epsilon }) => epsilon <= 1)) {
      expect(analyticNoiseMultiplier(budget)).toBeLessThan(classicalNoiseMultiplier(budget));
    }
  });

  test("stays valid where a double can hardly hold the budget", () => {
    for (const budget of [
      { epsilon: 1e-200, delta: 1e-200 },
      { epsilon: 1e300, delta: 1e-5 },
      { epsilon: 1e-5, delta: 1 - 2 ** -53 },
      { epsilon: 1e5, delta: 1e-15 },
    ]) {
      const noiseMultiplier = analyticNoiseMultiplier(budget);
      expect(noiseMultiplier).toBeGreaterThan(0);
      expect(achievedDelta({ epsilon: budget.epsilon, noiseMultiplier })).toBeLessThanOrEqual(budget.delta);
    }
    expect(() => analyticNoiseMultiplier({ epsilon: 1e-320, delta: 1e-320 })).toThrow(NumericalError);
  });
});

describe("classicalNoiseMultiplier", () => {
  test("has the reference value", () => {
    for (const golden of goldenCases<{ alpha: number; beta: number; sensitivity: number }, object>("noise-classical")) {
      const { alpha: epsilon, beta: delta, sensitivity } = golden.inputs;
      const multiplier = classicalNoiseMultiplier({ epsilon, delta });
      expectGolden(golden, "c", multiplier * epsilon);
      expectGolden(golden, "sigma", multiplier * sensitivity);
      expectGolden(golden, "variance", (multiplier * sensitivity) ** 2);
    }
  });

  test("achieves δ up to ε = 1", () => {
    for (const { epsilon, delta } of budgets.filter(({ epsilon }) => epsilon <= 1)) {
      const noiseMultiplier = classicalNoiseMultiplier({ epsilon, delta });
      expect(achievedDelta({ epsilon, noiseMultiplier })).toBeLessThanOrEqual(delta);
    }
  });

  test("is refused above ε = 1, naming epsilon", () => {
    for (const epsilon of [1 + 2 ** -52, 2, 50]) {
      const refused = () => classicalNoiseMultiplier({ epsilon, delta: 1e-5 });
      expect(refused).toThrow(ParameterError);
      expect(refused).toThrow(/^epsilon must be at most 1/);
    }
  });

  test("'s formula would fail beyond the reference ε, hence the refusal", () => {
    for (const { inputs, expected } of goldenCases<{ beta: number }, { alphaMax: number }>("noise-classical-range")) {
      const c = Math.sqrt(2 * Math.log(2 / inputs.beta));
      const deltaAt = (epsilon: number) => achievedDelta({ epsilon, noiseMultiplier: c / epsilon });
      expect(deltaAt(expected.alphaMax * (1 - 1e-8))).toBeLessThan(inputs.beta);
      expect(deltaAt(expected.alphaMax * (1 + 1e-8))).toBeGreaterThan(inputs.beta);
    }
    const c = Math.sqrt(2 * Math.log(20));
    expect(achievedDelta({ epsilon: 10, noiseMultiplier: c / 10 })).toBeCloseTo(0.2644, 4);
    expect(achievedDelta({ epsilon: 1, noiseMultiplier: c })).toBeCloseTo(0.00156, 5);
  });
});

describe("achievedDelta", () => {
  test("is at most the probability of a loss above ε (Hall, Lemma 2), and far below it at small μ", () => {
    for (const { epsilon, delta } of budgets) {
      const noiseMultiplier = analyticNoiseMultiplier({ epsilon, delta });
      // ℓ is N(−μ²/2, μ²) under f; the loss of f is −ℓ.
      const above = 1 - gaussianLossLaw(1 / noiseMultiplier).errorsAt(-epsilon).alarms;
      if (above > 1e-6) expect(achievedDelta({ epsilon, noiseMultiplier })).toBeLessThan(above);
    }
    const noiseMultiplier = analyticNoiseMultiplier({ epsilon: 0.1, delta: 1e-3 });
    expect(1 - gaussianLossLaw(1 / noiseMultiplier).errorsAt(-0.1).alarms).toBeGreaterThan(5e-3);
  });

  test("has the reference value", () => {
    for (const golden of goldenCases<{ epsilon: number } & Noise, object>("noise-delta-profile")) {
      const { epsilon, sigma, sensitivity } = golden.inputs;
      expectGolden(golden, "delta", achievedDelta({ epsilon, noiseMultiplier: sigma / sensitivity }));
    }
  });

  test("is smooth where the integral takes over from the difference, at μ = 1/8", () => {
    for (const epsilon of [0, 1e-6, 0.01, 0.1, 0.5]) {
      const below = achievedDelta({ epsilon, noiseMultiplier: 8 * (1 + 1e-15) });
      // A relative step of 1e-15 in μ moves δ by at most a·b·1e-15 < 2e-14 here.
      expectRelative(below, achievedDelta({ epsilon, noiseMultiplier: 8 }), 1e-13);
    }
  });

  test("is 0 or 1 for unlimited or vanishing noise", () => {
    expect(achievedDelta({ epsilon: 1, noiseMultiplier: 1e300 })).toBe(0);
    expect(achievedDelta({ epsilon: 1, noiseMultiplier: 5e-324 })).toBe(1);
  });
});

describe("achievedEpsilon", () => {
  test("has the reference value", () => {
    for (const golden of goldenCases<{ delta: number } & Noise, object>("noise-epsilon-profile")) {
      const { delta, sigma, sensitivity } = golden.inputs;
      expectGolden(golden, "epsilon", achievedEpsilon({ delta, noiseMultiplier: sigma / sensitivity }));
    }
  });

  test("inverts analyticNoiseMultiplier", () => {
    for (const { epsilon, delta } of budgets.filter(({ delta }) => delta < 0.9)) {
      const noiseMultiplier = analyticNoiseMultiplier({ epsilon, delta });
      expectRelative(achievedEpsilon({ delta, noiseMultiplier }), epsilon, 1e-8);
    }
  });

  test("is valid: δ is achieved at the ε returned", () => {
    const random = seededSource(2);
    for (let i = 0; i < 2000; i++) {
      const delta = 10 ** (-15 * random.uniform());
      const noiseMultiplier = 10 ** (-2 + 6 * random.uniform());
      const epsilon = achievedEpsilon({ delta, noiseMultiplier });
      expect(achievedDelta({ epsilon, noiseMultiplier })).toBeLessThanOrEqual(delta);
    }
  });

  test("is ∞ for noise too small to be any protection, 0 for noise large enough without a budget", () => {
    expect(achievedEpsilon({ delta: 1e-5, noiseMultiplier: 1e-160 })).toBe(Infinity);
    expect(achievedEpsilon({ delta: 1e-5, noiseMultiplier: 5e-324 })).toBe(Infinity);
    expect(achievedEpsilon({ delta: 1e-5, noiseMultiplier: 1e6 })).toBe(0);
  });
});

describe("calibration refuses what is outside its domain, by name", () => {
  const notOpenUnit = [NaN, Infinity, -Infinity, 0, -1, 1, 2];
  test.each(notPositive)("ε = %s", (epsilon) => {
    expect(() => classicalNoiseMultiplier({ epsilon, delta: 0.1 })).toThrow(/^epsilon must/);
    expect(() => analyticNoiseMultiplier({ epsilon, delta: 0.1 })).toThrow(/^epsilon must/);
    if (epsilon !== 0) expect(() => achievedDelta({ epsilon, noiseMultiplier: 1 })).toThrow(/^epsilon must/);
  });
  test.each(notOpenUnit)("δ = %s", (delta) => {
    expect(() => classicalNoiseMultiplier({ epsilon: 1, delta })).toThrow(/^delta must/);
    expect(() => analyticNoiseMultiplier({ epsilon: 1, delta })).toThrow(/^delta must/);
    expect(() => achievedEpsilon({ delta, noiseMultiplier: 1 })).toThrow(/^delta must/);
  });
  test.each(notPositive)("noise multiplier = %s", (noiseMultiplier) => {
    expect(() => achievedDelta({ epsilon: 1, noiseMultiplier })).toThrow(/^noiseMultiplier must/);
    expect(() => achievedEpsilon({ delta: 0.1, noiseMultiplier })).toThrow(/^noiseMultiplier must/);
  });
});
