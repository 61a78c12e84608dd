import { checkOpenUnit, checkPositive, checkUnit } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import {
  integerFrom,
  listOf,
  nullable,
  numberFrom,
  objectOf,
  oneKindOf,
  oneOf,
  parseUntrustedJson,
  positiveNumber,
  refuse,
  text,
  textLike,
} from "../../untrusted.ts";
import type { Read } from "../../untrusted.ts";
import { addedFailure, claimedDelta, claimedMu } from "../calibration/claim.ts";
import { composedEpsilon } from "./composition.ts";
import type { Losses } from "./composition.ts";
import { fitsBudget, muLeft, spendingOf } from "./filter.ts";
import type { Budget, Cost, Spending } from "./filter.ts";
import { readParameterOrigin } from "./provenance.ts";

/** The version of ledger files that this program writes and reads. */
export const ledgerSchema = "curveil-ledger/1";

const hash = textLike(/^[0-9a-f]{64}$/, "64 hexadecimal digits");
const date = textLike(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, "a date such as 2026-11-22");

const readCost = oneKindOf("kind", {
  gaussian: objectOf({
    kind: oneOf("gaussian"),
    mu: positiveNumber,
    failure: numberFrom(0, 1),
    delta: numberFrom(0, 1),
  }),
  pure: objectOf({
    kind: oneOf("pure"),
    epsilon: positiveNumber,
    failure: numberFrom(0, 1),
    delta: numberFrom(0, 1),
  }),
});

const readEntry = objectOf({
  /** 1, 2, … in the order of the releases. */
  number: integerFrom(1, 10_000),
  date,
  study: text(200),
  parameters: listOf(objectOf({ name: text(200), value: text() })),
  provenance: listOf(readParameterOrigin),
  cost: readCost,
  /** Digest of the release file; null if the page ended between entry and release, which is paid for all the same. */
  release: nullable(hash),
});

const readLedger = objectOf({
  schema: oneOf(ledgerSchema),
  /** SHA-256 of the records. */
  dataHash: hash,
  /** Declared before the first release; null if none was. */
  budget: nullable(
    objectOf({
      /** (ε, δ) as it was declared. */
      epsilon: positiveNumber,
      delta: numberFrom(0, 1),
      mu: positiveNumber,
      failure: numberFrom(0, 1),
      paidDelta: numberFrom(0, 1),
    }),
  ),
  entries: listOf(readEntry, 10_000),
});

/** All releases of one data set. It is a value: what changes it gives another one, to be stored before anything is drawn. */
export type Ledger = Read<typeof readLedger>;
export type LedgerEntry = Ledger["entries"][number];
/** An entry before it has its number. */
export type NewEntry = Omit<LedgerEntry, "number" | "release">;

/** The ledger of records that were never released. @throws {ParameterError} unless the hash has 64 hexadecimal digits */
export function emptyLedger(dataHash: string): Ledger {
  return { schema: ledgerSchema, dataHash: hash(dataHash, "dataHash"), budget: null, entries: [] };
}

/**
 * The ledger with a budget: all releases together are to stay (ε, δ)-private, failures of probability `failure` in all and `paidDelta` paid
 * apart included; the largest μ that this leaves is filtered.
 *
 * @param epsilon ε > 0
 * @param delta 0 < δ < 1
 * @param failure largest Σp, in [0, 1]
 * @param paidDelta largest Σδ of what is paid in δ, below δ
 * @throws {ParameterError} if a number is outside its range, or something was released or declared before: a budget set afterwards is none
 * @throws {NumericalError} if failures alone exceed δ
 */
