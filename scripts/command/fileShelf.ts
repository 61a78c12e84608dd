import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { emptyLedger, type Ledger } from "../../src/core/privacy/accounting/ledger.ts";
import { ledgerText, parseLedger } from "../../src/core/privacy/accounting/ledgerFile.ts";
import { knowledgeOf, withSeenParameters, withTable } from "../../src/core/privacy/accounting/ledgerTables.ts";
import type { TableKeys } from "../../src/core/tables/tableKeys.ts";
import { failure, type Outcome } from "../../src/engine/outcome.ts";
import { changed, type FoundLedger, type LedgerChange, type LedgerShelf } from "../../src/state/ledger/ledgerShelf.ts";
import { Refused } from "./refused.ts";

/**
 * Shelf of one ledger file, as the page saves and joins it. It only grows: a change that lacks an earlier entry or
 * budget is refused. A lock beside it is made exclusively, so that two commands cannot spend the same budget; the new
 * text replaces the old one at once, after it is on disk.
 *
 * @param patience milliseconds to wait for another command
 */
export function createFileShelf(path: string, patience = 5000): LedgerShelf {
  const held = (): Ledger | undefined => (existsSync(path) ? parseLedger(readFileSync(path, "utf8")) : undefined);
  const found = (keys: TableKeys): FoundLedger => {
    const ledger = held();
    if (!ledger) return { ledger: withTable(emptyLedger(keys.digests[0]!), keys, false), alike: false };
    const known = knowledgeOf(ledger, keys);
    if (known === "none") throw new Refused(`${path} is the ledger of other data: its tables are not this one.`);
    return { ledger, alike: known === "alike" };
  };
  const changing = async (change: () => Outcome<Ledger>): Promise<Outcome<FoundLedger>> => {
    const unlock = await locked(`${path}.lock`, patience);
    if (!unlock) return failure("unexpected", isLocked(path));
    try {
      const before = held();
      const after = change();
      if (!after.ok) return after;
      if (before && !isContinued(before, after.value))
        return failure("unexpected", `${path} would lose an entry: a ledger only grows.`);
      replace(path, ledgerText(after.value));
      return { ok: true, value: { ledger: after.value, alike: false } };
    } finally {
      unlock();
    }
  };
  const settled = async (act: () => FoundLedger | Promise<Outcome<FoundLedger>>): Promise<Outcome<FoundLedger>> => {
    try {
      const value = await act();
      return "ok" in value ? value : { ok: true, value };
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      return failure("unexpected", error instanceof Refused ? said : `${path}: ${said}`);
    }
  };
  return {
    hasFormer: () => Promise.resolve(false),
    read: (keys) => settled(() => found(keys)),
    change: (keys: TableKeys, change: LedgerChange) =>
      settled(() =>
        changing(() => {
          const after = changed(found(keys).ledger, change);
          return after.ok ? { ok: true, value: withTable(after.value, keys, false) } : after;
        }),
      ),
    remember: (keys, change) =>
      settled(() =>
        changing(() => {
          const { ledger, alike } = found(keys);
          return { ok: true, value: withSeenParameters(ledger, keys, { change, alike }) };
        }),
      ),
    separate: () => Promise.resolve(failure("unexpected", "A ledger file is of one table.")),
  };
}

function isLocked(path: string): string {
  return `Another command holds ${path}. If none is running, delete ${path}.lock and try again; nothing was drawn.`;
}

/** Takes an exclusive lock. @returns what lets go of it, or undefined if another one holds it to the end */
async function locked(lock: string, patience: number): Promise<(() => void) | undefined> {
  for (let waited = 0; ; waited += pause) {
    try {
      closeSync(openSync(lock, "wx", 0o600));
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      if (waited >= patience) return undefined;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

const pause = 20;

/** True if a ledger has all budgets and entries of an earlier one, in their order. */
function isContinued(before: Ledger, after: Ledger): boolean {
  const ids = (ledger: Ledger) => [ledger.budgets, ledger.entries].map((list) => list.map(({ id }) => id));
  const [budgets, entries] = ids(after);
  return ids(before).every((list, k) => list.every((id, i) => (k === 0 ? budgets : entries)![i] === id));
}

function replace(path: string, text: string): void {
  const next = `${path}.new`;
  const file = openSync(next, "w", 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  renameSync(next, path);
}
