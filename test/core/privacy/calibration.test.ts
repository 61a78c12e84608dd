import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import {
  achievedDelta,
  achievedEpsilon,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../../src/core/privacy/calibration/gaussian.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";

test("analyticNoiseMultiplier has the reference values and is never below them", () => {
  const cases = goldenCases<{ epsilon: number; delta: number; sensitivity: number }, { sigma: number }>("noise-analytic-gaussian");
  expect(cases.length).toBeGreaterThan(60);
  for (const golden of cases) {
    const { epsilon, delta, sensitivity } = golden.inputs;
    const sigma = sensitivity * analyticNoiseMultiplier({ epsilon, delta });
    expectGolden(golden, "sigma", sigma);
    expectGolden(golden, "mu", sensitivity / sigma);
    expect(sigma).toBeGreaterThanOrEqual(golden.expected.sigma);
  }
});

test("analyticNoiseMultiplier is the smallest that reaches δ, for ε from 1e-3 to 50 and δ from 1e-15 to 0.9", () => {
  for (const epsilon of [1e-3, 1e-2, 0.1, 0.5, 1, 2, 5, 10, 20, 50]) {
    for (const delta of [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 0.1, 0.5, 0.9]) {
      const noiseMultiplier = analyticNoiseMultiplier({ epsilon, delta });
      expect(achievedDelta({ epsilon, noiseMultiplier })).toBeLessThanOrEqual(delta);
      expect(achievedDelta({ epsilon, noiseMultiplier: noiseMultiplier * (1 - 1e-8) })).toBeGreaterThan(delta);
    }
  }
});

test("the multiplier falls as ε or δ grows, and the classical one is never smaller where it is proved", () => {
  for (const delta of [1e-12, 1e-5, 0.1]) {
    let last = Infinity;
    for (let epsilon = 1e-3; epsilon <= 50; epsilon *= 1.3) {
      const multiplier = analyticNoiseMultiplier({ epsilon, delta });
      expect(multiplier).toBeLessThan(last);
      expect(multiplier).toBeGreaterThan(analyticNoiseMultiplier({ epsilon, delta: delta * 1.1 }));
      if (epsilon <= 1) expect(multiplier).toBeLessThan(classicalNoiseMultiplier({ epsilon, delta }));
      last = multiplier;
    }
  }
});

test("classicalNoiseMultiplier has the reference values up to ε = 1 and is refused above", () => {
  for (const golden of goldenCases<{ alpha: number; beta: number; sensitivity: number }, object>("noise-classical")) {
    const { alpha: epsilon, beta: delta, sensitivity } = golden.inputs;
    if (epsilon > 1) {
      expect(() => classicalNoiseMultiplier({ epsilon, delta })).toThrow(/^epsilon must be at most 1/);
      continue;
    }
    const multiplier = classicalNoiseMultiplier({ epsilon, delta });
    expectGolden(golden, "c", multiplier * epsilon);
    expectGolden(golden, "sigma", multiplier * sensitivity);
    expectGolden(golden, "variance", (multiplier * sensitivity) ** 2);
  }
  expect(() => classicalNoiseMultiplier({ epsilon: 1.0000001, delta: 0.1 })).toThrow(ParameterError);
});

test("beyond alphaMax the classical formula really fails, just below it does not", () => {
  for (const { inputs, expected } of goldenCases<{ beta: number }, { alphaMax: number }>("noise-classical-range")) {
    const deltaAt = (epsilon: number) =>
      achievedDelta({ epsilon, noiseMultiplier: Math.sqrt(2 * Math.log(2 / inputs.beta)) / epsilon });
    expect(deltaAt(expected.alphaMax * (1 + 1e-6))).toBeGreaterThan(inputs.beta);
    expect(deltaAt(expected.alphaMax * (1 - 1e-6))).toBeLessThan(inputs.beta);
  }
});

test("achievedDelta has the reference profile", () => {
  for (const golden of goldenCases<{ epsilon: number; sigma: number; sensitivity: number }, object>("noise-delta-profile")) {
    const { epsilon, sigma, sensitivity } = golden.inputs;
    expectGolden(golden, "delta", achievedDelta({ epsilon, noiseMultiplier: sigma / sensitivity }));
  }
});

test("achievedEpsilon has the reference profile, and is 0 where δ suffices alone", () => {
  for (const golden of goldenCases<{ delta: number; sigma: number; sensitivity: number }, object>("noise-epsilon-profile")) {
    const { delta, sigma, sensitivity } = golden.inputs;
    expectGolden(golden, "epsilon", achievedEpsilon({ delta, noiseMultiplier: sigma / sensitivity }));
  }
  expect(achievedEpsilon({ delta: 0.5, noiseMultiplier: 1 })).toBe(0);
});

test.each([NaN, Infinity, 0, -1])("ε, δ and multiplier refuse %d", (bad) => {
  expect(() => analyticNoiseMultiplier({ epsilon: bad, delta: 0.1 })).toThrow(ParameterError);
  expect(() => analyticNoiseMultiplier({ epsilon: 1, delta: bad })).toThrow(ParameterError);
  expect(() => classicalNoiseMultiplier({ epsilon: bad, delta: 0.1 })).toThrow(ParameterError);
  expect(() => classicalNoiseMultiplier({ epsilon: 1, delta: bad })).toThrow(ParameterError);
  expect(() => achievedDelta({ epsilon: 1, noiseMultiplier: bad })).toThrow(ParameterError);
  expect(() => achievedEpsilon({ delta: 0.1, noiseMultiplier: bad })).toThrow(ParameterError);
  expect(() => achievedEpsilon({ delta: bad, noiseMultiplier: 1 })).toThrow(ParameterError);
});
