import { checkOpenUnit, checkPositive, checkUnit } from "../../checks.ts";
import { decimalOf, doubleOf } from "../../decimals.ts";
import { ParameterError } from "../../errors.ts";
import {
  listOf,
  integerFrom,
  nullable,
  numberFrom,
  objectOf,
  oneKindOf,
  oneOf,
  positiveNumber,
  text,
  textLike,
  truth,
  type Read,
} from "../../untrusted.ts";
import { claimedMu } from "../calibration/claim.ts";
import { fitsBudget, muLeft, type Budget, type Cost } from "./filter.ts";
import { readParameterOrigin } from "./provenance.ts";
import { seenFields, unseen } from "./seenParameters.ts";

export const ledgerSchema = "curveil-ledger/2";

const hash = textLike(/^[0-9a-f]{64}$/, "64 hexadecimal digits");
const readId = textLike(/^[0-9a-f]{32}$/, "32 hexadecimal digits");
const instant = textLike(
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/,
  "an instant such as 2026-11-22T06:10:00Z",
);
const mostEntries = 10_000;

const loss = numberFrom(2 ** -100, 2 ** 30);

const apart = { failure: numberFrom(0, 1), delta: numberFrom(0, 1) };

const readCost = oneKindOf("kind", {
  gaussian: objectOf({ kind: oneOf("gaussian"), mu: loss, ...apart }),
  pure: objectOf({ kind: oneOf("pure"), epsilon: loss, ...apart }),
});

const readEntry = objectOf({
  /** Random: a release file names it. */
  id: readId,
  at: instant,
  study: text(200),
  what: text(200),
  parameters: listOf(objectOf({ name: text(200), value: text() })),
  provenance: listOf(readParameterOrigin),
  cost: readCost,
  /** Field of the parameter that this draw buys; null for a release. */
  buys: nullable(text(200)),
  /** Digest of the release file, if there is one. */
  release: nullable(hash),
});

const readBudget = objectOf({
  id: readId,
  at: instant,
  epsilon: positiveNumber,
  /** 0 < δ < 1: totals are computed at this δ. */
  delta: numberFrom(Number.MIN_VALUE, 1 - 2 ** -53),
  mu: loss,
  failure: numberFrom(0, 1),
  paidDelta: numberFrom(0, 1),
});

const readTable = objectOf({
  digests: listOf(hash, 1000, 1),
  looks: listOf(objectOf({ names: hash, rows: integerFrom(0, Number.MAX_SAFE_INTEGER) })),
  /** True if the table only looks like a known one, unconfirmed. */
  alike: truth,
  ...seenFields,
});

export const commonFields = {
  /** SHA-256 of the ledger's first table. Private: it confirms a guess of the last record. */
  dataHash: hash,
  budgets: listOf(readBudget, 1000),
  entries: listOf(readEntry, mostEntries),
};

export const ledgerFields = {
  schema: oneOf(ledgerSchema),
  ...commonFields,
  tables: listOf(readTable, 1000, 1),
};

/** Reads a ledger from an untrusted value. @throws {ParameterError} */
export const readLedger = objectOf(ledgerFields);

/** All releases of one data set, and what its owner has seen of it. */
export type Ledger = Read<typeof readLedger>;
export type LedgerTable = Ledger["tables"][number];
export type LedgerEntry = Ledger["entries"][number];
/** Public part of a ledger. */
export type LedgerBook = Pick<Ledger, "budgets" | "entries">;
export type DeclaredBudget = Ledger["budgets"][number];
export type NewEntry = Omit<LedgerEntry, "release">;

/** Ledger of records that were never seen. @throws {ParameterError} */
export function emptyLedger(dataHash: string): Ledger {
  const table = { digests: [hash(dataHash, "dataHash")], looks: [], alike: false, ...unseen };
  return { schema: ledgerSchema, dataHash, budgets: [], entries: [], tables: [table] };
}

/**
 * The ledger with a budget: all releases together, earlier ones too, stay (ε, δ)-private, including failures and
 * separately paid δ.
 *
 * @param epsilon ε > 0
 * @param delta 0 < δ < 1
 * @param failure largest Σp, in [0, 1]
 * @param paidDelta largest Σδ paid separately, below δ
 * @throws {ParameterError}
 * @throws {NumericalError} if failures alone exceed δ
 */
