import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import {
  budgetOf,
  declareBudget,
  emptyLedger,
  enterRelease,
  isAffordable,
  isBudgetFirst,
  muAffordable,
  recordBought,
  recordRelease,
} from "../../../../src/core/privacy/accounting/ledger.ts";
import { claimedDelta, claimedMu } from "../../../../src/core/privacy/calibration/claim.ts";
import { after, at, declared, digest, entryOf, id, records } from "../../../support/ledgerEntries.ts";
import { seededSource } from "../../../../src/core/random/seededSource.ts";
import { exactly } from "../../../support/exactRational.ts";
import { casesOf } from "../../../support/fuzzing.ts";
import { expectRelative } from "../relative.ts";

describe("a budget", () => {
  test("is the largest μ that keeps (ε, δ) with the failures it allows", () => {
    const budget = budgetOf(declareBudget(emptyLedger(records), declared));
    const { epsilon, delta, failure, paidDelta } = declared;
    expect(claimedDelta({ epsilon, mu: budget!.mu, failure }) + paidDelta).toBeLessThanOrEqual(delta);
    expect(claimedDelta({ epsilon, mu: budget!.mu * (1 + 1e-9), failure }) + paidDelta).toBeGreaterThan(delta);
  });

  test("of typed decimals is used up by one release at it, with what is paid apart, and holds", () => {
    const random = seededSource(19);
    for (let i = 0; i < casesOf(400, 60); i++) {
      const epsilon = Number((10 ** (4 * random.uniform() - 2)).toPrecision(1 + (i % 4)));
      const power = 3 + Math.floor(10 * random.uniform());
      const [left, ...paid] = Array.from({ length: 1 + (i % 5) }, () => 1 + Math.floor(999 * random.uniform()));
      const apart = paid.reduce((sum, part) => sum + part, 0);
      const typed = (digits: number) => Number(`${digits}e-${power + 3}`);
      const [delta, paidDelta] = [typed(left! + apart), typed(apart)];
      const failure = Math.min(1e-50, (delta * 2 ** -60) / (1 + Math.exp(epsilon)));
      let ledger = declareBudget(emptyLedger(records), { ...declared, epsilon, delta, failure, paidDelta });
      const mu = claimedMu({ epsilon, delta: typed(left!), failure: 0, calibration: "analytic" });
      if (apart <= 4 * left!) expect(isAffordable(ledger, entryOf(mu).cost)).toBe(true);
      expect(isAffordable(ledger, entryOf(mu * (1 + 1e-12)).cost)).toBe(false);
      for (const part of paid) ledger = after(ledger, entryOf(1e-9, 0, typed(part)));
      expect(isAffordable(ledger, entryOf(1e-9, 0, typed(1)).cost)).toBe(false);
      // What doubles prove, in exact decimals: docs/proofs/typedBudget.md.
      const gaussian = claimedDelta({ epsilon, mu: budgetOf(ledger)!.mu, failure });
      const spent = paid.reduce((sum, part) => sum + exactly(typed(part)), exactly(gaussian));
      expect(spent * 10n ** BigInt(power + 3) <= exactly(left! + apart)).toBe(true);
    }
  });

  test("is spent in steps, and not a trifle more", () => {
    let ledger = declareBudget(emptyLedger(records), declared);
    const { mu } = budgetOf(ledger)!;
    for (let i = 0; i < 3; i++) ledger = after(ledger, entryOf(mu / 2));
    const left = muAffordable(ledger);
    expectRelative(left, mu / 2, 1e-12);
    expect(isAffordable(ledger, entryOf(left).cost)).toBe(true);
    const more = entryOf(left * (1 + 1e-9));
    expect(isAffordable(ledger, more.cost)).toBe(false);
    expect(() => enterRelease(ledger, more)).toThrow(ParameterError);
    expect(() => enterRelease(ledger, more)).toThrow(
      /^cost must be within what is left of the budget: mu of at most 0\./,
    );
    ledger = after(ledger, entryOf(left));
    expect(muAffordable(ledger)).toBe(0);
    expect(() => enterRelease(ledger, entryOf(1e-3))).toThrow(/mu of at most 0; got/);
    expect(ledger.entries).toHaveLength(4);
  });

  test("covers failures and δ paid apart", () => {
    const ledger = declareBudget(emptyLedger(records), declared);
    expect(isAffordable(ledger, entryOf(0.01, 2e-20).cost)).toBe(false);
    expect(isAffordable(ledger, entryOf(0.01, 0.9e-20, 0.9e-6).cost)).toBe(true);
    expect(isAffordable(after(ledger, entryOf(0.01, 0, 0.9e-6)), entryOf(0.01, 0, 0.9e-6).cost)).toBe(false);
  });

  test("that was declared before all releases, and alone, is told from one that releases may have had a part in", () => {
    const empty = emptyLedger(records);
    const first = declareBudget(empty, declared);
    const entry = { ...entryOf(0.1), at: at(7) };
    expect([empty, first, after(first, entry)].map(isBudgetFirst)).toEqual([false, true, true]);
    expect(isBudgetFirst(declareBudget(after(empty, entry), { ...declared, at: at(8) }))).toBe(false);
    const raised = declareBudget(after(first, entry), { ...declared, id: id(1001), at: at(9), epsilon: 2 });
    expect(isBudgetFirst(raised)).toBe(false);
    expect(raised.budgets.map(({ epsilon }) => epsilon)).toEqual([1, 2]);
    expect(budgetOf(raised)!.epsilon).toBe(2);
    expect(muAffordable(raised)).toBeGreaterThan(muAffordable(after(first, entry)));
  });

  test("in place of a larger one leaves nothing where more is spent", () => {
    const ledger = after(declareBudget(emptyLedger(records), declared), entryOf(0.1));
    const lowered = declareBudget(ledger, { ...declared, id: id(1001), epsilon: 0.1 });
    expect(muAffordable(lowered)).toBe(0);
    expect(() => enterRelease(lowered, entryOf(0.001))).toThrow(/within what is left/);
  });

  test("has an id of its own", () => {
    expect(() => declareBudget(declareBudget(emptyLedger(records), declared), declared)).toThrow(/^id must/);
  });

  test.each([NaN, 0, -1, Infinity])("refuses %s", (value) => {
    const empty = emptyLedger(records);
    expect(() => declareBudget(empty, { ...declared, epsilon: value })).toThrow(/^epsilon must/);
    expect(() => declareBudget(empty, { ...declared, delta: value })).toThrow(/^delta must/);
    if (value === 0) return;
    expect(() => declareBudget(empty, { ...declared, failure: value })).toThrow(ParameterError);
    expect(() => declareBudget(empty, { ...declared, paidDelta: value })).toThrow(/^paidDelta must/);
  });

  test("refuses failures that use up δ", () => {
    expect(() => declareBudget(emptyLedger(records), { ...declared, failure: 1e-5 })).toThrow(NumericalError);
    expect(() => declareBudget(emptyLedger(records), { ...declared, paidDelta: 1e-5 })).toThrow(
      /^paidDelta must be below/,
    );
  });
});

