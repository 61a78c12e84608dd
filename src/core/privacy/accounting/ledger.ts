import { checkOpenUnit, checkPositive, checkUnit } from "../../checks.ts";
import { decimalOf, doubleOf } from "../../decimals.ts";
import { ParameterError } from "../../errors.ts";
import {
  listOf,
  integerFrom,
  nullable,
  numberFrom,
  objectOf,
  objectWith,
  oneKindOf,
  oneOf,
  positiveNumber,
  text,
  textLike,
  truth,
  type Read,
} from "../../untrusted.ts";
import { addedFailure, claimedMu } from "../calibration/claim.ts";
import { muBesidePure } from "./composition.ts";
import { fitsBudget, muLeft, pureEpsilonLeft, type Budget, type Cost } from "./filter.ts";
import { readParameterOrigin } from "./provenance.ts";
import { seenFields, unseen, valueText } from "./seenParameters.ts";

export const ledgerSchema = "curveil-ledger/3";

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

const entryFields = {
  id: readId,
  at: instant,
  study: text(200),
  what: text(200),
  parameters: listOf(objectOf({ name: text(200), value: text() })),
  provenance: listOf(readParameterOrigin),
  cost: readCost,
  /** Fields that it buys; null for a release. */
  buys: nullable(text(200)),
  release: nullable(hash),
};

/** Bought values as in `valueText`; absent without any. */
const readBought = { bought: listOf(objectOf({ field: text(200), value: text() })) };
const readEntry = objectWith(entryFields, readBought);

const budgetFields = {
  id: readId,
  at: instant,
  epsilon: positiveNumber,
  /** 0 < δ < 1, of totals. */
  delta: numberFrom(Number.MIN_VALUE, 1 - 2 ** -53),
  mu: loss,
  failure: numberFrom(0, 1),
  paidDelta: numberFrom(0, 1),
};
/** Largest Σε of releases that are paid purely; 0 if absent. */
const pureEpsilon = loss;
const readBudget = objectWith(budgetFields, { pureEpsilon });

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
  entries: listOf(objectOf(entryFields), mostEntries),
};

export const ledgerFields = {
  schema: oneOf(ledgerSchema),
  ...commonFields,
  entries: listOf(readEntry, mostEntries),
  tables: listOf(readTable, 1000, 1),
};

export const readLedger = objectOf(ledgerFields);

/** Releases of one data set, and its seen parameters. */
export type Ledger = Read<typeof readLedger>;
export type LedgerTable = Ledger["tables"][number];
export type LedgerEntry = Ledger["entries"][number];
/** Public part of a ledger. */
export type LedgerBook = Pick<Ledger, "budgets" | "entries">;
export type DeclaredBudget = Ledger["budgets"][number];
export type NewEntry = Omit<LedgerEntry, "release" | "bought">;

/** Ledger of unseen records. */
export function emptyLedger(dataHash: string): Ledger {
  const table = { digests: [hash(dataHash, "dataHash")], looks: [], alike: false, ...unseen };
  return { schema: ledgerSchema, dataHash, budgets: [], entries: [], tables: [table] };
}

/**
 * The ledger with a budget: all releases together stay (ε, δ)-private, failures and separately paid δ included. The
 * filter uses the largest μ left; it is proved for a budget that no release influenced (`isBudgetFirst`).
 *
 * @param epsilon ε > 0
 * @param delta 0 < δ < 1
 * @param failure largest Σp, in [0, 1]
 * @param paidDelta largest Σδ paid separately, below δ
 * @param pureEpsilon largest Σε that is paid purely, at most ε
 * @throws {ParameterError} if a number is out of range, or the id is taken
 * @throws {NumericalError} if failures alone exceed δ
 */
export function declareBudget(ledger: Ledger, declared: Omit<DeclaredBudget, "mu">): Ledger {
  const { id, delta, paidDelta, pureEpsilon = 0, ...rest } = declared;
  checkOpenUnit("delta", delta);
  checkUnit("paidDelta", paidDelta);
  if (!(paidDelta < delta)) throw new ParameterError("paidDelta", paidDelta, `below delta = ${delta}`);
  const pure = pureEpsilon === 0 ? {} : { pureEpsilon };
  const budget = readBudget({ ...rest, id, delta, paidDelta, mu: muOfTotal(declared), ...pure }, "budget");
  if (ledger.budgets.some((other) => other.id === id)) throw new ParameterError("id", id, "of no other budget");
  return readLedger({ ...ledger, budgets: [...ledger.budgets, budget] }, "ledger");
}