export function declareBudget(ledger: Ledger, declared: Omit<DeclaredBudget, "mu">): Ledger {
  const { id, epsilon, delta, failure, paidDelta } = declared;
  checkPositive("epsilon", epsilon);
  checkOpenUnit("delta", delta);
  checkUnit("paidDelta", paidDelta);
  if (!(paidDelta < delta)) throw new ParameterError("paidDelta", paidDelta, `below delta = ${delta}`);
  const mu = claimedMu({ epsilon, delta: deltaOfMu({ delta, paidDelta }), failure, calibration: "analytic" });
  const budget = readBudget({ ...declared, mu }, "budget");
  if (ledger.budgets.some((other) => other.id === id)) throw new ParameterError("id", id, "of no other budget");
  return readLedger({ ...ledger, budgets: [...ledger.budgets, budget] }, "ledger");
}

/**
 * The δ that a budget leaves for its μ, by decimals, with rounding taken off where paidDelta exceeds four times it.
 *
 * @see docs/proofs/typedBudget.md
 */
export function deltaOfMu({ delta, paidDelta }: Pick<DeclaredBudget, "delta" | "paidDelta">): number {
  const left = doubleOf(decimalOf(delta) - decimalOf(paidDelta));
  return paidDelta > 4 * left ? left - 2 ** -52 * paidDelta : left;
}

export function budgetOf({ budgets }: Pick<Ledger, "budgets">): DeclaredBudget | null {
  return budgets.at(-1) ?? null;
}

/** True if the only budget was declared before all releases, as the proof of the filter requires. */
export function isBudgetFirst({ budgets, entries }: LedgerBook): boolean {
  const [first, ...others] = budgets;
  return first !== undefined && others.length === 0 && entries.every(({ at }) => first.at <= at);
}

/**
 * The ledger with one more entry, to be stored before anything is drawn.
 *
 * @throws {ParameterError} if a field is wrong, the id is taken, or the budget does not cover the cost
 */
export function enterRelease(ledger: Ledger, entry: NewEntry): Ledger {
  const whole = readEntry({ ...entry, release: null }, "entry");
  if (ledger.entries.some(({ id }) => id === whole.id)) throw new ParameterError("id", whole.id, "of no other entry");
  if (!(ledger.entries.length < mostEntries))
    throw new ParameterError("entries", ledger.entries.length, `fewer than ${mostEntries}`);
  if (!isAffordable(ledger, whole.cost)) {
    const left = muAffordable(ledger, whole.cost);
    throw new ParameterError(
      "cost",
      describeCost(whole.cost),
      `within what is left of the budget: mu of at most ${left}`,
    );
  }
  return { ...ledger, entries: [...ledger.entries, whole] };
}

/**
 * The ledger with the digest of an entry's release file.
 *
 * @throws {ParameterError} if the entry is not there, or has a release
 */
export function recordRelease(ledger: Ledger, id: string, digest: string): Ledger {
  const index = ledger.entries.findIndex((entry) => entry.id === id);
  const entry = ledger.entries[index];
  if (entry === undefined) throw new ParameterError("id", id, "that of an entry");
  if (entry.release !== null) throw new ParameterError("id", id, "that of an entry without a release");
  const entries = ledger.entries.with(index, { ...entry, release: hash(digest, "digest") });
  return { ...ledger, entries };
}

/** True if a next release fits the budget, or there is none. */
export function isAffordable(ledger: LedgerBook, cost: Cost): boolean {
  const budget = budgetOf(ledger);
  return budget === null || fitsBudget(filterOf(budget), costsOf(ledger.entries), cost);
}

/** Largest μ of a next Gaussian release with the given failure and paid δ; ∞ without a budget. */
export function muAffordable(ledger: LedgerBook, apart: Pick<Cost, "failure" | "delta"> = {}): number {
  const budget = budgetOf(ledger);
  return budget === null ? Infinity : muLeft(filterOf(budget), costsOf(ledger.entries), apart);
}

function filterOf({ mu, failure, paidDelta }: DeclaredBudget): Budget {
  return { mu, failure, delta: paidDelta };
}

export function costsOf(entries: readonly LedgerEntry[]): Cost[] {
  return entries.map(({ cost }) => cost);
}

function describeCost(cost: Cost): string {
  return cost.kind === "gaussian" ? `mu = ${cost.mu}` : `epsilon = ${cost.epsilon}`;
}
