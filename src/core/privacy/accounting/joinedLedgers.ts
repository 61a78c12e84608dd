import { ParameterError } from "../../errors.ts";
import { composedEpsilon } from "./composition.ts";
import { budgetOf, readLedger, type DeclaredBudget, type Ledger } from "./ledger.ts";
import { unitedTables } from "./ledgerTables.ts";

/**
 * Union of two ledgers: each entry once, and the seen parameters of both. The budget in force with the smaller ε holds,
 * both at the smaller δ.
 *
 * @param acrossTables true if the tables may differ but are about the same people
 * @throws {ParameterError} if the tables differ, an entry is in both and differs, or there are too many
 */
export function joinedLedgers(
  one: Ledger,
  other: Ledger,
  { acrossTables = false }: { readonly acrossTables?: boolean } = {},
): Ledger {
  if (!acrossTables && !isSameTable(one, other))
    throw new ParameterError("ledger", other.dataHash, "about the same table");
  const entries = united("entries", one.entries, other.entries, (a, b) => {
    const bought = a.bought ?? b.bought;
    return { ...a, release: a.release ?? b.release, ...(bought && { bought }) };
  });
  const budgets = united("budgets", one.budgets, other.budgets, (a) => a);
  const inForce = smaller(budgetOf(one), budgetOf(other));
  const ordered = inForce ? [...budgets.filter(({ id }) => id !== inForce.id), inForce] : budgets;
  const tables = unitedTables(one.tables, other.tables);
  return readLedger({ ...one, budgets: ordered, entries, tables }, "ledger");
}

/** True for two ledgers that are certainly about the same table. */
function isSameTable(one: Ledger, other: Ledger): boolean {
  const certain = (ledger: Ledger) => ledger.tables.flatMap(({ alike, digests }) => (alike ? [] : digests));
  const mine = new Set(certain(one));
  return certain(other).some((digest) => mine.has(digest));
}

function united<T extends { readonly id: string; readonly at: string }>(
  place: string,
  these: readonly T[],
  those: readonly T[],
  both: (a: T, b: T) => T,
): readonly T[] {
  const all = new Map(these.map((item) => [item.id, item]));
  for (const item of those) {
    const mine = all.get(item.id);
    if (mine && JSON.stringify(both(mine, item)) !== JSON.stringify(both(item, mine)))
      throw new ParameterError(place, item.id, "the same in both ledgers where they have the same id");
    all.set(item.id, mine ? both(mine, item) : item);
  }
  return [...all.values()].sort((a, b) => compare(a.at, b.at) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function smaller(a: DeclaredBudget | null, b: DeclaredBudget | null): DeclaredBudget | null {
  if (a === null || b === null) return a ?? b;
  const delta = Math.min(a.delta, b.delta);
  const joint = ({ mu, pureEpsilon = 0 }: DeclaredBudget) =>
    composedEpsilon({ delta, mu, pureEpsilons: [pureEpsilon] });
  const order =
    (a.pureEpsilon === b.pureEpsilon ? 0 : joint(a) - joint(b)) ||
    a.mu - b.mu ||
    a.failure - b.failure ||
    a.paidDelta - b.paidDelta ||
    compare(a.id, b.id);
  return order <= 0 ? a : b;
}
