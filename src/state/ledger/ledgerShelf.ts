import { openDB } from "idb";
import type { DBSchema, IDBPDatabase } from "idb";
import { ParameterError } from "../../core/errors.ts";
import { checkedLedger } from "../../core/privacy/accounting/ledgerFile.ts";
import { emptyLedger } from "../../core/privacy/accounting/ledger.ts";
import type { Ledger } from "../../core/privacy/accounting/ledger.ts";
import { failure } from "../../engine/outcome.ts";
import type { Outcome } from "../../engine/outcome.ts";

import { checkedSights } from "./origins.ts";
import type { Sights, SightsChange } from "./origins.ts";

/** What a change makes of a ledger: the next one, or the sentence that says why there is none. */
export type LedgerChange = (ledger: Ledger) => Ledger | { readonly refused: string };

/** Where ledgers are kept. Nothing rejects. */
export interface LedgerShelf {
  /** The ledger of a data set; an empty one if there is none yet. */
  read(dataHash: string): Promise<Outcome<Ledger>>;
  /**
   * Changes a ledger. It is on disk when this resolves, or is as it was. Pages that change the same ledger do so one
   * after the other, each on what the one before left.
   */
  change(dataHash: string, change: LedgerChange): Promise<Outcome<Ledger>>;
  /** What is remembered of the choices made for a data set. */
  readSights(dataHash: string): Promise<Outcome<Sights>>;
  /** Changes it, one page after the other. */
  changeSights(dataHash: string, change: SightsChange): Promise<Outcome<Sights>>;
  /** Asks the browser not to clear it when it needs room. @returns whether it promised */
  persist?(): Promise<boolean>;
}

interface Stored extends DBSchema {
  ledgers: { key: string; value: Ledger };
  sights: { key: string; value: Sights };
}

type Database = IDBPDatabase<Stored>;

/**
 * Ledgers in the browser's own database.
 *
 * @param patience milliseconds for which it may stay silent. What it does later can only add an entry without a
 *   release, which costs budget and never privacy.
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
    read: (dataHash) => kept(async (found) => ledgerFrom(dataHash, await found.get("ledgers", dataHash))),
    change: (dataHash, change) =>
      kept(async (found) => {
        const transaction = found.transaction("ledgers", "readwrite", { durability: "strict" });
        // It is awaited below, where it is not aborted.
        transaction.done.catch(() => undefined);
        const before = ledgerFrom(dataHash, await transaction.store.get(dataHash));
        const after = before.ok ? changed(before.value, change) : before;
        if (!after.ok) {
          transaction.abort();
          return after;
        }
        await transaction.store.put(after.value);
        await transaction.done;
        return after;
      }),
    readSights: (dataHash) =>
      kept(async (found) => ({ ok: true, value: checkedSights(await found.get("sights", dataHash)) })),
    changeSights: (dataHash, change) =>
      kept(async (found) => {
        const { store, done } = found.transaction("sights", "readwrite", { durability: "strict" });
        const value = change(checkedSights(await store.get(dataHash)));
        await Promise.all([store.put(value, dataHash), done]);
        return { ok: true, value };
      }),
  };
}

/** The outcome of a change; errors of a parameter become values. */
export function changed(ledger: Ledger, change: LedgerChange): Outcome<Ledger> {
  try {
    const after = change(ledger);
    return "refused" in after ? failure("parameter", after.refused) : { ok: true, value: after };
  } catch (error) {
    return failure("parameter", error instanceof Error ? `The ledger refuses it: ${error.message}.` : "");
  }
}

// Where storage is switched off, opening may throw as well as reject.
async function open(name: string, forget: () => void): Promise<Database> {
  return openDB<Stored>(name, 2, {
    upgrade: (created, version) => {
      if (version < 1) created.createObjectStore("ledgers", { keyPath: "dataHash" });
      if (version < 2) created.createObjectStore("sights");
    },
    // Another page wants a newer version of it, or the browser has closed it: it is opened again when it is needed.
    blocking: (_, __, event) => {
      (event.target as IDBDatabase).close();
      forget();
    },
    terminated: forget,
  });
}

/** What was stored may be of another version, or damaged: then nothing is written over it. */
function ledgerFrom(dataHash: string, stored: unknown): Outcome<Ledger> {
  if (stored === undefined) return { ok: true, value: emptyLedger(dataHash) };
  try {
    return { ok: true, value: checkedLedger(stored) };
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
