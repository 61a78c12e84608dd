import { describe, expect, test } from "vitest";
import { composedDelta } from "../../../../src/core/privacy/accounting/composition.ts";
import { composeGaussian } from "../../../support/printedSensitivities.ts";
import { composedDpEvent, readComposedDpEvent } from "../../../../src/core/privacy/accounting/dpEvent.ts";
import { costsOf, emptyLedger, muAffordable } from "../../../../src/core/privacy/accounting/ledger.ts";
import { ledgerText, parseLedger } from "../../../../src/core/privacy/accounting/ledgerFile.ts";
import { ledgerTotal } from "../../../../src/core/privacy/accounting/ledgerTotal.ts";
import { claimedDelta } from "../../../../src/core/privacy/calibration/claim.ts";
import { achievedEpsilon } from "../../../../src/core/privacy/calibration/gaussian.ts";
import { after, entryOf, pureEntry, records } from "../../../support/ledgerEntries.ts";
import { expectRelative } from "../relative.ts";
import { casesOf } from "../../../support/fuzzing.ts";

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

  test("of very many different releases is computed, however large they are", () => {
    const count = casesOf(1000, 120);
    const entries = Array.from({ length: count }, (_, i) => ({
      ...(i % 2 === 0 ? pureEntry(0.001 * (1 + i / count)) : entryOf(0.01)),
      release: null,
    }));
    const ledger = parseLedger(ledgerText({ ...emptyLedger(records), entries }));
    const { epsilon, epsilonIfFixedInAdvance } = ledgerTotal(ledger, { delta: 1e-5 });
    expect(epsilonIfFixedInAdvance).toBeLessThan(epsilon);
    expect(epsilonIfFixedInAdvance).toBeGreaterThan(
      achievedEpsilon({ delta: 1e-5, noiseMultiplier: 1 / Math.sqrt((0.01 ** 2 * count) / 2) }),
    );
    const next = { kind: "gaussian", mu: 2 ** 30, failure: 0, delta: 0 } as const;
    expect(ledgerTotal(ledger, { delta: 1e-5, next }).epsilon).toBeGreaterThan(2 ** 58);
  });

  test("of failures that no share of δ covers is ∞ after a few compositions, however many pure releases there are", () => {
    const entries = Array.from({ length: casesOf(3000, 1000) }, (_, i) => ({
      ...pureEntry(1 + i * 1e-6),
      release: null,
    }));
    entries.forEach((entry) => Object.assign(entry, { cost: { ...entry.cost, failure: 1e-20 } }));
    const total = ledgerTotal({ entries, budgets: [] }, { delta: 1e-5 });
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
