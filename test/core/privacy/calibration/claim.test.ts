import { expect, test } from "vitest";
import { NumericalError } from "../../../../src/core/errors.ts";
import { addedFailure, claimedDelta, claimedMu } from "../../../../src/core/privacy/calibration/claim.ts";
import {
  achievedDelta,
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../../../src/core/privacy/calibration/gaussian.ts";
import { expectRelative, notPositive } from "../relative.ts";

const budgets = [0.01, 0.1, 1, 5, 20, 50].flatMap((epsilon) =>
  [1e-12, 1e-9, 1e-5, 1e-2].map((delta) => ({ epsilon, delta })),
);

test("claimedMu, with the failure it leaves room for, keeps the budget and uses it up", () => {
  for (const { epsilon, delta } of budgets) {
    for (const share of [0, 1e-3, 0.5]) {
      const failure = (share * delta) / (1 + Math.exp(epsilon));
      const mu = claimedMu({ epsilon, delta, failure, calibration: "analytic" });
      expect(claimedDelta({ epsilon, mu, failure })).toBeLessThanOrEqual(delta);
      expect(claimedDelta({ epsilon, mu: mu * (1 + 1e-9), failure })).toBeGreaterThan(delta);
      expectRelative(mu, 1 / analyticNoiseMultiplier({ epsilon, delta: delta * (1 - share) }), 1e-10);
    }
  }
});

test("claimedMu of the classical calibration is that of its multiplier", () => {
  const claim = { epsilon: 0.5, delta: 1e-5, failure: 0, calibration: "classical" } as const;
  expectRelative(claimedMu(claim), 1 / classicalNoiseMultiplier(claim), 1e-14);
  expect(claimedMu(claim)).toBeLessThan(1 / classicalNoiseMultiplier(claim));
  expect(() => claimedMu({ ...claim, epsilon: 2 })).toThrow(/^epsilon must be at most 1/);
});

test("claimedMu refuses a failure that δ cannot cover: 3·10⁻²⁰ at ε = 40", () => {
  expect(() => claimedMu({ epsilon: 40, delta: 1e-5, failure: 3e-20, calibration: "analytic" })).toThrow(
    NumericalError,
  );
  expect(() => claimedMu({ epsilon: 800, delta: 1e-5, failure: 1e-300, calibration: "analytic" })).toThrow(
    NumericalError,
  );
  expect(claimedMu({ epsilon: 800, delta: 1e-5, failure: 0, calibration: "analytic" })).toBeGreaterThan(20);
});

test("claimedDelta adds (1 + e^ε)p to the profile, and ends at 1", () => {
  expectRelative(
    claimedDelta({ epsilon: 1, mu: 0.5, failure: 0 }),
    achievedDelta({ epsilon: 1, noiseMultiplier: 2 }),
    1e-11,
  );
  expectRelative(
    claimedDelta({ epsilon: 1, mu: 0.5, failure: 1e-3 }),
    achievedDelta({ epsilon: 1, noiseMultiplier: 2 }) + (1 + Math.E) * 1e-3,
    1e-11,
  );
  expect(claimedDelta({ epsilon: 50, mu: 0.5, failure: 1e-3 })).toBe(1);
  expect(addedFailure({ epsilon: 1000, failure: 0 })).toBe(0);
});

test.each(notPositive)("refuses %s where a positive number must stand", (value) => {
  const claim = { epsilon: 1, delta: 1e-5, failure: 0, calibration: "analytic" } as const;
  expect(() => claimedMu({ ...claim, epsilon: value })).toThrow(/^epsilon must/);
  expect(() => claimedMu({ ...claim, delta: value })).toThrow(/^delta must/);
  expect(() => claimedDelta({ epsilon: 1, mu: value, failure: 0 })).toThrow(/^mu must/);
  if (value !== 0) expect(() => claimedMu({ ...claim, failure: value })).toThrow(/^failure must/);
  if (value !== 0) expect(() => claimedDelta({ epsilon: value, mu: 1, failure: 0 })).toThrow(/^epsilon must/);
});
