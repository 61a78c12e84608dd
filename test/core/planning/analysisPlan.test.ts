import { expect, test } from "vitest";
import {
  analysisText,
  analysisTotal,
  bestShares,
  leastBudget,
  parsedAnalysis,
  type AnalysisPlan,
  type AnalysisRow,
} from "../../../src/core/planning/analysisPlan.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { hostileTexts } from "../../support/fuzzing.ts";

const row: AnalysisRow = {
  ...{ what: "h = 5.5", study: "density", link: "#/density?h=5.5", target: "noise below 5 %" },
  ...{ needed: 0.5, law: "gaussian", share: 50 },
};
const budget = { epsilon: 1, delta: 1e-4 };
const planOf = (rows: readonly Partial<AnalysisRow>[]): AnalysisPlan => ({
  budget,
  rows: rows.map((change) => ({ ...row, ...change })),
});

test("analysisTotal: shares of 100 % cost the budget; pure rows alone share its ε; mixed ones cost less in advance", () => {
  const gaussian = analysisTotal(planOf([{ share: 30 }, { share: 70 }]));
  expect(gaussian.epsilon).toBeCloseTo(1, 6);
  expect(gaussian.rows.map(({ isReached }) => isReached)).toEqual([true, true]);
  const pure = analysisTotal(
    planOf([
      { law: "pure", share: 25 },
      { law: "pure", share: 75 },
    ]),
  );
  expect(pure.rows.map(({ epsilon }) => epsilon)).toEqual([0.25, 0.75]);
  // δ forgives a little of a pure loss.
  expect(pure.epsilon).toBeCloseTo(1, 3);
  const mixed = analysisTotal(planOf([{ share: 50 }, { law: "pure", share: 50 }]));
  expect(mixed.epsilon).toBeCloseTo(1, 6);
  expect(mixed.epsilonIfFixedInAdvance).toBeLessThan(mixed.epsilon);
  expect(analysisTotal(planOf([{ share: 80 }, { share: 60 }])).shareSum).toBe(140);
  expect(analysisTotal(planOf([])).epsilon).toBe(0);
  for (const share of [NaN, 0, -1, Infinity]) expect(() => analysisTotal(planOf([{ share }]))).toThrow(ParameterError);
});

test("bestShares: no other split leaves the worst row nearer to its target", () => {
  const random = seededSource(5);
  for (let k = 0; k < 60; k++) {
    const plan = planOf(
      Array.from({ length: 2 + (k % 4) }, () => ({
        needed: 0.05 + random.uniform(),
        law: random.uniform() < 0.5 ? ("pure" as const) : ("gaussian" as const),
      })),
    );
    // At the least budget of all targets each row of the best split gets what it needs, and another split leaves one short.
    const least = { ...plan, budget: { ...budget, epsilon: leastBudget(plan) } };
    const withShares = (shares: readonly number[]) =>
      analysisTotal({ ...least, rows: plan.rows.map((own, j) => ({ ...own, share: shares[j]! })) }).rows.map(
        ({ epsilon }, j) => epsilon / plan.rows[j]!.needed,
      );
    const best = bestShares(plan);
    expect(best.reduce((a, b) => a + b)).toBeCloseTo(100, 9);
    const reached = Math.min(...withShares(best));
    expect(reached).toBeCloseTo(1, 3);
    const other = best.map((share) => share * (0.8 + 0.4 * random.uniform()));
    const sum = other.reduce((a, b) => a + b);
    expect(Math.min(...withShares(other.map((share) => (100 * share) / sum)))).toBeLessThanOrEqual(reached + 1e-9);
  }
});

test("parsedAnalysis(analysisText(plan)) is the plan; rows of other studies are named and left out; anything else is refused", () => {
  const plan = planOf([{}, { study: "gone", link: "#/gone", what: "</script><b>" }]);
  const text = analysisText(plan);
  expect(parsedAnalysis(text, ["density", "gone"])).toEqual({ plan, missing: [] });
  expect(parsedAnalysis(text, ["density"])).toEqual({ plan: { ...plan, rows: [plan.rows[0]] }, missing: ["gone"] });
  const wrong = [
    text.replace('"version": 1', '"version": 2'),
    text.replace("#/density?h", "javascript:h"),
    text.replace('"share": 50', '"share": -50'),
    text.replace('"gaussian"', '"toString"'),
    analysisText({ ...plan, rows: Array.from({ length: 21 }, () => row) }),
    text.slice(0, -1),
    ...hostileTexts,
  ];
  for (const one of wrong) expect(() => parsedAnalysis(one, ["density", "gone"]), one).toThrow(ParameterError);
});
