import { expect, test } from "vitest";
import {
  approximateTradeoff,
  gaussianTradeoff,
  hallPowerBound,
} from "../../../../src/core/privacy/accounting/tradeoff.ts";
import type { PrivacyParameters } from "../../../../src/core/privacy/calibration/gaussian.ts";
import {
  achievedDelta,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../../../src/core/privacy/calibration/gaussian.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { normalCdf } from "../../../../src/core/special/normal.ts";
import { expectGolden, goldenCases } from "../../../support/goldenFile.ts";

test("gaussianTradeoff has the reference values", () => {
  for (const golden of goldenCases<{ mu: number; typeI: number[] }, object>("noise-gdp-tradeoff")) {
    const { mu, typeI } = golden.inputs;
    const typeTwoErrors = typeI.map((typeOneError) => gaussianTradeoff({ mu, typeOneError }));
    expectGolden(golden, "typeII", typeTwoErrors);
    expectGolden(
      golden,
      "power",
      typeTwoErrors.map((error) => 1 - error),
    );
  }
});

test("approximateTradeoff and hallPowerBound have the reference values", () => {
  for (const golden of goldenCases<PrivacyParameters & { typeI: number[] }, object>("noise-testing-bound")) {
    const { typeI, ...budget } = golden.inputs;
    const typeTwoErrors = typeI.map((typeOneError) => approximateTradeoff({ ...budget, typeOneError }));
    expectGolden(golden, "typeIIlower", typeTwoErrors);
    expectGolden(
      golden,
      "powerUpper",
      typeTwoErrors.map((error) => 1 - error),
    );
    expectGolden(
      golden,
      "hallPowerBoundCapped",
      typeI.map((typeOneError) => hallPowerBound({ ...budget, typeOneError })),
    );
  }
});

test("gaussianTradeoff lies above approximateTradeoff for every (ε, δ) of the same noise, and touches it", () => {
  const random = seededSource(3);
  for (let i = 0; i < 200; i++) {
    const mu = 0.05 + 4 * random.uniform();
    const epsilon = mu * (mu / 2 + random.uniform());
    const delta = achievedDelta({ epsilon, noiseMultiplier: 1 / mu });
    const gapAt = (a: number) =>
      gaussianTradeoff({ mu, typeOneError: a }) - approximateTradeoff({ epsilon, delta, typeOneError: a });
    const gaps = Array.from({ length: 512 }, (_, k) => gapAt((k + 0.5) / 512));
    expect(Math.min(...gaps)).toBeGreaterThan(-1e-14);
    // The likelihood ratio is e^ε where Φ⁻¹(1 − a) = ε/μ + μ/2: there the curve has slope −e^ε.
    expect(gapAt(normalCdf(-epsilon / mu - mu / 2))).toBeLessThan(1e-14);
  }
});

test("hallPowerBound is at least the power of the best attacker", () => {
  const random = seededSource(4);
  for (let i = 0; i < 1000; i++) {
    const epsilon = 10 ** (-2 + 3 * random.uniform());
    const delta = 10 ** (-10 * random.uniform());
    const typeOneError = random.uniform();
    const mu = 1 / analyticNoiseMultiplier({ epsilon, delta });
    const bound = hallPowerBound({ epsilon, delta, typeOneError });
    expect(1 - gaussianTradeoff({ mu, typeOneError })).toBeLessThanOrEqual(bound);
    expect(1 - approximateTradeoff({ epsilon, delta, typeOneError })).toBeLessThanOrEqual(bound + 1e-15);
  }
});

test("hallPowerBound is of neighbours alone: five records away it is exceeded (errata H11)", () => {
  const [epsilon, delta, typeOneError] = [1, 0.1, 0.05];
  const mu = 1 / classicalNoiseMultiplier({ epsilon, delta });
  const power = (records: number) => 1 - gaussianTradeoff({ mu: records * mu, typeOneError });
  expect(hallPowerBound({ epsilon, delta, typeOneError })).toBeCloseTo(0.236, 3);
  expect(power(1)).toBeCloseTo(0.108, 3);
  expect(power(5)).toBeCloseTo(0.655, 3);
});

test("gaussianTradeoff and approximateTradeoff are their own inverses: symmetric in the two errors", () => {
  for (const typeOneError of [0.01, 0.2, 0.5]) {
    const typeTwoError = gaussianTradeoff({ mu: 1, typeOneError });
    expect(gaussianTradeoff({ mu: 1, typeOneError: typeTwoError })).toBeCloseTo(typeOneError, 12);
    const at = { epsilon: 1, delta: 0.01 };
    const other = approximateTradeoff({ ...at, typeOneError });
    expect(approximateTradeoff({ ...at, typeOneError: other })).toBeCloseTo(typeOneError, 12);
  }
});

test("trade-offs hold at the ends: no protection, full protection, ε beyond the range of exp", () => {
  expect(gaussianTradeoff({ mu: 0, typeOneError: 0.3 })).toBeCloseTo(0.7, 15);
  expect(gaussianTradeoff({ mu: 1e300, typeOneError: 0.3 })).toBe(0);
  expect(gaussianTradeoff({ mu: 1, typeOneError: 0 })).toBe(1);
  expect(approximateTradeoff({ epsilon: 0, delta: 0, typeOneError: 0.3 })).toBe(0.7);
  expect(approximateTradeoff({ epsilon: 1000, delta: 0.1, typeOneError: 0 })).toBe(0.9);
  expect(approximateTradeoff({ epsilon: 1000, delta: 0.1, typeOneError: 0.5 })).toBe(0);
  expect(hallPowerBound({ epsilon: 1000, delta: 0.1, typeOneError: 0 })).toBe(0.1);
  expect(hallPowerBound({ epsilon: 1000, delta: 0.1, typeOneError: 0.5 })).toBe(1);
});

test.each([NaN, Infinity, -Infinity, -1])("trade-offs refuse %s for each parameter, by name", (bad) => {
  const at = { epsilon: 1, delta: 0.1, typeOneError: 0.1 };
  expect(() => gaussianTradeoff({ mu: bad, typeOneError: 0.1 })).toThrow(/^mu must/);
  expect(() => gaussianTradeoff({ mu: 1, typeOneError: bad })).toThrow(/^typeOneError must/);
  for (const bound of [approximateTradeoff, hallPowerBound]) {
    expect(() => bound({ ...at, epsilon: bad })).toThrow(/^epsilon must/);
    expect(() => bound({ ...at, delta: bad })).toThrow(/^delta must/);
    expect(() => bound({ ...at, typeOneError: bad })).toThrow(/^typeOneError must/);
  }
});
