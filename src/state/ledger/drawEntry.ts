import {
  budgetOf,
  enterRelease,
  isAffordable,
  muAffordable,
  pureEpsilonAffordable,
  recordBought,
  recordRelease,
  type Ledger,
  type NewEntry,
} from "../../core/privacy/accounting/ledger.ts";
import { spendingOf } from "../../core/privacy/accounting/filter.ts";
import { shortText } from "../../core/numberFormats.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { FoundLedger, LedgerChange } from "./ledgerShelf.ts";

export interface Entered {
  readonly id: string;
  /** @returns reason of a failure */
  readonly record: (digest: string) => Promise<string | undefined>;
  /** Enters bought values, by field, before their use. @returns reason of a failure */
  readonly bought: (values: Readonly<Record<string, unknown>>) => Promise<string | undefined>;
}

export type ChangeLedger = (
  next: LedgerChange,
  options?: { readonly mustBeKept?: boolean },
) => Promise<Outcome<FoundLedger>>;

/** Enters draws beforehand; refused without a budget, and beyond it. */
export function enteringDraws(change: ChangeLedger) {
  return async (entry: Omit<NewEntry, "id" | "at">): Promise<Outcome<Entered>> => {
    const whole = { ...entry, ...newStamp() };
    const outcome = await change(
      (ledger) => {
        const refused = refusalOf(ledger, whole);
        return refused === undefined ? enterRelease(ledger, whole) : { refused };
      },
      { mustBeKept: true },
    );
    if (!outcome.ok) return outcome;
    const completed = async (next: LedgerChange) => {
      const recorded = await change(next);
      return recorded.ok ? undefined : recorded.error.message;
    };
    const record = (digest: string) => completed((ledger) => recordRelease(ledger, whole.id, digest));
    const bought: Entered["bought"] = (values) => completed((ledger) => recordBought(ledger, whole.id, values));
    return { ok: true, value: { id: whole.id, record, bought } };
  };
}

/** Refusal with advice; undefined if allowed. */
function refusalOf(ledger: Ledger, { cost }: NewEntry): string | undefined {
  const budget = budgetOf(ledger);
  if (budget === null) return "No budget is declared for these data yet.";
  if (isAffordable(ledger, cost)) return undefined;
  const { squaredMu, delta, failure } = spendingOf([cost]);
  const left = muAffordable(ledger);
  const pureLeft = cost.kind === "pure" ? pureEpsilonAffordable(ledger) : 0;
  if (left === 0 && pureLeft === 0)
    return pureEpsilonAffordable(ledger) > 0
      ? "What is left of the budget is for purely private releases only."
      : "The budget of these data is spent: nothing more can be released of them.";
  if (delta > 0 && muAffordable(ledger, { delta }) === 0) {
    return (
      `This draw is paid in δ, ${shortText(delta)}. ` +
      "The budget sets a part of δ aside for such draws, and less than that is left of it."
    );
  }
  if (muAffordable(ledger, { failure }) === 0)
    return (
      `This draw fails with a probability of ${shortText(failure)}, ` +
      "which counts at the ε of this budget: declare a smaller one."
    );
  if (pureLeft > 0)
    return (
      `The budget does not cover this: it would cost ε = ${shortText((cost as { epsilon: number }).epsilon)}, ` +
      `and ε = ${shortText(pureLeft)} is left for purely private releases. A smaller ε fits.`
    );
  return (
    `The budget does not cover this: it would cost μ = ${shortText(Math.sqrt(squaredMu))}, ` +
    `and μ = ${shortText(left)} is left. A smaller ε fits.`
  );
}

export function newStamp(): { readonly id: string; readonly at: string } {
  return { id: randomId(), at: `${new Date().toISOString().slice(0, 19)}Z` };
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