describe("an entry", () => {
  test("is there before its release, and gets its digest once", () => {
    const entry = entryOf(0.1);
    const ledger = enterRelease(emptyLedger(records), entry);
    expect(ledger.entries).toEqual([{ ...entry, release: null }]);
    const recorded = recordRelease(ledger, entry.id, digest);
    expect(recorded.entries[0]!.release).toBe(digest);
    expect(ledger.entries[0]!.release).toBeNull();
    expect(() => recordRelease(recorded, entry.id, digest)).toThrow(/without a release/);
    expect(() => recordRelease(ledger, id(999), digest)).toThrow(/^id must be that of an entry/);
    expect(() => recordRelease(ledger, entry.id, "no")).toThrow(/^digest must/);
  });

  test("gets the values that it has bought once, of the fields that it buys", () => {
    const entry = { ...entryOf(0.1), buys: "h,epsilon" };
    const ledger = enterRelease(emptyLedger(records), entry);
    const bought = recordBought(ledger, entry.id, { h: 0.7, epsilon: [1, 2] });
    expect(bought.entries[0]!.bought).toEqual([
      { field: "h", value: "0.7" },
      { field: "epsilon", value: "[1,2]" },
    ]);
    expect(() => recordBought(bought, entry.id, { h: 0.8 })).toThrow(/bought nothing yet/);
    expect(() => recordBought(ledger, id(999), { h: 0.8 })).toThrow(/^id must be that of an entry/);
    expect(() => recordBought(ledger, entry.id, { hy: 0.8 })).toThrow(/^values must be of fields that the entry buys/);
    const release = entryOf(0.1);
    expect(() => recordBought(enterRelease(ledger, release), release.id, { h: 1 })).toThrow(/^values must be/);
  });

  test("with a wrong field is refused", () => {
    const empty = emptyLedger(records);
    expect(() => enterRelease(empty, entryOf(NaN))).toThrow(/^entry.cost.mu must/);
    expect(() => enterRelease(empty, entryOf(0))).toThrow(/^entry.cost.mu must/);
    expect(() => enterRelease(empty, entryOf(1, 2))).toThrow(/^entry.cost.failure must/);
    expect(() => enterRelease(empty, { ...entryOf(1), at: "today" })).toThrow(/^entry.at must/);
    expect(() => enterRelease(empty, { ...entryOf(1), id: "1" })).toThrow(/^entry.id must/);
    expect(() => emptyLedger("abc")).toThrow(/^dataHash must/);
    const entry = entryOf(0.1);
    expect(() => after(empty, entry, entry)).toThrow(/^id must be of no other entry/);
  });

  test("beyond the ten thousandth is refused", () => {
    const entries = Array.from({ length: 10_000 }, () => ({ ...entryOf(0.001), release: null }));
    expect(() => enterRelease({ ...emptyLedger(records), entries }, entryOf(0.001))).toThrow(/fewer than 10000/);
  });
});

test("a budget's μ is that of claimedMu, so that one release can spend all of it", () => {
  const plain = { ...declared, failure: 0, paidDelta: 0 };
  const ledger = declareBudget(emptyLedger(records), plain);
  expectRelative(budgetOf(ledger)!.mu, claimedMu({ ...plain, calibration: "analytic" }), 1e-12);
  expect(muAffordable(ledger)).toBe(budgetOf(ledger)!.mu);
  expect(isAffordable(ledger, entryOf(budgetOf(ledger)!.mu).cost)).toBe(true);
});
