import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore, type IDBPTransaction } from "idb";
import type { TableKeys } from "../../core/tables/tableKeys.ts";
import { ParameterError } from "../../core/errors.ts";
import { checkedLedger } from "../../core/privacy/accounting/ledgerFile.ts";
import { emptyLedger, readLedger, type Ledger } from "../../core/privacy/accounting/ledger.ts";
import {
  knowledgeOf,
  ownTable,
  withoutTable,
  withSeenParameters,
  withTable,
} from "../../core/privacy/accounting/ledgerTables.ts";
import { joinedLedgers } from "../../core/privacy/accounting/joinedLedgers.ts";
import { failure, type Outcome } from "../../engine/outcome.ts";
import { formerSeenParameters } from "./formerSeenParameters.ts";
import type { SeenChange } from "./origins.ts";

export type LedgerChange = (ledger: Ledger) => Ledger | { readonly refused: string };

export interface FoundLedger {
  readonly ledger: Ledger;
  /** True for the unconfirmed ledger of an alike table. */
  readonly alike: boolean;
}

/** No promise rejects. */
export interface LedgerShelf {
  /** A table's ledger by its cells, else that of alike tables, else empty; several are joined. */
  read(keys: TableKeys): Promise<Outcome<FoundLedger>>;
  /** Transactional: on disk when this resolves, or unchanged. Confirms the table as the ledger's own. */
  change(keys: TableKeys, change: LedgerChange): Promise<Outcome<FoundLedger>>;
  remember(keys: TableKeys, change: SeenChange): Promise<Outcome<FoundLedger>>;
  /** Splits a table from an alike one's ledger. */
  separate(keys: TableKeys): Promise<Outcome<FoundLedger>>;
  /** True while some ledgers have only former digests. */
  hasFormer(): Promise<boolean>;
  /** Asks for persistent storage. @returns true if granted */
  persist?(): Promise<boolean>;
}

type StoredLedger = Ledger & { readonly keys: readonly string[] };

interface Stored extends DBSchema {
  ledgers: { key: string; value: StoredLedger; indexes: { keys: string } };
  /** Seen parameters of earlier versions. */
  sights: { key: string; value: unknown };
}

type Database = IDBPDatabase<Stored>;

/**
 * Shelf in the browser's database.
 *
 * @param patience milliseconds of silence; a later write can only add an entry without a release, which costs budget,
 * never privacy
 */
export function createDatabaseShelf({ name = "curveil", patience = 5000 } = {}): LedgerShelf {
  let opened: Promise<Database> | undefined;
  const forget = () => {
    opened = undefined;
  };
  const database = () => {
    opened ??= open(name, forget);
    opened.catch(forget);
    return opened;
  };
  const kept = <T>(act: (database: Database) => Promise<Outcome<T>>) =>
    answered(
      patience,
      database()
        .then(act)
        .catch((error: unknown): Outcome<T> => failure("unexpected", sentenceOf(error))),
    );

  return {
    persist: async () => {
      const { navigator: browser } = globalThis as {
        readonly navigator?: { readonly storage?: Partial<StorageManager> };
      };
      try {
        return (await browser?.storage?.persist?.()) ?? false;
      } catch {
        return false;
      }
    },
    hasFormer: async () => {
      const found = await kept(async (opened) => {
        const count = await opened.countFromIndex("ledgers", "keys", former);
        return { ok: true, value: count > 0 };
      });
      return found.ok && found.value;
    },
    read: (keys) =>
      kept(async (found) => {
        const members = await membersOf(found.transaction("ledgers").store, keys);
        return members.ok ? { ok: true, value: foundIn(members.value, keys) } : members;
      }),
    change: (keys, change) =>
      kept((found) =>
        changing(found, keys, (members) => {
          const after = changed(foundIn(members, keys).ledger, change);
          return after.ok ? { ok: true, value: [withTable(after.value, keys, false)] } : after;
        }),
      ),
    remember: (keys, change) =>
      kept((found) =>
        changing(found, keys, (members) => {
          const { ledger, alike } = foundIn(members, keys);
          // Alike ledgers stay separate until a payment.
          const those = alike ? members : [ledger];
          return { ok: true, value: those.map((each) => withSeenParameters(each, keys, { change, alike })) };
        }),
      ),
    separate: (keys) =>
      kept((found) =>
        changing(found, keys, (members) => {
          const { alike, ledger } = foundIn(members, keys);
          if (!alike) return { ok: true, value: [ledger] };
          const others = members.map((each) => withoutTable(each, keys));
          const records = members.flatMap((each) => ownTable(each, keys) ?? []);
          const own = withTable({ ...emptyLedger(keys.digests[0]!), tables: records }, keys, false);
          return { ok: true, value: [...others, own] };
        }),
      ),
  };
}

/** Ledgers of a table by its cells, else those of alike tables. */
async function membersOf(
  store: Pick<IDBPObjectStore<Stored, ["ledgers"], "ledgers", IDBTransactionMode>, "get" | "index">,
  keys: TableKeys,
): Promise<Outcome<readonly Ledger[]>> {
  const stored = new Map<string, unknown>();
  for (const digest of keys.digests) {
    const named = await store.get(digest);
    if (named) stored.set(digest, named);
  }
  for (const key of [...keys.digests, ...(keys.look ? [keys.look.names] : [])])
    for (const each of await store.index("keys").getAll(key)) stored.set(each.dataHash, each);
  const read = [...stored.values()].map(ledgerFrom);
  const unreadable = read.find((outcome) => !outcome.ok);
  if (unreadable) return unreadable;
  const ledgers = read.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const known = (how: "same" | "alike") => ledgers.filter((ledger) => knowledgeOf(ledger, keys) === how);
  const same = known("same");
  return { ok: true, value: same.length > 0 ? same : known("alike") };
}

