import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { composeGaussian, composedDelta } from "../../../../src/core/privacy/accounting/composition.ts";
import { composedDpEvent, readComposedDpEvent } from "../../../../src/core/privacy/accounting/dpEvent.ts";
import {
  budgetOf,
  costsOf,
  declareBudget,
  emptyLedger,
  enterRelease,
  isAffordable,
  isBudgetFirst,
  muAffordable,
  recordRelease,
} from "../../../../src/core/privacy/accounting/ledger.ts";
import {
  checkedLedger,
  ledgerJsonSchema,
  ledgerText,
  parseLedger,
} from "../../../../src/core/privacy/accounting/ledgerFile.ts";
import { joinedLedgers } from "../../../../src/core/privacy/accounting/joinedLedgers.ts";
import { ledgerTotal } from "../../../../src/core/privacy/accounting/ledgerTotal.ts";
import type { Ledger, NewEntry } from "../../../../src/core/privacy/accounting/ledger.ts";
import { claimedDelta, claimedMu } from "../../../../src/core/privacy/calibration/claim.ts";
import { achievedEpsilon } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { expectRelative } from "../relative.ts";

const records = "ab".repeat(32);
const digest = "01".repeat(32);
const id = (k: number) => k.toString(16).padStart(32, "0");
const at = (k: number) => `2026-11-22T06:${String(k).padStart(2, "0")}:00Z`;
const declared = { id: id(1000), at: at(0), epsilon: 1, delta: 1e-5, failure: 1e-20, paidDelta: 1e-6 };
let made = 0;

function entryOf(mu: number, failure = 0, delta = 0): NewEntry {
  made++;
  return {
    id: id(made),
    at: at(1 + (made % 59)),
    study: "density",
    what: "density",
    parameters: [{ name: "bandwidth", value: "4" }],
    provenance: [{ parameter: "bandwidth", origin: "public", statement: "", ledgerEntry: null }],
    cost: { kind: "gaussian", mu, failure, delta },
    buys: null,
  };
}

const pureEntry = (epsilon: number): NewEntry => ({
  ...entryOf(1),
  cost: { kind: "pure", epsilon, failure: 0, delta: 0 },
});

function after(ledger: Ledger, ...entries: NewEntry[]): Ledger {
  return entries.reduce((state, entry) => enterRelease(state, entry), ledger);
}

