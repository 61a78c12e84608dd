import { isAlike, type TableKeys } from "../../tables/tableKeys.ts";
import { hasBought, type Ledger, type LedgerTable } from "./ledger.ts";
import {
  aboutFile,
  joinedSeenParameters,
  underOrder,
  unseen,
  withOrder,
  type Choice,
  type SeenParameters,
} from "./seenParameters.ts";

type Tables = Pick<Ledger, "tables">;

/** A ledger's knowledge of a table: by its cells, by its look, or none. */
export function knowledgeOf(ledger: Tables, keys: TableKeys): "same" | "alike" | "none" {
  const own = ownTable(ledger, keys);
  if (own) return own.alike ? "alike" : "same";
  return ledger.tables.some((table) => looksLike(table, keys)) ? "alike" : "none";
}

export function ownTable({ tables }: Tables, keys: TableKeys): LedgerTable | undefined {
  return tables.find((table) => isSame(table, keys));
}

function isSame(one: Pick<LedgerTable, "digests">, other: Pick<LedgerTable, "digests">): boolean {
  return one.digests.some((digest) => other.digests.includes(digest));
}

/** The ledger with a table under all its keys. @param alike true while unconfirmed */
export function withTable(ledger: Ledger, keys: TableKeys, alike: boolean): Ledger {
  const own: LedgerTable = { digests: keys.digests, looks: keys.look ? [keys.look] : [], alike, ...unseen };
  const tables = ledger.tables.map((table) => (isSame(table, keys) ? { ...table, alike } : table));
  return { ...ledger, tables: unitedTables(tables, [own]) };
}

export function withoutTable(ledger: Ledger, keys: TableKeys): Ledger {
  return { ...ledger, tables: ledger.tables.filter((table) => !isSame(table, keys)) };
}

/**
 * Seen parameters of a table and of alike ones, joined, under the order of its names. Bought values need an entry,
 * facts about the file none.
 */
export function seenParametersOf(
  { tables, entries }: Pick<Ledger, "tables" | "entries">,
  keys: TableKeys,
): SeenParameters {
  const joined = joinedSeenParameters(tables.filter((table) => isAbout(table, keys)));
  const { seen, choices } = underOrder(joined, keys.order);
  const isPaid = ({ study, field, value }: Choice) =>
    study === aboutFile || entries.some((entry) => hasBought(entry, study, field, value));
  return { seen, choices: choices.filter((choice) => choice.origin !== "bought" || isPaid(choice)) };
}

export function withSeenParameters(
  ledger: Ledger,
  keys: TableKeys,
  { change, alike }: { readonly change: (seen: SeenParameters) => SeenParameters; readonly alike: boolean },
): Ledger {
  const known = withTable(ledger, keys, alike);
  return {
    ...known,
    tables: known.tables.map((table) =>
      isAbout(table, keys) ? { ...table, ...withOrder(change(underOrder(table, keys.order)), keys.order) } : table,
    ),
  };
}

function isAbout(table: LedgerTable, keys: TableKeys): boolean {
  return isSame(table, keys) || looksLike(table, keys);
}

function looksLike({ looks }: LedgerTable, { look }: TableKeys): boolean {
  return looks.some((other) => isAlike(other, look));
}

/** All tables of two lists; tables with a common digest are joined. */
export function unitedTables(these: readonly LedgerTable[], those: readonly LedgerTable[]): readonly LedgerTable[] {
  const withDigest = new Map<string, LedgerTable[]>();
  const left = new Set([...these, ...those]);
  for (const table of left)
    for (const digest of table.digests) {
      const same = withDigest.get(digest);
      if (same) same.push(table);
      else withDigest.set(digest, [table]);
    }
  const united: LedgerTable[] = [];
  for (const first of left) {
    const same = new Set([first]);
    for (const table of same) {
      left.delete(table);
      for (const digest of table.digests) {
        for (const other of withDigest.get(digest) ?? []) same.add(other);
        withDigest.delete(digest);
      }
    }
    united.push(joinedTable([...same]));
  }
  return united.sort((a, b) => (a.digests[0]! < b.digests[0]! ? -1 : 1));
}

function joinedTable(tables: readonly LedgerTable[]): LedgerTable {
  const looks = new Map(tables.flatMap((table) => table.looks.map((look) => [`${look.names} ${look.rows}`, look])));
  return {
    digests: [...new Set(tables.flatMap(({ digests }) => digests))].sort(),
    looks: [...looks.keys()].sort().map((key) => looks.get(key)!),
    alike: tables.every(({ alike }) => alike),
    ...joinedSeenParameters(tables),
  };
}