function foundIn(members: readonly Ledger[], keys: TableKeys): FoundLedger {
  const [first, ...others] = members;
  if (!first) return { ledger: withTable(emptyLedger(keys.digests[0]!), keys, false), alike: false };
  const ledger = others.reduce((all, each) => joinedLedgers(all, each, { acrossTables: true }), first);
  return { ledger, alike: knowledgeOf(first, keys) === "alike" };
}

/** In one transaction. */
async function changing(
  database: Database,
  keys: TableKeys,
  next: (members: readonly Ledger[]) => Outcome<readonly Ledger[]>,
): Promise<Outcome<FoundLedger>> {
  const transaction = database.transaction("ledgers", "readwrite", { durability: "strict" });
  transaction.done.catch(() => undefined);
  const before = await membersOf(transaction.store, keys);
  const after = before.ok ? next(before.value) : before;
  const whole = after.ok ? after.value.map((ledger) => changed(ledger, (each) => readLedger(each, "ledger"))) : [after];
  const refused = whole.find((outcome) => !outcome.ok);
  if (!before.ok || refused) {
    transaction.abort();
    return refused as Outcome<never>;
  }
  const ledgers = whole.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const stays = new Set(ledgers.map(({ dataHash }) => dataHash));
  for (const { dataHash } of before.value) if (!stays.has(dataHash)) await transaction.store.delete(dataHash);
  for (const ledger of ledgers) await transaction.store.put(storedLedger(ledger));
  const found = await membersOf(transaction.store, keys);
  await transaction.done;
  return found.ok ? { ok: true, value: foundIn(found.value, keys) } : found;
}

function storedLedger(ledger: Ledger, further: readonly string[] = []): StoredLedger {
  const keys = ledger.tables.flatMap(({ digests, looks }) => [...digests, ...looks.map(({ names }) => names)]);
  return { ...ledger, keys: [...new Set([...keys, ...further])] };
}

/** Key of ledgers with only former digests. */
const former = "former";

/** Parameter errors become values. */
export function changed(ledger: Ledger, change: LedgerChange): Outcome<Ledger> {
  try {
    const after = change(ledger);
    return "refused" in after ? failure("parameter", after.refused) : { ok: true, value: after };
  } catch (error) {
    return failure("parameter", error instanceof Error ? `The ledger refuses it: ${error.message}.` : "");
  }
}

// Without storage, opening may throw as well as reject.
async function open(name: string, forget: () => void): Promise<Database> {
  return openDB<Stored>(name, 3, {
    upgrade: (created, version, _, transaction) => {
      if (version < 1) created.createObjectStore("ledgers", { keyPath: "dataHash" });
      transaction.objectStore("ledgers").createIndex("keys", "keys", { multiEntry: true });
      if (version >= 1) withTables(created, transaction, version).catch(() => transaction.abort());
    },
    // Closed by a newer version or the browser; reopened when needed.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
}

/** Former ledgers know their table by one digest. */
async function withTables(
  database: Database,
  transaction: IDBPTransaction<Stored, ("ledgers" | "sights")[], "versionchange">,
  version: number,
): Promise<void> {
  const ledgers = transaction.objectStore("ledgers");
  for (const stored of await ledgers.getAll()) {
    const read = ledgerFrom(stored);
    await ledgers.put(read.ok ? storedLedger(read.value, [former]) : { ...stored, keys: [former] });
  }
  if (version < 2) return;
  const sights = transaction.objectStore("sights");
  for (const dataHash of await sights.getAllKeys()) {
    const remembered = formerSeenParameters(await sights.get(dataHash));
    const stored = await ledgers.get(dataHash);
    const read = ledgerFrom(stored ?? { schema: "curveil-ledger/1", dataHash, budgets: [], entries: [] });
    if (!read.ok) continue;
    const tables = read.value.tables.map((table) => ({ ...table, ...remembered }));
    await ledgers.put(storedLedger({ ...read.value, tables }, [former]));
  }
  database.deleteObjectStore("sights");
}

/** Entries of other versions and damaged ones are never overwritten. */
function ledgerFrom(stored: unknown): Outcome<Ledger> {
  try {
    const { keys: _, ...ledger } = stored as { readonly keys?: unknown };
    return { ok: true, value: checkedLedger(ledger) };
  } catch (error) {
    const why = error instanceof ParameterError ? error.message : String(error);
    return failure("unexpected", `The ledger that this browser keeps for these data cannot be read: ${why}.`);
  }
}

function answered<T>(patience: number, outcome: Promise<Outcome<T>>): Promise<Outcome<T>> {
  let timer: ReturnType<typeof setTimeout>;
  const silence = new Promise<Outcome<T>>((resolve) => {
    const sentence = "The browser’s storage does not answer; another window of this page may be holding it.";
    timer = setTimeout(() => resolve(failure("unexpected", sentence)), patience);
  });
  return Promise.race([outcome, silence]).finally(() => clearTimeout(timer));
}

function sentenceOf(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  switch (name) {
    case "QuotaExceededError":
      return "The browser’s storage is full, so the ledger cannot be kept here.";
    case "VersionError":
      return "The ledgers of this browser were made by a newer version of this page; reload it.";
    case "ReferenceError":
    case "TypeError":
    case "SecurityError":
    case "InvalidStateError":
    case "UnknownError":
      return "This browser keeps nothing for this page: its storage is switched off, or this is a private window.";
    default:
      return `The browser could not keep the ledger (${name || String(error)}).`;
  }
}
