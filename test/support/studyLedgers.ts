import "fake-indexeddb/auto";
import { expect } from "vitest";
import { createStore } from "zustand/vanilla";
import type { OpenTable } from "../../src/engine/contract.ts";
import { createLedgers } from "../../src/state/ledger/ledger.ts";
import { createDatabaseShelf } from "../../src/state/ledger/ledgerShelf.ts";
import { createStudyLedger } from "../../src/state/ledger/studyLedger.ts";
import type { StudyLedger } from "../../src/state/ledger/studyLedger.ts";

/** What the data of tests may cost in all. */
export const budget = { epsilon: 5, delta: 0.1, paidDelta: 0 };

let databases = 0;

/** A ledger of some data in a database of its own, with a budget unless told otherwise. */
export async function openLedger(total: typeof budget | null = budget): Promise<StudyLedger> {
  const ledgers = createLedgers({
    shelf: createDatabaseShelf({ name: `ledger-${++databases}` }),
    keysOf: () => Promise.resolve({ ok: true, value: { digests: ["ab".repeat(32)] } }),
  });
  const table = { id: 1, outline: { columns: [], rowCount: 0, notices: [] } } as unknown as OpenTable;
  const opened = createStudyLedger(
    ledgers,
    createStore(() => ({ table })),
  );
  await expect.poll(() => opened.store.getState().book).toBeDefined();
  if (total) expect(await opened.now()!.declare(total)).toBeUndefined();
  return opened;
}

/** An outcome that fails with such a sentence. */
export const refusedBy = (message: RegExp) => ({
  ok: false,
  error: { message: expect.stringMatching(message) as unknown as string },
});
