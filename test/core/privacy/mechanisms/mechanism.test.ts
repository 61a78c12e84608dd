import { describe, expect, test } from "vitest";
import { deltaOf, exceedanceOf } from "../../../../src/core/privacy/accounting/privacyLoss.ts";
import {
  analyticNoiseMultiplier,
  classicalNoiseMultiplier,
} from "../../../../src/core/privacy/calibration/gaussian.ts";
import {
  composedLaplaceMechanism,
  exponentialMechanism,
  gaussianMechanism,
  laplaceMechanism,
} from "../../../../src/core/privacy/mechanisms/mechanism.ts";
import type { PrivacyBudget } from "../../../../src/core/privacy/calibration/privacyBudget.ts";
import { casesOf, firstOf } from "../../../support/fuzzing.ts";

const budgets: PrivacyBudget[] = [0.001, 0.1, 1, 7, 50].flatMap((epsilon) =>
  [1e-15, 1e-5, 0.1].map((delta) => ({ epsilon, delta, calibration: "analytic" as const })),
);

describe("gaussianMechanism", () => {
  test("takes its multiplier from the calibration that is asked for", () => {
    for (const budget of budgets) {
      expect(gaussianMechanism.multiplierOf(budget)).toBe(analyticNoiseMultiplier(budget));
      const classical = { ...budget, calibration: "classical" as const };
      if (budget.epsilon <= 1) {
        expect(gaussianMechanism.multiplierOf(classical)).toBe(classicalNoiseMultiplier(budget));
        expect(gaussianMechanism.multiplierOf(classical)).toBeGreaterThan(gaussianMechanism.multiplierOf(budget));
      } else {
        expect(() => gaussianMechanism.multiplierOf(classical)).toThrow(/epsilon must be/);
      }
    }
  });

  test("the loss at the multiplier of a budget keeps its δ, and uses it up", () => {
    for (const budget of budgets) {
      const delta = deltaOf(gaussianMechanism.lossOf(gaussianMechanism.multiplierOf(budget)), budget.epsilon);
      expect(delta).toBeLessThanOrEqual(budget.delta);
      expect(delta).toBeGreaterThan(budget.delta * 0.99);
    }
  });
});

/** The largest log-ratio of Laplace densities of scale b at distance Δ₁ = 1, searched over the line. */
function worstLaplaceRatio(scale: number): number {
  let worst = 0;
  for (let x = -20; x <= 20; x += 0.01) worst = Math.max(worst, (Math.abs(x - 1) - Math.abs(x)) / scale);
  return worst;
}

/** The largest log-ratio of choices ∝ exp(−d/m), where every distance d may move by 1: all good ones up, all others down. */
function worstChoiceRatio(multiplier: number): number {
  const choice = (distances: readonly number[]) => {
    const weights = distances.map((d) => Math.exp(-d / multiplier));
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((weight) => weight / sum);
  };
  let worst = 0;
  for (const count of firstOf([2, 10, 10_000, 1e6], 3)) {
    const before = choice(Array.from({ length: count }, () => 1));
    const after = choice(Array.from({ length: count }, (_, k) => (k === 0 ? 0 : 2)));
    worst = Math.max(worst, Math.log(after[0]! / before[0]!));
  }
  return worst;
}

describe.each([
  ["laplaceMechanism", laplaceMechanism, 1, worstLaplaceRatio],
  ["exponentialMechanism", exponentialMechanism, 2, worstChoiceRatio],
] as const)("%s", (_, mechanism, factor, worstRatio) => {
  test(`its multiplier is the least above ${factor}/ε, and its loss never less than ${factor}/multiplier`, () => {
    for (let k = 1; k <= casesOf(2000, 300); k++) {
      const epsilon = k / 97;
      const multiplier = mechanism.multiplierOf({ epsilon, delta: 0, calibration: "analytic" });
      const ulps = 6 * Number.EPSILON;
      expect(multiplier).toBeGreaterThan(factor / epsilon);
      expect(multiplier).toBeLessThan((factor / epsilon) * (1 + ulps));
      const loss = mechanism.lossOf(multiplier);
      if (loss.kind !== "pure") throw new Error("not pure");
      expect(loss.epsilon).toBeGreaterThan(factor / multiplier);
      expect(Math.abs(loss.epsilon / epsilon - 1)).toBeLessThan(ulps);
    }
  });

  test("the worst ratio of probabilities stays within the loss, and comes close to it", () => {
    for (const epsilon of [0.1, 1, 3]) {
      const multiplier = mechanism.multiplierOf({ epsilon, delta: 0, calibration: "analytic" });
      const worst = worstRatio(multiplier);
      expect(worst).toBeLessThanOrEqual(epsilon * (1 + 1e-12));
      expect(worst).toBeGreaterThan(0.99 * epsilon);
    }
  });

  test("does not use δ, and needs none", () => {
    const multipliers = [0, 1e-5, 0.5, NaN].map((delta) =>
      mechanism.multiplierOf({ epsilon: 0.7, delta, calibration: "classical" }),
    );
    expect(new Set(multipliers).size).toBe(1);
    expect(deltaOf(mechanism.lossOf(multipliers[0]!), 0.7 * (1 + 1e-12))).toBe(0);
    expect(exceedanceOf(mechanism.lossOf(multipliers[0]!), 0.7 * (1 + 1e-12))).toBe(0);
  });
});

describe.each([gaussianMechanism, laplaceMechanism, composedLaplaceMechanism, exponentialMechanism])(
  "$name noise",
  (mechanism) => {
    test("depends on the calibration of a budget only where it says so", () => {
      const [exact, classical] = (["analytic", "classical"] as const).map((calibration) =>
        mechanism.multiplierOf({ epsilon: 0.5, delta: 1e-5, calibration }),
      );
      expect(exact !== classical).toBe(mechanism.isCalibrated);
    });

    test("is smaller for a larger budget, and then costs more", () => {
      const multipliers = [0.1, 0.5, 1, 5].map((epsilon) =>
        mechanism.multiplierOf({ epsilon, delta: 1e-5, calibration: "analytic" }),
      );
      expect(multipliers).toEqual([...multipliers].sort((a, b) => b - a));
      const deltas = multipliers.map((multiplier) => deltaOf(mechanism.lossOf(multiplier), 0.05));
      expect(deltas).toEqual([...deltas].sort((a, b) => a - b));
      expect(new Set(deltas).size).toBe(4);
    });

    test.each([0, -1, NaN, Infinity])("refuses ε = %d and a multiplier of %d by name", (value) => {
      expect(() => mechanism.multiplierOf({ epsilon: value, delta: 1e-5, calibration: "analytic" })).toThrow(
        /epsilon must be/,
      );
      expect(() => mechanism.lossOf(value)).toThrow(/multiplier must be/);
    });
  },
);
