import "fake-indexeddb/auto";
import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import type { TableKeys } from "../../../src/core/tables/tableKeys.ts";
import type { OpenTable } from "../../../src/engine/contract.ts";
import type { Outcome } from "../../../src/engine/outcome.ts";
import { createLedgers } from "../../../src/state/ledger/ledger.ts";
import { createDatabaseShelf } from "../../../src/state/ledger/ledgerShelf.ts";
import { createKeysLedger, createStudyLedger } from "../../../src/state/ledger/studyLedger.ts";

const [mine, other] = ["ab", "cd"].map((byte) => byte.repeat(32)) as [string, string];
const tableOf = (hash: string) => ({ id: hash }) as unknown as OpenTable;
const keysOf = (id: OpenTable["id"]): Promise<Outcome<TableKeys>> =>
  Promise.resolve({ ok: true, value: { digests: [String(id)] } });
const shelf = () => createDatabaseShelf({ name: "study-ledgers" });

describe("createStudyLedger", () => {
  test("follows the open table; tables with the same cells share one ledger", async () => {
    const ledgers = createLedgers({ shelf: shelf(), keysOf });
    const session = createStore<{ table: OpenTable | undefined }>(() => ({ table: undefined }));
    const [one, two] = [session, createStore(() => ({ table: tableOf(mine) }))].map((each) =>
      createStudyLedger(ledgers, each),
    );
    expect(one!.now()).toBeUndefined();
    session.setState({ table: tableOf(mine) });
    await expect.poll(() => one!.store.getState().book).toBeDefined();
    await two!.now()!.declare({ epsilon: 1, delta: 1e-5, paidDelta: 0 });
    expect(one!.store.getState().book!.budgets).toHaveLength(1);
    expect(JSON.stringify(one!.store.getState())).not.toContain(mine);

    // Data that a section opened beside the table have the ledger of their digest: the same one, if they are the same.
    const beside = createKeysLedger(ledgers, { digests: [mine] });
    expect(beside.now()).toBe(two!.now());
    expect(beside.store.getState().book!.budgets).toHaveLength(1);
    expect(createKeysLedger(ledgers, { digests: [other] }).now()!.keys.digests).toEqual([other]);

    session.setState({ table: tableOf(other) });
    expect(one!.store.getState().book).toBeUndefined();
    await expect.poll(() => one!.store.getState().book).toEqual({ budgets: [], entries: [] });
    await two!.now()!.enter({
      ...{ study: "density", what: "density", parameters: [], provenance: [], buys: null },
      cost: { kind: "gaussian", mu: 0.1, failure: 0, delta: 0 },
    });
    expect(one!.store.getState().book!.entries).toEqual([]);
  });

  test("says why the table has no ledger", async () => {
    const message = "this browser offers no SHA-256 to this page";
    const keysOf = () => Promise.resolve({ ok: false as const, error: { kind: "numerical" as const, message } });
    const ledgers = createLedgers({ shelf: shelf(), keysOf });
    const { store, now } = createStudyLedger(
      ledgers,
      createStore(() => ({ table: tableOf(mine) })),
    );
    await expect.poll(() => store.getState().problem).toBe("This browser offers no SHA-256 to this page.");
    expect(now()).toBeUndefined();
  });
});