export function declareBudget(
  ledger: Ledger,
  declared: { readonly epsilon: number; readonly delta: number; readonly failure: number; readonly paidDelta: number },
): Ledger {
  const { epsilon, delta, failure, paidDelta } = declared;
  checkPositive("epsilon", epsilon);
  checkOpenUnit("delta", delta);
  checkUnit("paidDelta", paidDelta);
  if (ledger.entries.length > 0) throw new ParameterError("budget", epsilon, "declared before the first release");
  if (ledger.budget !== null) throw new ParameterError("budget", epsilon, "declared once");
  if (!(paidDelta < delta)) throw new ParameterError("paidDelta", paidDelta, `below delta = ${delta}`);
  const left = (delta - paidDelta) * (1 - 2 ** -50);
  const mu = claimedMu({ epsilon, delta: left, failure, calibration: "analytic" });
  return { ...ledger, budget: { epsilon, delta, mu, failure, paidDelta } };
}

/**
 * The ledger with one more entry, which must be stored where it outlasts the page before anything is drawn.
 *
 * @throws {ParameterError} if a field is wrong, or the budget does not cover the cost
 */
export function enterRelease(
  ledger: Ledger,
  entry: NewEntry,
): { readonly ledger: Ledger; readonly entry: LedgerEntry } {
  const numbered = readEntry({ ...entry, number: ledger.entries.length + 1, release: null }, "entry");
  if (!isAffordable(ledger, numbered.cost)) {
    throw new ParameterError(
      "cost",
      describeCost(numbered.cost),
      `within what is left of the budget: ${describeLeft(ledger)}`,
    );
  }
  return { ledger: { ...ledger, entries: [...ledger.entries, numbered] }, entry: numbered };
}

/** The ledger after the release of an entry was sealed. @throws {ParameterError} if there is no such entry, or it has a release already */
export function recordRelease(ledger: Ledger, number: number, digest: string): Ledger {
  const entry = ledger.entries[number - 1];
  if (entry === undefined) throw new ParameterError("number", number, `an entry, from 1 to ${ledger.entries.length}`);
  if (entry.release !== null) throw new ParameterError("number", number, "an entry without a release");
  const entries = ledger.entries.with(number - 1, { ...entry, release: hash(digest, "digest") });
  return { ...ledger, entries };
}

/** Whether a next release may be made: always without a budget, which then is none. */
export function isAffordable({ budget, entries }: Ledger, cost: Cost): boolean {
  return budget === null || fitsBudget(filterOf(budget), costsOf(entries), cost);
}

/** The largest μ of a next Gaussian release without failure; ∞ without a budget. */
export function muAffordable({ budget, entries }: Ledger): number {
  return budget === null ? Infinity : muLeft(filterOf(budget), costsOf(entries));
}

/** What all releases of a ledger cost together. */
export interface LedgerTotal {
  readonly releaseCount: number;
  readonly spending: Spending;
  /** √Σμ², pure releases as the Gaussian ones they stand for: holds even if later costs were chosen after earlier answers, within a budget. */
  readonly mu: number;
  /** An ε at the given δ for that μ, failures included, hardly above the least; ∞ if δ does not cover them. */
  readonly epsilon: number;
  /** ε at the given δ by the exact sum, if the releases and their costs were fixed in advance. */
  readonly epsilonIfFixedInAdvance: number;
}

/**
 * What all releases of a ledger cost together, and one more if it is given: what is spent, and what would be.
 *
 * @param delta 0 < δ < 1
 * @throws {ParameterError} otherwise
 */
export function ledgerTotal(
  { entries }: Ledger,
  { delta, next }: { readonly delta: number; readonly next?: Cost },
): LedgerTotal {
  checkOpenUnit("delta", delta);
  const costs = next === undefined ? costsOf(entries) : [...costsOf(entries), next];
  const spending = spendingOf(costs);
  const mu = Math.sqrt(spending.squaredMu) * (1 + 2 ** -51);
  const gaussian = costs.filter((cost) => cost.kind === "gaussian").reduce((sum, cost) => sum + cost.mu * cost.mu, 0);
  const pureEpsilons = costs.flatMap((cost) => (cost.kind === "pure" ? [cost.epsilon] : []));
  const fixed = { mu: Math.sqrt(gaussian) * (1 + (costs.length + 4) * 2 ** -52), pureEpsilons };
  return {
    releaseCount: costs.length,
    spending,
    mu,
    epsilon: leastEpsilon(spending, delta, { mu, pureEpsilons: [] }),
    epsilonIfFixedInAdvance: leastEpsilon(spending, delta, fixed),
  };
}

