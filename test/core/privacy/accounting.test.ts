import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { composeGaussian } from "../../../src/core/privacy/accounting/composition.ts";
import { approximateTradeoff, gaussianTradeoff, hallPowerBound } from "../../../src/core/privacy/accounting/tradeoff.ts";
import { achievedEpsilon, analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { expectGolden, goldenCases } from "../../support/goldenFile.ts";

test("gaussianTradeoff has the reference values", () => {
  for (const golden of goldenCases<{ mu: number; typeI: number[] }, object>("noise-gdp-tradeoff")) {
    const { mu, typeI } = golden.inputs;
    const missed = typeI.map((typeOneError) => gaussianTradeoff({ mu, typeOneError }));
    expectGolden(golden, "typeII", missed);
  }
});

test("approximateTradeoff and hallPowerBound have the reference values", () => {
  for (const golden of goldenCases<{ epsilon: number; delta: number; typeI: number[] }, object>("noise-testing-bound")) {
    const { typeI, ...budget } = golden.inputs;
    const missed = typeI.map((typeOneError) => approximateTradeoff({ ...budget, typeOneError }));
    expectGolden(golden, "typeIIlower", missed);
    expectGolden(golden, "powerUpper", missed.map((value) => 1 - value));
    expectGolden(golden, "hallPowerBoundCapped", typeI.map((typeOneError) => hallPowerBound({ ...budget, typeOneError })));
  }
});

test("composeGaussian has the reference values", () => {
  for (const golden of goldenCases<{ mus: number[]; delta: number }, object>("noise-gdp-composition")) {
    const mu = composeGaussian(golden.inputs.mus);
    expectGolden(golden, "mu", mu);
    expectGolden(golden, "epsilon", achievedEpsilon({ delta: golden.inputs.delta, noiseMultiplier: 1 / mu }));
  }
});

test("the best attacker of a calibrated release stays above both promised curves, and touches the exact one", () => {
  for (const epsilon of [0.1, 1, 4]) {
    const delta = 1e-3;
    const mu = 1 / analyticNoiseMultiplier({ epsilon, delta });
    let closest = Infinity;
    for (let a = 1e-6; a < 1; a += 1e-4) {
      const missed = gaussianTradeoff({ mu, typeOneError: a });
      const promised = approximateTradeoff({ epsilon, delta, typeOneError: a });
      closest = Math.min(closest, missed - promised);
      expect(1 - missed).toBeLessThanOrEqual(hallPowerBound({ epsilon, delta, typeOneError: a }) + 1e-12);
    }
    expect(closest).toBeGreaterThan(-1e-12);
    expect(closest).toBeLessThan(1e-4);
  }
});

test.each([NaN, Infinity, -1])("errors and budgets refuse %d", (bad) => {
  expect(() => gaussianTradeoff({ mu: bad, typeOneError: 0.1 })).toThrow(ParameterError);
  expect(() => gaussianTradeoff({ mu: 1, typeOneError: bad })).toThrow(ParameterError);
  expect(() => approximateTradeoff({ epsilon: bad, delta: 0.1, typeOneError: 0.1 })).toThrow(ParameterError);
  expect(() => approximateTradeoff({ epsilon: 1, delta: bad, typeOneError: 0.1 })).toThrow(ParameterError);
  expect(() => hallPowerBound({ epsilon: 1, delta: 0.1, typeOneError: bad })).toThrow(ParameterError);
  expect(() => composeGaussian([1, bad])).toThrow(ParameterError);
});
