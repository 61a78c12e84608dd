import { describe, expect, test } from "vitest";
import { NumericalError, ParameterError } from "../../../../src/core/errors.ts";
import { composeGaussian, composedDelta } from "../../../../src/core/privacy/accounting/composition.ts";
import { composedDpEvent, readComposedDpEvent } from "../../../../src/core/privacy/accounting/dpEvent.ts";
import {
  costsOf,
  declareBudget,
  emptyLedger,
  enterRelease,
  isAffordable,
  joinedLedgers,
  ledgerText,
  ledgerTotal,
  muAffordable,
  parseLedger,
  recordRelease,
} from "../../../../src/core/privacy/accounting/ledger.ts";
import type { Ledger, NewEntry } from "../../../../src/core/privacy/accounting/ledger.ts";
import { claimedDelta, claimedMu } from "../../../../src/core/privacy/calibration/claim.ts";
import { achievedEpsilon } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { expectRelative } from "../relative.ts";

const records = "ab".repeat(32);
const digest = "01".repeat(32);
const declared = { epsilon: 1, delta: 1e-5, failure: 1e-20, paidDelta: 1e-6 };

function entryOf(mu: number, failure = 0, delta = 0): NewEntry {
  return {
    date: "2026-11-22",
    study: "density",
    parameters: [{ name: "bandwidth", value: "4" }],
    provenance: [{ parameter: "bandwidth", origin: "public", statement: "", ledgerEntry: null }],
    cost: { kind: "gaussian", mu, failure, delta },
  };
}

const pureEntry = (epsilon: number): NewEntry => ({
  ...entryOf(1),
  cost: { kind: "pure", epsilon, failure: 0, delta: 0 },
});

function after(ledger: Ledger, ...entries: NewEntry[]): Ledger {
  return entries.reduce((state, entry) => enterRelease(state, entry).ledger, ledger);
}

