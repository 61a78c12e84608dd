import { describe, expect, test } from "vitest";
import type { PrivacyBudget } from "../../../src/core/privacy/calibration/privacyBudget.ts";
import type { BoundaryScenario } from "../../../src/studies/boundary/model/scenario.ts";
import { expectedOverBudgets, mapEpsilons, mapPenalties } from "../../../src/studies/boundary/model/penaltyMap.ts";
import { requestOf } from "../../../src/studies/boundary/model/request.ts";
import { answerTo, classScenario, curveScenario, viewOf } from "./boundaryView.ts";

const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
const heldOut = Float64Array.of(-0.4, 0.4, 0.4, -0.4);
const expectedFor = (scenario: BoundaryScenario, predicted: Float64Array, at: PrivacyBudget) => {
  const { release, records } = answerTo(scenario);
  const fit = { lipschitz: release.lipschitz, responses: records.responses, heldOut: predicted };
  return expectedOverBudgets(fit, requestOf(scenario), at);
};
const better = (values: readonly number[]) => values.slice(1).every((value, i) => value <= values[i]!);

describe("the map's axes", () => {
  test("mapPenalties and mapEpsilons have 13 steps each, ε from large to small", () => {
    expect([mapPenalties.length, mapPenalties[0], mapPenalties[12]]).toEqual([13, 0.001, 1]);
    expect([mapEpsilons.length, mapEpsilons[0], mapEpsilons[12]]).toEqual([13, 20, 0.05]);
  });
});

describe("expectedOverBudgets", () => {
  test("expectedOverBudgets(classification) falls with ε, from the original's accuracy towards guessing", () => {
    const { penalty, expected } = expectedFor({ ...classScenario, penalty: 1 }, heldOut, budget);
    expect(penalty).toBe(1);
    expect(better(expected)).toBe(true);
    expect(expected[0]).toBeGreaterThan(0.9);
    expect(expected[12]).toBeLessThan(0.6);
    expect(expected[12]).toBeGreaterThan(0.5);
  });

  test("expectedOverBudgets(wrong predictions) rises towards guessing as ε falls", () => {
    const { expected } = expectedFor(
      { ...classScenario, penalty: 1 },
      heldOut.map((f) => -f),
      budget,
    );
    expect(better(expected.toReversed())).toBe(true);
    expect(expected[12]).toBeLessThan(0.5);
  });

  test.each<Partial<BoundaryScenario>>([
    {},
    { loss: "pinball", lossParameter: 0.75 },
    { loss: "epsilonInsensitive", lossParameter: 0.1 },
  ])("expectedOverBudgets(regression with %j): the loss grows as ε falls", (change) => {
    const { expected } = expectedFor({ ...curveScenario, ...change }, Float64Array.of(-0.9, 0.2, 0.6), budget);
    expect(better(expected.toReversed())).toBe(true);
    expect(expected.every(Number.isFinite)).toBe(true);
  });

  test("expectedOverBudgets agrees with the view at the same λ and ε", () => {
    // In the view Δ is 0.05; here it follows from λ = 0.1 and n = 4, inflated by 5 % for the early stop: λ is chosen to match.
    const penalty = 1.05 / (0.05 * 4);
    const epsilon = mapEpsilons[4]!;
    const { expected } = expectedFor({ ...classScenario, penalty }, heldOut, budget);
    const view = viewOf({ ...classScenario, penalty, epsilon }, heldOut);
    expect(expected[4]).toBeCloseTo(view.inside!.heldOut!.expectedPrivate, 6);
  });

  test("expectedOverBudgets falls with δ, and with λ for given predictions", () => {
    const at = (penalty: number, delta: number) =>
      expectedFor({ ...classScenario, penalty }, heldOut, { ...budget, delta }).expected[6]!;
    expect(at(1, 1e-9)).toBeLessThan(at(1, 1e-3));
    expect(at(0.1, 1e-5)).toBeLessThan(at(1, 1e-5));
  });

  test("expectedOverBudgets has no value where the classical calibration is not proved", () => {
    const { expected } = expectedFor(classScenario, heldOut, { ...budget, calibration: "classical" });
    expect(expected.map(Number.isFinite)).toEqual(mapEpsilons.map((epsilon) => epsilon <= 1));
  });
});
