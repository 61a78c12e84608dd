import { enterRelease } from "../../src/core/privacy/accounting/ledger.ts";
import type { Ledger, NewEntry } from "../../src/core/privacy/accounting/ledger.ts";

/** A hash of data, and one of a release. */
export const records = "ab".repeat(32);
export const digest = "01".repeat(32);

export const id = (k: number): string => k.toString(16).padStart(32, "0");
export const at = (k: number): string => `2026-11-22T06:${String(k).padStart(2, "0")}:00Z`;

/** What a budget declares. */
export const declared = { id: id(1000), at: at(0), epsilon: 1, delta: 1e-5, failure: 1e-20, paidDelta: 1e-6 };

/** Far from the numbers that tests choose themselves. */
let made = 2 ** 32;

/** A Gaussian release, with an id of its own. */
export function entryOf(mu: number, failure = 0, delta = 0): NewEntry {
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

/** A release that keeps ε alone. */
export const pureEntry = (epsilon: number): NewEntry => ({
  ...entryOf(1),
  cost: { kind: "pure", epsilon, failure: 0, delta: 0 },
});

/** A ledger after some releases. */
export function after(ledger: Ledger, ...entries: NewEntry[]): Ledger {
  return entries.reduce((state, entry) => enterRelease(state, entry), ledger);
}
