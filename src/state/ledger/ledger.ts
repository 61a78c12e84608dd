import type { TableKeys } from "../../core/tables/tableKeys.ts";
import type { OpenTable } from "../../engine/contract.ts";
import type { Outcome } from "../../engine/outcome.ts";
import { createDataLedger, type DataLedger } from "./dataLedger.ts";
import type { LedgerShelf } from "./ledgerShelf.ts";

export interface Ledgers {
  /** Shared by tables with a common digest. */
  of(table: OpenTable): Promise<Outcome<DataLedger>>;
  /** For data that are no table of a study. */
  ofKeys(keys: TableKeys): DataLedger;
  /** Another page may have written. */
  refresh(): void;
}

interface LedgerSources {
  readonly shelf: LedgerShelf;
  readonly keysOf: (id: OpenTable["id"], withFormer: boolean) => Promise<Outcome<TableKeys>>;
}

export function createLedgers({ shelf, keysOf }: LedgerSources): Ledgers {
  const byDigest = new Map<string, ReturnType<typeof createDataLedger>>();
  const asked = new WeakMap<OpenTable, Promise<Outcome<DataLedger>>>();
  const ofKeys = (keys: TableKeys, former?: () => Promise<TableKeys>) => {
    const [known, ...others] = new Set(keys.digests.flatMap((digest) => byDigest.get(digest) ?? []));
    known?.alsoKnows(keys, former);
    const ledger = known ?? createDataLedger(keys, shelf, former);
    for (const other of others) {
      // All are of one table. The shelf joins its own; files are joined here.
      const text = other.store.getState().keeping === "file" ? other.text() : undefined;
      if (text !== undefined) void ledger.join(text, { acrossTables: true });
    }
    for (const digest of keys.digests) byDigest.set(digest, ledger);
    return ledger;
  };
  const find = async (table: OpenTable): Promise<Outcome<DataLedger>> => {
    const keys = await keysOf(table.id, await shelf.hasFormer());
    if (!keys.ok) return keys;
    const former = async () => {
      const all = await keysOf(table.id, true);
      return all.ok ? all.value : keys.value;
    };
    return { ok: true, value: ofKeys(keys.value, former) };
  };
  return {
    of: (table) => {
      const before = asked.get(table);
      if (before) return before;
      const found = find(table);
      asked.set(table, found);
      void found.then(({ ok }) => !ok && asked.delete(table));
      return found;
    },
    ofKeys,
    refresh: () => new Set(byDigest.values()).forEach((ledger) => void ledger.refresh()),
  };
}