/**
 * Largest μ of the releases that are not paid purely.
 *
 * @throws {NumericalError} if failures alone exceed δ
 */
export function muOfTotal(total: Omit<DeclaredBudget, "id" | "at" | "mu">): number {
  const { epsilon, failure, pureEpsilon = 0 } = total;
  checkPositive("epsilon", epsilon);
  const delta = deltaOfMu(total);
  const gaussian = claimedMu({ epsilon, delta, failure, calibration: "analytic" });
  if (pureEpsilon === 0) return gaussian;
  if (!(pureEpsilon > 0 && pureEpsilon <= epsilon))
    throw new ParameterError("pureEpsilon", pureEpsilon, `from 0 to epsilon = ${epsilon}`);
  return muBesidePure({ epsilon, delta: delta - addedFailure({ epsilon, failure }), pureEpsilon, most: gaussian });
}

/**
 * δ that a budget leaves for its μ, in decimals, so that one release can spend it.
 *
 * @see docs/proofs/typedBudget.md
 */
function deltaOfMu({ delta, paidDelta }: Pick<DeclaredBudget, "delta" | "paidDelta">): number {
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
 * The ledger with an entry, to be stored before the draw.
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

/**
 * The ledger with the values that an entry has bought.
 *
 * @param values by field
 * @throws {ParameterError} if the entry is not there, buys other fields, or has bought already
 */
export function recordBought(ledger: Ledger, id: string, values: Readonly<Record<string, unknown>>): Ledger {
  const index = ledger.entries.findIndex((entry) => entry.id === id);
  const entry = ledger.entries[index];
  if (entry === undefined) throw new ParameterError("id", id, "that of an entry");
  if (entry.bought) throw new ParameterError("id", id, "that of an entry that has bought nothing yet");
  const wrong = Object.keys(values).find((field) => !entry.buys?.split(",").includes(field));
  if (wrong !== undefined) throw new ParameterError("values", wrong, "of fields that the entry buys");
  const bought = Object.entries(values).map(([field, value]) => ({ field, value: valueText(value) }));
  return { ...ledger, entries: ledger.entries.with(index, readEntry({ ...entry, bought }, "entry")) };
}

/** True if an entry of a study has bought this value of a field. */
export function hasBought(entry: LedgerEntry, study: string, field: string, value: string): boolean {
  return entry.study === study && (entry.bought?.some((one) => one.field === field && one.value === value) ?? false);
}

export function isAffordable(ledger: LedgerBook, cost: Cost): boolean {
  const budget = budgetOf(ledger);
  return budget === null || fitsBudget(filterOf(budget), costsOf(ledger.entries), cost);
}

/** Largest μ of a next Gaussian release with the given failure and paid δ; ∞ without a budget. */
export function muAffordable(ledger: LedgerBook, apart: Pick<Cost, "failure" | "delta"> = {}): number {
  const budget = budgetOf(ledger);
  return budget === null ? Infinity : muLeft(filterOf(budget), costsOf(ledger.entries), apart);
}

/** Largest ε of a next release that is paid purely; 0 without a budget. */
export function pureEpsilonAffordable(ledger: LedgerBook): number {
  const budget = budgetOf(ledger);
  return budget === null ? 0 : pureEpsilonLeft(filterOf(budget), costsOf(ledger.entries));
}

function filterOf({ mu, pureEpsilon, failure, paidDelta }: DeclaredBudget): Budget {
  return { mu, failure, delta: paidDelta, ...(pureEpsilon !== undefined && { pureEpsilon }) };
}

export function costsOf(entries: readonly LedgerEntry[]): Cost[] {
  return entries.map(({ cost }) => cost);
}

function describeCost(cost: Cost): string {
  return cost.kind === "gaussian" ? `mu = ${cost.mu}` : `epsilon = ${cost.epsilon}`;
}