/**
 * An ε at which losses with their failures are (ε, δ)-private. Failures cost (1 + e^ε)Σp: shares of δ are set aside for them, each twice the
 * one before, until one suffices.
 */
function leastEpsilon({ failure, delta: paid }: Spending, delta: number, losses: Losses): number {
  const left = (delta - paid) * (1 - 2 ** -50);
  for (let share = failure === 0 ? 0 : 2 ** -40; share < 1; share *= 2) {
    if (!(left > 0)) break;
    const epsilon = composedEpsilon({ delta: left * (1 - share), ...losses });
    if (addedFailure({ epsilon: Math.min(epsilon, Number.MAX_VALUE), failure }) <= left * share) return epsilon;
  }
  return Infinity;
}

/** The text of a ledger, to be kept elsewhere. */
export function ledgerText(ledger: Ledger): string {
  return `${JSON.stringify(ledger, null, 1)}\n`;
}

/**
 * The ledger in a text from outside.
 *
 * @throws {ParameterError} with a sentence that names the place; nothing else is ever thrown
 */
export function parseLedger(source: unknown): Ledger {
  const ledger = readLedger(parseUntrustedJson(source, "The ledger"), "");
  ledger.entries.forEach((entry, i) => {
    if (entry.number !== i + 1) refuse(entry.number, `entries[${i}].number`, String(i + 1));
  });
  const { budget } = ledger;
  if (budget !== null) {
    const { epsilon, mu, failure } = budget;
    const proved = claimedDelta({ epsilon, mu, failure }) + budget.paidDelta;
    if (!(proved <= budget.delta * (1 + 1e-9)))
      refuse(budget.delta, "budget.delta", `at least ${proved}, which its mu needs`);
  }
  return ledger;
}

/**
 * One ledger of two about the same records, such as a stored one and an imported one: the longer one, if it begins like the other.
 *
 * @throws {ParameterError} if they are about other records, or went apart: their releases then add up, and someone must say how
 */
export function joinedLedgers(one: Ledger, other: Ledger): Ledger {
  if (one.dataHash !== other.dataHash) throw new ParameterError("ledger", other.dataHash, "about the same records");
  const [shorter, longer] = one.entries.length <= other.entries.length ? [one, other] : [other, one];
  const begins =
    JSON.stringify(shorter.budget) === JSON.stringify(longer.budget) &&
    shorter.entries.every((entry, i) => isSameEntry(entry, longer.entries[i]!));
  if (!begins)
    throw new ParameterError("ledger", `${other.entries.length} entries`, "a continuation of the stored one");
  return {
    ...longer,
    entries: longer.entries.map((entry, i) => ({
      ...entry,
      release: entry.release ?? shorter.entries[i]?.release ?? null,
    })),
  };
}

function isSameEntry(a: LedgerEntry, b: LedgerEntry): boolean {
  const sameRelease = a.release === null || b.release === null || a.release === b.release;
  return sameRelease && JSON.stringify({ ...a, release: null }) === JSON.stringify({ ...b, release: null });
}

function filterOf({ mu, failure, paidDelta }: NonNullable<Ledger["budget"]>): Budget {
  return { mu, failure, delta: paidDelta };
}

/** The costs of all entries. */
export function costsOf(entries: readonly LedgerEntry[]): Cost[] {
  return entries.map(({ cost }) => cost);
}

function describeCost(cost: Cost): string {
  return cost.kind === "gaussian" ? `mu = ${cost.mu}` : `epsilon = ${cost.epsilon}`;
}

function describeLeft(ledger: Ledger): string {
  return `mu of at most ${muAffordable(ledger)}`;
}
