import { expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { gaussianMechanism, laplaceMechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import type { PrivacyBudget } from "../../../src/core/privacy/calibration/privacyBudget.ts";
import type { Mechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import { calibrate, createBudgetInForce } from "../../../src/state/presented/budgetInForce.ts";

const budget: PrivacyBudget = { epsilon: 0.5, delta: 1e-6, calibration: "analytic" };

/** A mechanism that keeps the budgets it was asked for. */
function spied(mechanism: Mechanism): Mechanism & { readonly asked: PrivacyBudget[] } {
  const asked: PrivacyBudget[] = [];
  return {
    ...mechanism,
    asked,
    multiplierOf: (one) => {
      asked.push(one);
      return mechanism.multiplierOf(one);
    },
  };
}

test("calibrate(budget, mechanism) is the multiplier, the loss, and a δ at most the one asked for", () => {
  const calibrated = calibrate(budget, gaussianMechanism);
  if (calibrated instanceof ParameterError) throw calibrated;
  const multiplier = analyticNoiseMultiplier(budget);
  expect(calibrated).toMatchObject({ ...budget, multiplier, loss: { kind: "gaussian", mu: 1 / multiplier } });
  expect(calibrated.deltaAchieved).toBeLessThanOrEqual(1e-6);
  expect(calibrated.deltaAchieved).toBeGreaterThan(0.999e-6);
});

test.each<Partial<PrivacyBudget>>([
  { epsilon: NaN },
  { epsilon: 0 },
  { epsilon: -1 },
  { epsilon: Infinity },
  { delta: NaN },
  { delta: 0 },
  { delta: 1 },
  { calibration: "classical", epsilon: 1.5 },
])("calibrate returns the refusal of %j", (change) => {
  expect(calibrate({ ...budget, ...change }, gaussianMechanism)).toBeInstanceOf(ParameterError);
});

test("calibrate throws what is no refusal", () => {
  const broken: Mechanism = { ...gaussianMechanism, lossOf: () => { throw new RangeError("broken"); } }; // prettier-ignore
  expect(() => calibrate(budget, broken)).toThrow(RangeError);
});

test("createBudgetInForce calibrates once for each change of budget, whoever asks and whatever else it carries", () => {
  const mechanism = spied(gaussianMechanism);
  const budgetOf = createBudgetInForce();
  const first = budgetOf(budget, mechanism);
  for (const h of [1, 2, 3]) expect(budgetOf({ ...budget, h } as PrivacyBudget, mechanism)).toBe(first);
  expect(mechanism.asked).toEqual([budget]);
  expect(first.inForce).not.toHaveProperty("h");

  const changes: Partial<PrivacyBudget>[] = [{ epsilon: 0.6 }, { delta: 1e-7 }, { calibration: "classical" }];
  for (const change of changes) {
    expect(budgetOf({ ...budget, ...change }, mechanism).inForce).toMatchObject({ ...budget, ...change });
    budgetOf({ ...budget, ...change }, mechanism);
  }
  expect(mechanism.asked).toEqual([budget, ...changes.map((change) => ({ ...budget, ...change }))]);
});

test("the last budget that was accepted stays in force, the same object, however many are refused", () => {
  const mechanism = spied(gaussianMechanism);
  const budgetOf = createBudgetInForce();
  const { inForce } = budgetOf(budget, mechanism);
  const refused = [NaN, 0, -1, Infinity].map((epsilon) => budgetOf({ ...budget, epsilon }, mechanism));
  for (const answer of refused) {
    expect(answer.inForce).toBe(inForce);
    expect(answer.refused).toBeInstanceOf(ParameterError);
  }
  expect(mechanism.asked).toHaveLength(5);
  const mended = budgetOf({ ...budget, epsilon: 0.7 }, mechanism);
  expect(mended).toMatchObject({ inForce: { epsilon: 0.7 }, refused: undefined });
});

test("a budget that is refused to begin with leaves a usual one in force, and says why", () => {
  const { inForce, refused } = createBudgetInForce()({ ...budget, epsilon: NaN }, gaussianMechanism);
  expect(inForce).toMatchObject({ epsilon: 1, delta: 1e-5, calibration: "analytic" });
  expect(inForce.multiplier).toBe(analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 }));
  expect(refused?.parameter).toBe("epsilon");
});

test("a mechanism that changes has the budget calibrated anew, the one in force too while one is refused", () => {
  const budgetOf = createBudgetInForce();
  const gaussian = budgetOf(budget, gaussianMechanism).inForce;
  const laplace = budgetOf(budget, laplaceMechanism).inForce;
  expect(laplace).toMatchObject({ mechanism: laplaceMechanism, loss: { kind: "pure" }, epsilon: 0.5 });
  expect(laplace.multiplier).toBeCloseTo(2, 12);
  expect(laplace.multiplier).not.toBe(gaussian.multiplier);

  const bad = { ...budget, epsilon: -1 };
  expect(budgetOf(bad, laplaceMechanism).inForce).toBe(laplace);
  const back = budgetOf(bad, gaussianMechanism);
  expect(back.inForce).toEqual(gaussian);
  expect(back.refused).toBeInstanceOf(ParameterError);
});

test("a budget in force that another mechanism refuses gives way to a usual one", () => {
  const budgetOf = createBudgetInForce();
  budgetOf({ ...budget, delta: 0 }, laplaceMechanism);
  const { inForce, refused } = budgetOf({ ...budget, delta: 0 }, gaussianMechanism);
  expect(inForce).toMatchObject({ mechanism: gaussianMechanism, epsilon: 1, delta: 1e-5 });
  expect(refused?.parameter).toBe("delta");
});
