import { describe, expect, test } from "vitest";
import { joinedLedgers } from "../../../../src/core/privacy/accounting/joinedLedgers.ts";
import {
  budgetOf,
  declareBudget,
  emptyLedger,
  isBudgetFirst,
  muAffordable,
  recordBought,
  recordRelease,
} from "../../../../src/core/privacy/accounting/ledger.ts";
import { checkedLedger } from "../../../../src/core/privacy/accounting/ledgerFile.ts";
import type { Ledger } from "../../../../src/core/privacy/accounting/ledger.ts";
import { after, at, declared, digest, entryOf, id, records } from "../../../support/ledgerEntries.ts";

describe("two ledgers joined", () => {
  const start = declareBudget(emptyLedger(records), declared);
  const [a, b, c] = [entryOf(0.1), entryOf(0.05), entryOf(0.02)];
  const spent = ({ entries }: Ledger) => entries.map((entry) => entry.id).sort();

  test("have every entry of either, once, whichever is older, and however often", () => {
    const [one, other] = [after(start, a, b), after(start, a, c)];
    const joined = joinedLedgers(one, other);
    expect(spent(joined)).toEqual([a, b, c].map((entry) => entry.id).sort());
    expect(joinedLedgers(other, one)).toEqual(joined);
    for (const again of [one, other, joined, start]) expect(joinedLedgers(joined, again)).toEqual(joined);
    expect(checkedLedger(structuredClone(joined))).toEqual(joined);
  });

  test("count what together exceeds the budget", () => {
    const { mu } = budgetOf(start)!;
    const [one, other] = [entryOf(mu * 0.9), entryOf(mu * 0.9)].map((entry) => after(start, entry));
    const joined = joinedLedgers(one!, other!);
    expect(joined.entries).toHaveLength(2);
    expect(muAffordable(joined)).toBe(0);
  });

  test("have the release of an entry that either has", () => {
    const one = after(start, a);
    const recorded = recordRelease(one, a.id, digest);
    expect(joinedLedgers(one, recorded)).toEqual(recorded);
    expect(joinedLedgers(recorded, one)).toEqual(recorded);
  });

  test("have the values that an entry of either has bought", () => {
    const one = after(start, { ...a, buys: "h" });
    const recorded = recordBought(one, a.id, { h: 0.7 });
    expect(joinedLedgers(one, recorded)).toEqual(recorded);
    expect(joinedLedgers(recorded, one)).toEqual(recorded);
    expect(() => joinedLedgers(recorded, recordBought(one, a.id, { h: 0.8 }))).toThrow(/^entries must be the same/);
  });

  test("keep the smaller budget in force, and the history of both", () => {
    const raised = declareBudget(start, { ...declared, id: id(1002), at: at(5), epsilon: 3 });
    const own = declareBudget(emptyLedger(records), { ...declared, id: id(1003), at: at(2), epsilon: 0.5 });
    for (const [one, other] of [
      [raised, own],
      [own, raised],
    ] as const) {
      const joined = joinedLedgers(one, other);
      expect(joined.budgets.map(({ epsilon }) => epsilon)).toEqual([1, 3, 0.5]);
      expect(isBudgetFirst(joined)).toBe(false);
    }
    expect(budgetOf(joinedLedgers(emptyLedger(records), own))).toEqual(budgetOf(own));
    expect(joinedLedgers(start, start)).toEqual(start);
  });

  test("refuse an entry that differs, and another table unless its people are the same", () => {
    const one = after(start, a);
    const cheaper = after(start, { ...a, cost: { ...a.cost, failure: 1e-30 } });
    expect(() => joinedLedgers(one, cheaper)).toThrow(/^entries must be the same in both ledgers/);
    const [first, second] = ["01", "02"].map((byte) => recordRelease(one, a.id, byte.repeat(32)));
    expect(() => joinedLedgers(first!, second!)).toThrow(/^entries must be the same/);
    const elsewhere = after(declareBudget(emptyLedger(digest), declared), b);
    expect(() => joinedLedgers(one, elsewhere)).toThrow(/about the same table/);
    const joined = joinedLedgers(one, elsewhere, { acrossTables: true });
    expect([joined.dataHash, spent(joined)]).toEqual([records, [a, b].map((entry) => entry.id).sort()]);
  });
});
