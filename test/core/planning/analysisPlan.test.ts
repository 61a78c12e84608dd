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
import { composedEpsilon } from "../../../src/core/privacy/accounting/composition.ts";
import { declareBudget, emptyLedger, enterRelease } from "../../../src/core/privacy/accounting/ledger.ts";
import { achievedEpsilon, analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import type { RandomSource } from "../../../src/core/random/randomSource.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { casesOf, hostileTexts } from "../../support/fuzzing.ts";
import { goldenCases } from "../../support/goldenFile.ts";

interface Composed {
  readonly epsilon: number;
  readonly mus: readonly number[];
  readonly pureEpsilons: readonly number[];
}

const row: AnalysisRow = {
  ...{ what: "h = 5.5", study: "density", link: "#/density?h=5.5", target: "noise below 5 %" },
  ...{ needed: 0.5, law: "gaussian", share: 50 },
};
const budget = { epsilon: 1, delta: 1e-4 };
const planOf = (rows: readonly Partial<AnalysisRow>[]): AnalysisPlan => ({
  budget,
  rows: rows.map((change) => ({ ...row, ...change })),
});

const muOf = (epsilon: number, delta: number) => 1 / analyticNoiseMultiplier({ epsilon, delta });

/** From one to 12 rows. */
function randomPlan(random: RandomSource, laws: readonly AnalysisRow["law"][] = ["gaussian", "pure"]): AnalysisPlan {
  const count = 1 + Math.floor(8 * random.uniform() ** 2);
  const rows = Array.from({ length: count }, () => ({
    needed: 10 ** (1.5 * random.uniform() - 1.5),
    law: laws[Math.floor(random.uniform() * laws.length)]!,
    share: (60 * random.uniform()) / count + 1e-3,
    kept: random.uniform() < 0.15,
  }));
  const own = { epsilon: 10 ** (2 * random.uniform() - 1), delta: 10 ** (-3 - 7 * random.uniform()) };
  return { ...planOf(rows), budget: own };
}

const withShares = (plan: AnalysisPlan, shares: readonly number[]): AnalysisPlan => ({
  ...plan,
  rows: plan.rows.map((own, j) => ({ ...own, share: shares[j]! })),
});

test("analysisTotal is the ε of a numeric convolution of all losses, at its δ", () => {
  for (const golden of goldenCases<Composed, { delta: number }>("composed-plans")) {
    const { epsilon, mus, pureEpsilons } = golden.inputs;
    const own = { epsilon: 2, delta: golden.expected.delta };
    const mu = muOf(own.epsilon, own.delta);
    const rows = [
      ...mus.map((one) => ({ share: 100 * (one / mu) ** 2 })),
      ...pureEpsilons.map((one) => ({ law: "pure" as const, share: (100 * one) / own.epsilon })),
    ];
    const total = analysisTotal({ ...planOf(rows), budget: own });
    expect(Math.abs(total.epsilon / epsilon - 1)).toBeLessThan(1e-8);
    expect(total.delta).toBe(own.delta);
  }
});

test("leastBudget of two Gaussian rows of μ = 0.1537 and a pure one of 0.5 at δ = 3e-5 is 1.2055", () => {
  const delta = 3e-5;
  const needed = achievedEpsilon({ delta, noiseMultiplier: 1 / 0.153735 });
  const plan = { ...planOf([{ needed }, { needed }, { law: "pure", needed: 0.5 }]), budget: { epsilon: 1.5, delta } };
  expect(leastBudget(plan)).toBeCloseTo(1.2055, 4);
});

test("analysisTotal: Gaussian rows add squares of μ, pure ones ε at δ = 0", () => {
  const random = seededSource(3);
  for (let k = 0; k < 40; k++) {
    const plan = randomPlan(random, ["gaussian"]);
    const { epsilon, delta } = plan.budget;
    const part = plan.rows.reduce((sum, { share }) => sum + share / 100, 0);
    const mu = Math.sqrt(part) * muOf(epsilon, delta);
    const total = analysisTotal(plan);
    expect(Math.abs(total.epsilon / achievedEpsilon({ delta, noiseMultiplier: 1 / mu }) - 1)).toBeLessThan(1e-9);
    expect(total.declared.pureEpsilon).toBe(0);
  }
  const pure = analysisTotal(planOf([25, 75].map((share) => ({ law: "pure", share }))));
  expect(pure.rows.map(({ epsilon }) => epsilon)).toEqual([0.25, 0.75]);
  expect(pure).toMatchObject({ epsilon: 1, delta: 0, declared: { epsilon: 1, pureEpsilon: 1 } });
  expect(analysisTotal(planOf([{ share: 80 }, { share: 60 }])).shareSum).toBe(140);
  expect(analysisTotal(planOf([])).epsilon).toBe(0);
  for (const share of [NaN, 0, -1, Infinity]) expect(() => analysisTotal(planOf([{ share }]))).toThrow(ParameterError);
});

test("analysisTotal composes the same costs once, whatever the rows are called", () => {
  const plan = planOf([{ share: 30 }, { share: 20, law: "pure" }]);
  const renamed = { ...plan, rows: plan.rows.map((row) => ({ ...row, what: "another" })) };
  const { declared } = analysisTotal(plan);
  leastBudget(plan);
  expect(analysisTotal(renamed).declared).toBe(declared);
  expect(analysisTotal(withShares(plan, [30, 21])).declared).not.toEqual(declared);
});

test("analysisTotal is never below a row, grows with every share, and has the same bits in any order", () => {
  const random = seededSource(7);
  for (let k = 0; k < casesOf(400, 60); k++) {
    const plan = randomPlan(random);
    const { delta } = plan.budget;
    const { epsilon, rows } = analysisTotal(plan);
    for (const { cost } of rows) {
      const alone = cost.kind === "pure" ? { mu: 0, pureEpsilons: [cost.epsilon] } : { mu: cost.mu, pureEpsilons: [] };
      expect(epsilon).toBeGreaterThanOrEqual(composedEpsilon({ delta, ...alone }) * (1 - 1e-12));
    }
    const j = Math.floor(random.uniform() * plan.rows.length);
    const shares = plan.rows.map(({ share }, i) => (i === j ? 1.05 * share : share));
    expect(analysisTotal(withShares(plan, shares)).epsilon).toBeGreaterThan(epsilon);
    const other = { ...plan, rows: plan.rows.toSorted(() => random.uniform() - 0.5) };
    expect(analysisTotal(other).epsilon).toBe(epsilon);
    expect(leastBudget(other)).toBe(leastBudget(plan));
  }
});

test("a ledger with the declared budget admits all rows, in any order", () => {
  const random = seededSource(8);
  for (let k = 0; k < 60; k++) {
    const plan = randomPlan(random);
    const { rows, declared } = analysisTotal(plan);
    const at = "2026-11-22T06:10:00Z";
    const { delta } = plan.budget;
    let ledger = declareBudget(emptyLedger("0".repeat(64)), {
      ...{ id: "0".repeat(32), at, failure: 0, paidDelta: 0, delta, ...declared },
    });
    rows.forEach(({ cost }, j) => {
      const id = (j + 1).toString(16).padStart(32, "0");
      const entry = { id, at, study: "density", what: "", parameters: [], provenance: [], buys: null };
      ledger = enterRelease(ledger, { ...entry, cost: { ...cost, failure: 0, delta: 0 } });
    });
    expect(ledger.entries).toHaveLength(rows.length);
    // Three digits cost at most a hundredth in each number.
    const pure = rows.map(({ cost }) => (cost.kind === "pure" ? cost.epsilon : 0)).reduce((a, b) => a + b, 0);
    expect(declared.pureEpsilon).toBeLessThanOrEqual(1.0101 * pure);
  }
});

test("bestShares: the total is the budget from below, all rows are equally near to what they need, and kept shares stay", () => {
  const random = seededSource(5);
  for (let k = 0; k < casesOf(300, 60); k++) {
    const plan = randomPlan(random);
    const { epsilon, delta } = plan.budget;
    const best = bestShares(plan);
    const free = plan.rows.map(({ kept }) => !kept);
    expect(best.filter((_, j) => !free[j])).toEqual(plan.rows.flatMap(({ kept, share }) => (kept ? [share] : [])));
    if (!free.includes(true)) continue;
    const total = analysisTotal(withShares(plan, best));
    expect(total.epsilon).toBeLessThanOrEqual(epsilon);
    expect(total.epsilon).toBeGreaterThan(epsilon * (1 - 1e-9));
    const parts = total.rows.flatMap(({ cost }, j) => {
      const { needed } = plan.rows[j]!;
      return free[j] ? [cost.kind === "pure" ? cost.epsilon / needed : cost.mu / muOf(needed, delta)] : [];
    });
    for (const part of parts) expect(Math.abs(part / parts[0]! - 1)).toBeLessThan(1e-10);
    // So a row gets more only if another gets less: one part in 10⁹ more for each is too much.
    const more = best.map((share, j) => (free[j] ? share * (1 + 1e-9) : share));
    expect(analysisTotal(withShares(plan, more)).epsilon).toBeGreaterThan(epsilon);
  }
});

test("bestShares refuses kept shares that leave nothing to another row, and leaves rows that are all kept", () => {
  const kept = { share: 60, law: "pure", kept: true } as const;
  for (const [share, ...others] of [[41], [1e4], [20, 21]])
    expect(() =>
      bestShares(planOf([kept, ...[share!, ...others].map((one) => ({ ...kept, share: one })), {}])),
    ).toThrow(/^shares that are kept must/);
  expect(bestShares(planOf([kept, { ...kept, share: 70 }]))).toEqual([60, 70]);
  expect(bestShares(planOf([]))).toEqual([]);
  for (const needed of [NaN, 0, -1, Infinity])
    expect(() => bestShares(planOf([{ needed }, kept]))).toThrow(ParameterError);
});

test("bestShares of equal needs at the least budget gives all rows what they need", () => {
  const plan = planOf([{}, { needed: 0.1, law: "pure" }, { needed: 0.3 }]);
  const least = { ...plan, budget: { ...budget, epsilon: leastBudget(plan) } };
  expect(analysisTotal(withShares(least, bestShares(least))).rows.every(({ isReached }) => isReached)).toBe(true);
  expect(bestShares(planOf([1, 3].map((needed) => ({ needed, law: "pure" }))))).toEqual([
    expect.closeTo(25, 9),
    expect.closeTo(75, 9),
  ]);
});

test("parsedAnalysis(analysisText(plan)) is the plan; rows of other studies are named and left out; anything else is refused", () => {
  const plan = planOf([{}, { study: "gone", link: "#/gone", what: "</script><b>" }]);
  const text = analysisText(plan);
  expect(parsedAnalysis(text, ["density", "gone"])).toEqual({ plan, missing: [] });
  expect(parsedAnalysis(text, ["density"])).toEqual({ plan: { ...plan, rows: [plan.rows[0]] }, missing: ["gone"] });
  const wrong = [
    text.replace('"version": 2', '"version": 3'),
    text.replace("#/density?h", "javascript:h"),
    text.replace('"share": 50', '"share": -50'),
    text.replace('"gaussian"', '"toString"'),
    text.replace('"share": 50', '"share": 50, "kept": 1'),
    analysisText({ ...plan, rows: Array.from({ length: 21 }, () => row) }),
    text.slice(0, -1),
    ...hostileTexts,
  ];
  for (const one of wrong) expect(() => parsedAnalysis(one, ["density", "gone"]), one).toThrow(ParameterError);
});

test("parsedAnalysis reads version 1: a pure row beside Gaussian ones had a share of μ², and keeps its ε", () => {
  const of = (rows: readonly Partial<AnalysisRow>[]) =>
    parsedAnalysis(analysisText(planOf(rows)).replace('"version": 2', '"version": 1'), ["density"]).plan;
  const pure: AnalysisRow = { ...row, law: "pure" };
  const [gaussian, mixed] = analysisTotal(of([{}, pure])).rows;
  expect(gaussian!.cost).toEqual({ kind: "gaussian", mu: expect.closeTo(Math.SQRT1_2 * muOf(1, 1e-4), 12) as number });
  // ln(Φ(μ/2)/Φ(−μ/2)) with √½ of the budget's μ, computed with scipy.
  expect(mixed!.cost).toEqual({ kind: "pure", epsilon: expect.closeTo(0.177199833, 8) as number });
  expect(of([pure, pure]).rows).toEqual([pure, pure]);
});