describe("a budget", () => {
  test("is the largest μ that keeps (ε, δ) with the failures it allows", () => {
    const budget = budgetOf(declareBudget(emptyLedger(records), declared));
    const { epsilon, delta, failure, paidDelta } = declared;
    expect(claimedDelta({ epsilon, mu: budget!.mu, failure }) + paidDelta).toBeLessThanOrEqual(delta);
    expect(claimedDelta({ epsilon, mu: budget!.mu * (1 + 1e-9), failure }) + paidDelta).toBeGreaterThan(delta);
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

describe("a total", () => {
  test("is the Gaussian one for Gaussian releases", () => {
    const ledger = after(emptyLedger(records), entryOf(0.3), entryOf(0.4));
    const total = ledgerTotal(ledger, { delta: 1e-5 });
    expectRelative(total.mu, 0.5, 1e-14);
    expectRelative(total.epsilon, achievedEpsilon({ delta: 1e-5, noiseMultiplier: 2 }), 1e-9);
    expectRelative(total.epsilonIfFixedInAdvance, total.epsilon, 1e-9);
    expect(total.releaseCount).toBe(2);
    expect(muAffordable(ledger)).toBe(Infinity);
  });

  test("counts pure releases exactly if they were fixed in advance, and as Gaussian ones if not", () => {
    const ledger = after(emptyLedger(records), entryOf(0.3), pureEntry(0.5), pureEntry(0.5));
    const total = ledgerTotal(ledger, { delta: 1e-5 });
    expect(total.epsilonIfFixedInAdvance).toBeLessThan(total.epsilon);
    const losses = { mu: composeGaussian([0.3]), pureEpsilons: [0.5, 0.5] };
    expect(composedDelta({ epsilon: total.epsilonIfFixedInAdvance, ...losses })).toBeLessThanOrEqual(1e-5);
    expect(composedDelta({ epsilon: total.epsilonIfFixedInAdvance * 0.999999, ...losses })).toBeGreaterThan(1e-5);
  });

  test("tells what a next release would cost, failures included", () => {
    const ledger = after(emptyLedger(records), entryOf(0.3));
    const next = { kind: "gaussian", mu: 0.4, failure: 1e-12, delta: 1e-6 } as const;
    const total = ledgerTotal(ledger, { delta: 1e-5, next });
    expect(ledger.entries.length).toBe(1);
    expectRelative(total.mu, 0.5, 1e-14);
    const { epsilon } = total;
    expect(claimedDelta({ epsilon, mu: 0.5, failure: 1e-12 }) + 1e-6).toBeLessThanOrEqual(1e-5 * (1 + 1e-9));
    expect(claimedDelta({ epsilon: epsilon * 0.9999, mu: 0.5, failure: 1e-12 }) + 1e-6).toBeGreaterThan(1e-5);
    expect(ledgerTotal(ledger, { delta: 1e-6, next }).epsilon).toBe(Infinity);
    expect(ledgerTotal(ledger, { delta: 1e-5, next: { ...next, failure: 0.1 } }).epsilon).toBe(Infinity);
    expect(ledgerTotal(emptyLedger(records), { delta: 1e-5 }).epsilon).toBe(0);
  });

  test("of a thousand different releases is computed, however large they are", () => {
    const entries = Array.from({ length: 1000 }, (_, i) => ({
      ...(i % 2 === 0 ? pureEntry(0.001 * (1 + i / 1000)) : entryOf(0.01)),
      release: null,
    }));
    const ledger = parseLedger(ledgerText({ ...emptyLedger(records), entries }));
    const { epsilon, epsilonIfFixedInAdvance } = ledgerTotal(ledger, { delta: 1e-5 });
    expect(epsilonIfFixedInAdvance).toBeLessThan(epsilon);
    expect(epsilonIfFixedInAdvance).toBeGreaterThan(
      achievedEpsilon({ delta: 1e-5, noiseMultiplier: 1 / Math.sqrt(0.05) }),
    );
    const next = { kind: "gaussian", mu: 2 ** 30, failure: 0, delta: 0 } as const;
    expect(ledgerTotal(ledger, { delta: 1e-5, next }).epsilon).toBeGreaterThan(2 ** 58);
  });

  test("of failures that no share of δ covers is ∞ after a few compositions, however many pure releases there are", () => {
    const entries = Array.from({ length: 3000 }, (_, i) => ({ ...pureEntry(1 + i * 1e-6), release: null }));
    entries.forEach((entry) => Object.assign(entry, { cost: { ...entry.cost, failure: 1e-20 } }));
    const total = ledgerTotal({ entries }, { delta: 1e-5 });
    expect([total.epsilon, total.epsilonIfFixedInAdvance]).toEqual([Infinity, Infinity]);
  });

  test("is what dp_accounting composes", () => {
    const ledger = after(emptyLedger(records), entryOf(0.25), pureEntry(0.5));
    const event = composedDpEvent(costsOf(ledger.entries));
    expect(event).toEqual({
      module_name: "dp_accounting.dp_event",
      class_name: "ComposedDpEvent",
      events: [
        { module_name: "dp_accounting.dp_event", class_name: "GaussianDpEvent", noise_multiplier: 4 },
        { module_name: "dp_accounting.dp_event", class_name: "EpsilonDeltaDpEvent", epsilon: 0.5, delta: 0 },
      ],
    });
    expect(readComposedDpEvent(JSON.parse(JSON.stringify(event)), "event")).toEqual(event);
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

describe("a ledger's text", () => {
  const ledger = ((state: Ledger) => recordRelease(state, state.entries[0]!.id, digest))(
    after(declareBudget(emptyLedger(records), declared), entryOf(0.1, 1e-21), pureEntry(0.05)),
  );

  test("is read back as it was", () => {
    expect(parseLedger(ledgerText(ledger))).toEqual(ledger);
    expect(checkedLedger(structuredClone(ledger))).toEqual(ledger);
    expect(parseLedger(ledgerText(emptyLedger(records)))).toEqual(emptyLedger(records));
  });

  test.each([
    ["no text", 5, /^The ledger must be a text/],
    ["deep lists", "[".repeat(1e6), /^The ledger must be nested/],
    ["more characters than any ledger has", " ".repeat(2 ** 25 + 1), /^The ledger must be at most 33554432 characters/],
    ["half a text", ledgerText(ledger).slice(0, 400), /^The ledger must be a whole JSON text/],
    [
      "another version",
      ledgerText(ledger).replace("ledger/1", "ledger/9"),
      /^schema must be "curveil-ledger\/1", which/,
    ],
    ["a list", "[]", /^The file must be an object/],
    [
      "an entry twice",
      JSON.stringify({ ...ledger, entries: [ledger.entries[0], ledger.entries[0]] }),
      /^entries\[1\].id/,
    ],
    [
      "a budget twice",
      JSON.stringify({ ...ledger, budgets: [ledger.budgets[0], ledger.budgets[0]] }),
      /^budgets\[1\].id/,
    ],
    [
      "a wider budget",
      JSON.stringify({ ...ledger, budgets: [{ ...ledger.budgets[0], mu: 1 }] }),
      /^budgets\[0\].delta must be at least/,
    ],
    [
      "a budget at δ = 1, of which no total can be told",
      JSON.stringify({ ...ledger, budgets: [{ ...ledger.budgets[0], delta: 1 }] }),
      /^budgets\[0\].delta must be/,
    ],
    [
      "a budget at δ = 0, where its μ rounds to it",
      JSON.stringify({
        ...ledger,
        budgets: [{ ...ledger.budgets[0], epsilon: 1e6, delta: 0, failure: 0, paidDelta: 0 }],
      }),
      /^budgets\[0\].delta must be/,
    ],
    [
      "a budget of which no share can be told",
      JSON.stringify({ ...ledger, budgets: [{ ...ledger.budgets[0], mu: 1e-200, failure: 0 }] }),
      /^budgets\[0\].mu must be/,
    ],
    [
      "too many entries",
      JSON.stringify({ ...ledger, entries: Array(10_001).fill(1) }),
      /^entries must be a list of at most/,
    ],
    ["a negative cost", ledgerText(ledger).replace('"mu": 0.1', '"mu": -0.1'), /^entries\[0\].cost.mu must/],
    ["a cost of no kind", ledgerText(ledger).replace('"gaussian"', '"constructor"'), /^entries\[0\].cost.kind must be/],
    ["a prototype", ledgerText(ledger).replace("{", '{"__proto__":{},'), /^The file must be an object with the fields/],
    ["a prototype that has the schema", '{"__proto__":{"schema":"curveil-ledger/1"}}', /^schema must be/],
  ])("with %s is refused in a sentence", (_, source, message) => {
    expect(() => parseLedger(source)).toThrow(ParameterError);
    expect(() => parseLedger(source)).toThrow(message);
  });

  test("public/schema holds the JSON Schema of these files", () => {
    const stored = new URL("../../../../public/schema/curveil-ledger-1.json", import.meta.url);
    expect(JSON.parse(readFileSync(stored, "utf8"))).toEqual(JSON.parse(ledgerJsonSchema()));
  });
});

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
    const elsewhere = { ...after(start, b), dataHash: digest };
    expect(() => joinedLedgers(one, elsewhere)).toThrow(/about the same table/);
    const joined = joinedLedgers(one, elsewhere, { acrossTables: true });
    expect([joined.dataHash, spent(joined)]).toEqual([records, [a, b].map((entry) => entry.id).sort()]);
  });
});

test("a budget's μ is that of claimedMu, so that one release can spend all of it", () => {
  const plain = { ...declared, failure: 0, paidDelta: 0 };
  const ledger = declareBudget(emptyLedger(records), plain);
  expectRelative(budgetOf(ledger)!.mu, claimedMu({ ...plain, calibration: "analytic" }), 1e-12);
  expect(muAffordable(ledger)).toBe(budgetOf(ledger)!.mu);
  expect(isAffordable(ledger, entryOf(budgetOf(ledger)!.mu).cost)).toBe(true);
});