describe("a budget", () => {
  test("is the largest μ that keeps (ε, δ) with the failures it allows", () => {
    const { budget } = declareBudget(emptyLedger(records), declared);
    const { epsilon, delta, failure, paidDelta } = declared;
    expect(claimedDelta({ epsilon, mu: budget!.mu, failure }) + paidDelta).toBeLessThanOrEqual(delta);
    expect(claimedDelta({ epsilon, mu: budget!.mu * (1 + 1e-9), failure }) + paidDelta).toBeGreaterThan(delta);
  });

  test("is spent in steps, and not a trifle more", () => {
    let ledger = declareBudget(emptyLedger(records), declared);
    const { mu } = ledger.budget!;
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
    expect(ledger.entries.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
  });

  test("covers failures and δ paid apart", () => {
    const ledger = declareBudget(emptyLedger(records), declared);
    expect(isAffordable(ledger, entryOf(0.01, 2e-20).cost)).toBe(false);
    expect(isAffordable(ledger, entryOf(0.01, 0.9e-20, 0.9e-6).cost)).toBe(true);
    expect(isAffordable(after(ledger, entryOf(0.01, 0, 0.9e-6)), entryOf(0.01, 0, 0.9e-6).cost)).toBe(false);
  });

  test("is declared before the first release, and once", () => {
    expect(() => declareBudget(after(emptyLedger(records), entryOf(0.1)), declared)).toThrow(
      /before the first release/,
    );
    expect(() => declareBudget(declareBudget(emptyLedger(records), declared), declared)).toThrow(/declared once/);
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
    const { ledger, entry } = enterRelease(emptyLedger(records), entryOf(0.1));
    expect(entry).toMatchObject({ number: 1, release: null });
    const recorded = recordRelease(ledger, 1, digest);
    expect(recorded.entries[0]!.release).toBe(digest);
    expect(ledger.entries[0]!.release).toBeNull();
    expect(() => recordRelease(recorded, 1, digest)).toThrow(/without a release/);
    expect(() => recordRelease(ledger, 2, digest)).toThrow(/^number must be an entry/);
    expect(() => recordRelease(ledger, 1, "no")).toThrow(/^digest must/);
  });

  test("with a wrong field is refused", () => {
    const empty = emptyLedger(records);
    expect(() => enterRelease(empty, entryOf(NaN))).toThrow(/^entry.cost.mu must/);
    expect(() => enterRelease(empty, entryOf(0))).toThrow(/^entry.cost.mu must/);
    expect(() => enterRelease(empty, entryOf(1, 2))).toThrow(/^entry.cost.failure must/);
    expect(() => enterRelease(empty, { ...entryOf(1), date: "today" })).toThrow(/^entry.date must/);
    expect(() => emptyLedger("abc")).toThrow(/^dataHash must/);
  });
});

describe("a ledger's text", () => {
  const ledger = recordRelease(
    after(declareBudget(emptyLedger(records), declared), entryOf(0.1, 1e-21), pureEntry(0.05)),
    1,
    digest,
  );

  test("is read back as it was", () => {
    expect(parseLedger(ledgerText(ledger))).toEqual(ledger);
    expect(parseLedger(ledgerText(emptyLedger(records)))).toEqual(emptyLedger(records));
  });

  test.each([
    ["no text", 5, /^The ledger must be a text/],
    ["deep lists", "[".repeat(1e6), /^The ledger must be nested/],
    ["half a text", ledgerText(ledger).slice(0, 400), /^The ledger must be a whole JSON text/],
    ["another version", ledgerText(ledger).replace("ledger/1", "ledger/9"), /^schema must be "curveil-ledger\/1"/],
    [
      "an entry too few",
      JSON.stringify({ ...ledger, entries: ledger.entries.slice(1) }),
      /^entries\[0\].number must be 1/,
    ],
    [
      "a wider budget",
      JSON.stringify({ ...ledger, budget: { ...ledger.budget, mu: 1 } }),
      /^budget.delta must be at least/,
    ],
    ["a negative cost", ledgerText(ledger).replace('"mu": 0.1', '"mu": -0.1'), /^entries\[0\].cost.mu must/],
    ["a cost of no kind", ledgerText(ledger).replace('"gaussian"', '"constructor"'), /^entries\[0\].cost.kind must be/],
    ["a prototype", ledgerText(ledger).replace("{", '{"__proto__":{},'), /^The file must be an object with the fields/],
  ])("with %s is refused in a sentence", (_, source, message) => {
    expect(() => parseLedger(source)).toThrow(ParameterError);
    expect(() => parseLedger(source)).toThrow(message);
  });

  test("joins a stored one that it continues, either way round, and refuses one that went apart", () => {
    const longer = after(ledger, entryOf(0.05));
    const unrecorded = { ...ledger, entries: ledger.entries.map((entry) => ({ ...entry, release: null })) };
    for (const [one, other] of [
      [ledger, longer],
      [longer, ledger],
      [longer, unrecorded],
      [unrecorded, longer],
    ] as const) {
      expect(joinedLedgers(one, other)).toEqual(longer);
    }
    expect(joinedLedgers(unrecorded, ledger)).toEqual(ledger);
    expect(() => joinedLedgers(longer, after(ledger, entryOf(0.06), entryOf(0.01)))).toThrow(/a continuation/);
    expect(() => joinedLedgers(ledger, { ...ledger, budget: null })).toThrow(/a continuation/);
    expect(() => joinedLedgers(ledger, { ...ledger, dataHash: digest })).toThrow(/about the same records/);
  });
});

test("a budget's μ is that of claimedMu, so that one release can spend all of it", () => {
  const plain = { ...declared, failure: 0, paidDelta: 0 };
  const ledger = declareBudget(emptyLedger(records), plain);
  expectRelative(ledger.budget!.mu, claimedMu({ ...plain, calibration: "analytic" }), 1e-12);
  expect(muAffordable(ledger)).toBe(ledger.budget!.mu);
  expect(isAffordable(ledger, entryOf(ledger.budget!.mu).cost)).toBe(true);
});
