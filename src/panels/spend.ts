import type { Cost } from "../core/privacy/accounting/filter.ts";
import { budgetOf } from "../core/privacy/accounting/ledger.ts";
import type { PrivacyLoss } from "../core/privacy/accounting/privacyLoss.ts";
import type { Entered } from "../state/ledger.ts";
import type { StudyLedger } from "../state/studyLedger.ts";
import type { NewEntry } from "../core/privacy/accounting/ledger.ts";
import { claimedMu } from "../core/privacy/calibration/claim.ts";
import { gaussianNormFailure } from "../core/privacy/mechanisms/gaussianNorm.ts";
import { failure } from "../engine/outcome.ts";
import type { BudgetInForce } from "../state/budgetInForce.ts";
import type { Outcome } from "../engine/outcome.ts";
import type { Spend } from "./study.ts";

/** What a draw costs, as a ledger counts it: what a loss says of failure is paid in δ as it is. */
export function costOfLoss(loss: PrivacyLoss, failure = 0): Required<Cost> {
  const apart = { failure, delta: loss.failure ?? 0 };
  return loss.kind === "gaussian"
    ? { kind: "gaussian", mu: loss.mu, ...apart }
    : { kind: "pure", epsilon: loss.epsilon, ...apart };
}

/**
 * What a release at a budget costs: the μ that it claims, which is `claimedMu`, so that a total can be spent by one
 * release at that total; or the ε of a mechanism that is purely private.
 */
export function costOfRelease({
  epsilon,
  delta,
  calibration,
  loss,
}: Pick<BudgetInForce, "epsilon" | "delta" | "calibration" | "loss">): Required<Cost> {
  const cost = costOfLoss(loss, loss.kind === "pure" ? 0 : failureOfRelease);
  return cost.kind === "pure"
    ? { ...cost, epsilon: Math.max(epsilon, cost.epsilon) }
    : { ...cost, mu: claimedMu({ epsilon, delta, calibration, failure: 0 }) };
}

/** More than the failure of anything Gaussian that is drawn here; a release is checked against what was entered for it. */
const failureOfRelease = 2 * gaussianNormFailure;

/** Enters a draw in the ledger of the open table; where no budget was declared, its form is asked for. */
export async function enterDraw(ledger: StudyLedger, entry: Omit<NewEntry, "id" | "at">): Promise<Outcome<Entered>> {
  if (!hasCryptography())
    return failure("unexpected", "This browser offers this page no cryptography, so nothing is drawn for others.");
  const { book, problem } = ledger.store.getState();
  const now = ledger.now();
  if (!now || !book)
    return failure("unexpected", problem ?? "The ledger of these data is still being read; try again in a moment.");
  if (budgetOf(book) === null) {
    ledger.wanted.setState((times) => times + 1, true);
    return failure("parameter", "First declare what all releases of these data together may cost, under Ledger.");
  }
  return now.enter(entry);
}

/** The way in which the parts of a study pay for what they draw. */
export function createSpend(ledger: StudyLedger, study: string): Spend {
  return async (what, loss, { parameters = [], buys = null, entered: onEntered } = {}) => {
    const cost = costOfLoss(loss, loss.kind === "pure" ? 0 : failureOfRelease);
    const entered = await enterDraw(ledger, { study, what, parameters, provenance: [], cost, buys });
    if (!entered.ok) return entered.error.message;
    onEntered?.(entered.value, ledger.store.getState().book);
    return undefined;
  };
}

function hasCryptography(): boolean {
  const { crypto: source } = globalThis as { readonly crypto?: Partial<Crypto> };
  return typeof source?.getRandomValues === "function" && source.subtle !== undefined;
}
