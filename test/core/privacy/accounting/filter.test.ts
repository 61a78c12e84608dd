import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { gaussianOfPure } from "../../../../src/core/privacy/accounting/composition.ts";
import { fitsBudget, muLeft, paidPurely, spendingOf } from "../../../../src/core/privacy/accounting/filter.ts";
import type { Cost } from "../../../../src/core/privacy/accounting/filter.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { exactly, times } from "../../../support/exactRational.ts";
import { expectRelative } from "../relative.ts";
import { casesOf } from "../../../support/fuzzing.ts";

const gaussian = (mu: number): Cost => ({ kind: "gaussian", mu });
const budget = { mu: 1, failure: 1e-12, delta: 1e-6 };

describe("the filter", () => {
  test("lets releases pass while Σμ² ≤ μ², and not one more", () => {
    expect(fitsBudget(budget, [], gaussian(1))).toBe(true);
    expect(fitsBudget(budget, [], gaussian(1 + 2 ** -52))).toBe(false);
    expect(fitsBudget({ ...budget, mu: 0.1 }, [], { ...gaussian(0.1), failure: 1e-12, delta: 1e-6 })).toBe(true);
    expect(fitsBudget({ ...budget, mu: 5e-324 }, [], gaussian(5e-324))).toBe(true);
    expect(fitsBudget(budget, new Array<Cost>(99).fill(gaussian(0.1)), gaussian(0.0999))).toBe(true);
    expect(fitsBudget(budget, new Array<Cost>(100).fill(gaussian(0.1)), gaussian(1e-3))).toBe(false);
  });

  test("never lets a sum above the budget pass, in whole numbers", () => {
    const random = seededSource(1);
    for (let i = 0; i < casesOf(300, 100); i++) {
      const spent: Cost[] = [];
      for (;;) {
        // The last one takes all that is left, or a trifle more.
        const left = muLeft(budget, spent);
        const next = gaussian(random.uniform() < 0.2 ? left * (1 + (i % 2) * 1e-15) : left * random.uniform());
        if (left === 0 || !fitsBudget(budget, spent, next)) break;
        spent.push(next);
        const squares = spent.map((cost) =>
          cost.kind === "gaussian" ? times(exactly(cost.mu), exactly(cost.mu)) : 0n,
        );
        expect(squares.reduce((sum, square) => sum + square) <= exactly(1)).toBe(true);
        if (spent.length > 40) break;
      }
    }
  });

  test("takes a pure release as the Gaussian one it stands for", () => {
    const pure: Cost = { kind: "pure", epsilon: 0.5 };
    expectRelative(spendingOf([pure, pure]).squaredMu, 2 * gaussianOfPure(0.5) ** 2, 1e-14);
    expect(fitsBudget(budget, [pure, pure], pure)).toBe(false);
    expect(fitsBudget({ ...budget, mu: 1.1 }, [pure, pure], pure)).toBe(true);
  });

  test("pays pure releases by ε while their part lasts, as typed decimals, and then by μ", () => {
    const pure = (epsilon: number): Cost => ({ kind: "pure", epsilon });
    const both = { ...budget, mu: 0.1, pureEpsilon: 0.3 };
    expect(fitsBudget(both, [pure(0.1)], pure(0.2))).toBe(true);
    expect(fitsBudget(both, [pure(0.1)], pure(0.2000000001))).toBe(false);
    expect(fitsBudget(both, [pure(0.1), pure(0.2)], pure(0.05))).toBe(true);
    expect(fitsBudget(both, [pure(0.1), pure(0.2), gaussian(0.1)], pure(0.05))).toBe(false);
    expect(paidPurely([pure(0.2), gaussian(1), pure(0.2), pure(0.1)], 0.3)).toEqual([true, false, false, true]);
    expect(muLeft(both, [pure(0.3)])).toBe(0.1);
    expectRelative(spendingOf([pure(0.3), pure(0.1)], 0.3).squaredMu, gaussianOfPure(0.1) ** 2, 1e-14);
    expect(spendingOf([pure(0.3), pure(0.1)], 0.3).pureEpsilon).toBeCloseTo(0.3, 12);
  });

  test("adds failures and δ paid apart", () => {
    const risky = (failure: number, delta: number): Cost => ({ kind: "gaussian", mu: 0.1, failure, delta });
    expect(fitsBudget(budget, [risky(6e-13, 0)], risky(3e-13, 0))).toBe(true);
    expect(fitsBudget(budget, [risky(6e-13, 0)], risky(5e-13, 0))).toBe(false);
    expect(fitsBudget(budget, [risky(0, 6e-7)], risky(0, 3e-7))).toBe(true);
    expect(fitsBudget(budget, [risky(0, 6e-7)], risky(0, 5e-7))).toBe(false);
    expect(muLeft(budget, [risky(1e-11, 0)])).toBe(0);
  });

  test("δ that was typed in decimals can be used up, and no decimal more: 1e-5 and 2e-5 are 3e-5", () => {
    const paying = (delta: number): Cost => ({ kind: "gaussian", mu: 0, delta });
    const typed = { ...budget, delta: 3e-5 };
    expect(fitsBudget(typed, [paying(1e-5)], paying(2e-5))).toBe(true);
    expect(fitsBudget(typed, [paying(1e-5)], paying(2.00000000000001e-5))).toBe(false);
    expect(muLeft(typed, [paying(1e-5)], { delta: 2e-5 })).toBe(1);
    const random = seededSource(3);
    for (let i = 0; i < casesOf(2000, 300); i++) {
      const digits = 1 + Math.floor(14 * random.uniform());
      const places = digits + Math.floor(10 * random.uniform());
      const parts = Array.from({ length: 1 + (i % 12) }, () =>
        BigInt(Math.floor(10 ** digits * random.uniform() * 0.08)),
      );
      const whole = parts.reduce((sum, part) => sum + part, 0n);
      const decimal = (of: bigint) => Number(`${of}e-${places}`);
      const [last, ...spent] = parts.map((part) => paying(decimal(part))) as [Cost, ...Cost[]];
      expect(fitsBudget({ ...budget, delta: decimal(whole) }, spent, last)).toBe(true);
      if (whole > 0n) expect(fitsBudget({ ...budget, delta: decimal(whole - 1n) }, spent, last)).toBe(false);
      expect(fitsBudget({ ...budget, delta: decimal(whole) }, [...spent, last], paying(decimal(1n)))).toBe(false);
    }
  });

  test("muLeft is what a next release may cost", () => {
    expect(muLeft(budget, [gaussian(1)])).toBe(0);
    expect(muLeft(budget, [gaussian(2)])).toBe(0);
    expect(muLeft({ ...budget, mu: 0.1 }, [])).toBe(0.1);
    const almost = 1 - 2 ** -53;
    expectRelative(muLeft(budget, [gaussian(almost)]), 2 ** -26, 0.5);
    for (const spent of [[], [gaussian(0.6)], new Array<Cost>(50).fill(gaussian(0.1))]) {
      const left = muLeft(budget, spent);
      expectRelative(left, Math.sqrt(1 - spendingOf(spent).squaredMu), 1e-12);
      expect(fitsBudget(budget, spent, gaussian(left))).toBe(true);
      expect(fitsBudget(budget, spent, gaussian(left * (1 + 1e-12)))).toBe(false);
    }
  });

  test.each([NaN, Infinity, -1])("refuses %s", (value) => {
    expect(() => spendingOf([gaussian(0), gaussian(value)])).toThrow(/^costs\[1\].mu must/);
    expect(() => spendingOf([{ kind: "pure", epsilon: value }])).toThrow(ParameterError);
    expect(() => spendingOf([{ ...gaussian(1), failure: value }])).toThrow(/^costs\[0\].failure must/);
    expect(() => spendingOf([{ ...gaussian(1), delta: value }])).toThrow(/^costs\[0\].delta must/);
    expect(() => fitsBudget({ ...budget, mu: value }, [], gaussian(1))).toThrow(/^budget.mu must/);
    expect(() => fitsBudget({ ...budget, failure: value }, [], gaussian(1))).toThrow(/^budget.failure must/);
    expect(() => fitsBudget({ ...budget, delta: value }, [], gaussian(1))).toThrow(/^budget.delta must/);
  });
});
