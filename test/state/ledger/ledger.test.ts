import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { spendingOf } from "../../../src/core/privacy/accounting/filter.ts";
import type { Cost } from "../../../src/core/privacy/accounting/filter.ts";
import {
  budgetOf,
  costsOf,
  declareBudget,
  emptyLedger,
  enterRelease,
  muAffordable,
} from "../../../src/core/privacy/accounting/ledger.ts";
import { ledgerText } from "../../../src/core/privacy/accounting/ledgerFile.ts";
import type { TableKeys } from "../../../src/core/tables/tableKeys.ts";
import type { NewEntry } from "../../../src/core/privacy/accounting/ledger.ts";
import { claimedDelta } from "../../../src/core/privacy/calibration/claim.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import type { OpenTable } from "../../../src/engine/contract.ts";
import type { Outcome } from "../../../src/engine/outcome.ts";
import { accountOf } from "../../../src/panels/ledger/ledgerWords.ts";
import { costOfLoss } from "../../../src/panels/ledger/spend.ts";
import { ofOtherData } from "../../../src/state/ledger/dataLedger.ts";
import { createLedgers } from "../../../src/state/ledger/ledger.ts";
import type { DataLedger } from "../../../src/state/ledger/dataLedger.ts";
import { createDatabaseShelf } from "../../../src/state/ledger/ledgerShelf.ts";
import type { LedgerShelf } from "../../../src/state/ledger/ledgerShelf.ts";
import { casesOf } from "../../support/fuzzing.ts";

const [mine, other] = ["ab", "cd"].map((byte) => byte.repeat(32)) as [string, string];
const tableOf = (hash: string) => ({ id: hash }) as unknown as OpenTable;
const keysOf = (id: OpenTable["id"]): Promise<Outcome<TableKeys>> =>
  Promise.resolve({ ok: true, value: { digests: [String(id)] } });
const total = { epsilon: 1, delta: 1e-5, paidDelta: 0 };
const draw = (mu: number): Omit<NewEntry, "id" | "at"> => ({
  study: "density",
  what: "density",
  parameters: [],
  provenance: [],
  cost: { kind: "gaussian", mu, failure: 0, delta: 0 },
  buys: null,
});

let name = "";
let databases = 0;
beforeEach(() => {
  name = `ledgers-${++databases}`;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The ledger of a page: pages of one browser share the database. */
async function page(hash = mine, shelf: LedgerShelf = createDatabaseShelf({ name })): Promise<DataLedger> {
  const opened = await createLedgers({ shelf, keysOf }).of(tableOf(hash));
  if (!opened.ok) return expect.unreachable();
  const heard = () => {
    const { book, problem } = opened.value.store.getState();
    return book ?? problem;
  };
  await expect.poll(heard).toBeDefined();
  return opened.value;
}
const bookOf = (ledger: DataLedger) => ledger.store.getState().book;

describe("a ledger in the browser's database", () => {
  test("is there on the next visit, with budget, entry and digest", async () => {
    const first = await page();
    expect(bookOf(first)).toEqual({ budgets: [], entries: [] });
    expect(await first.declare(total)).toBeUndefined();
    const entered = await first.enter(draw(0.1));
    if (!entered.ok) return expect.unreachable();
    expect(bookOf(await page())!.entries).toMatchObject([{ id: entered.value.id, release: null }]);
    expect(await entered.value.record("01".repeat(32))).toBeUndefined();
    const again = await page();
    expect(bookOf(again)).toEqual(bookOf(first));
    expect(bookOf(again)!.entries[0]!.release).toBe("01".repeat(32));
    expect(bookOf(await page(other))).toEqual({ budgets: [], entries: [] });
  });

  test("lets one of two pages spend the last of a budget, whichever comes first", async () => {
    for (let turn = 0; turn < casesOf(20, 5); turn++) {
      name = `race-${databases}-${turn}`;
      const [one, two] = await Promise.all([page(), page()]);
      expect(await one.declare(total)).toBeUndefined();
      const mu = budgetOf(bookOf(one)!)!.mu;
      const outcomes = await Promise.all([one, two, one, two].map((each) => each.enter(draw(mu * 0.8))));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(bookOf(await page())!.entries).toHaveLength(1);
      await two.refresh();
      expect(bookOf(two)).toEqual(bookOf(one));
    }
  });

  test("refuses without a budget, and beyond it, in a sentence", async () => {
    const ledger = await page();
    expect(await ledger.enter(draw(0.1))).toMatchObject({
      ok: false,
      error: { message: /No budget is declared/ } as never,
    });
    await ledger.declare(total);
    const refused = await ledger.enter(draw(1));
    expect(!refused.ok && refused.error.message).toMatch(/it would cost μ = 1, and μ = 0\.2681 is left/);
    expect(bookOf(await page())!.entries).toEqual([]);
  });

  test("another budget takes the place of the first, and both stay", async () => {
    const ledger = await page();
    await ledger.declare(total);
    await ledger.enter(draw(0.2));
    expect(await ledger.declare({ ...total, epsilon: 2 })).toBeUndefined();
    expect(bookOf(ledger)!.budgets.map(({ epsilon }) => epsilon)).toEqual([1, 2]);
    expect((await ledger.enter(draw(0.4))).ok).toBe(true);
    expect(await ledger.declare({ ...total, epsilon: NaN })).toMatch(/epsilon must be positive/);
  });

  test("that is unreadable is said so, and is not written over", async () => {
    const shelf = createDatabaseShelf({ name });
    await (await page(mine, shelf)).declare(total);
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const stored = { ...emptyLedger(mine), schema: "curveil-ledger/9" };
    const writing = database.transaction("ledgers", "readwrite");
    writing.objectStore("ledgers").put(stored);
    await new Promise((resolve) => (writing.oncomplete = resolve));
    const ledger = await page();
    expect(ledger.store.getState().problem).toMatch(/cannot be read: schema must be one of "curveil-ledger\/3"/);
    expect(await ledger.declare(total)).toMatch(/cannot be read/);
    const read = database.transaction("ledgers").objectStore("ledgers").get(mine);
    await new Promise((resolve) => (read.onsuccess = resolve));
    expect(read.result).toEqual(stored);
  });
});

describe("what the panel says is left can be drawn, and nothing more", () => {
  const random = seededSource(13);
  test.each([0.01, 1, 50, 115, 350, 600])("with a budget of ε = %s", async (epsilon) => {
    for (const delta of [1e-3, 1e-5, 1e-12]) {
      name = `left-${epsilon}-${delta}`;
      const ledger = await page();
      expect(await ledger.declare({ epsilon, delta, paidDelta: 1e-6 * delta })).toBeUndefined();
      const { mu } = budgetOf(bookOf(ledger)!)!;
      const enter = async (cost: Required<Cost>) => (await ledger.enter({ ...draw(1), cost })).ok;
      for (let turn = 0; turn < 12; turn++) {
        const size = mu * 10 ** (-1 + 1.2 * random.uniform());
        const cost = costOfLoss(
          turn % 3 === 2 ? { kind: "pure", epsilon: size } : { kind: "gaussian", mu: size, failure: 1e-8 * delta },
        );
        const { fits } = accountOf(bookOf(ledger)!, { cost, delta });
        expect(await enter(cost)).toBe(fits);
      }
      const apart = costOfLoss({ kind: "gaussian", mu: 1 });
      const left = muAffordable(bookOf(ledger)!, apart);
      expect(left).toBe(muAffordable(bookOf(ledger)!));
      expect(left).toBeGreaterThan(0);
      expect(await enter({ ...apart, kind: "gaussian", mu: left * (1 + 1e-9) })).toBe(false);
      expect(await enter({ ...apart, kind: "gaussian", mu: left })).toBe(true);
      const spent = spendingOf(costsOf(bookOf(ledger)!.entries));
      const proved = claimedDelta({ epsilon, mu: Math.sqrt(spent.squaredMu), failure: spent.failure }) + spent.delta;
      expect(proved).toBeLessThanOrEqual(delta * (1 + 1e-9));
      expect(proved).toBeGreaterThan(0.99 * delta);
    }
  });

  test("a draw that fails too often for an ε as large as that is refused for that, and not for its size", async () => {
    const ledger = await page();
    await ledger.declare({ epsilon: 600, delta: 1e-5, paidDelta: 0 });
    const cost = { kind: "gaussian", mu: 0.1, failure: 1e-250, delta: 0 } as const;
    const refused = await ledger.enter({ ...draw(1), cost });
    expect(!refused.ok && refused.error.message).toMatch(/fails with a probability of 1e-250, which counts at the ε/);
    const paid = await ledger.enter({ ...draw(1), cost: { ...cost, failure: 0, delta: 1e-9 } });
    expect(!paid.ok && paid.error.message).toMatch(/is paid in δ, 1e-9\. .* less than that is left of it/);
  });
});

/** A request that is never answered. */
const silent = () =>
  Object.assign(Object.create(IDBRequest.prototype) as object, {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });

describe("where the browser keeps nothing", () => {
  test.each([
    ["is absent", undefined, /switched off, or this is a private window/],
    [
      "is denied",
      () => {
        throw new DOMException("denied", "SecurityError");
      },
      /switched off, or this is a private window/,
    ],
    ["never answers", () => silent(), /does not answer/],
  ])("because the database %s, nothing is entered", async (_, open, sentence) => {
    vi.stubGlobal("indexedDB", open && { open });
    const ledger = await page(mine, createDatabaseShelf({ name, patience: 50 }));
    expect(ledger.store.getState().problem).toMatch(sentence);
    expect(await ledger.declare(total)).toMatch(sentence);
    const entered = await ledger.enter(draw(0.1));
    expect(!entered.ok && entered.error.message).toMatch(sentence);
  });

  test("because the disk is full, nothing is entered, and what was there stays", async () => {
    const ledger = await page();
    await ledger.declare(total);
    const put = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
      throw new DOMException("full", "QuotaExceededError");
    });
    const entered = await ledger.enter(draw(0.1));
    expect(!entered.ok && entered.error.message).toBe(
      "The browser’s storage is full, so the ledger cannot be kept here.",
    );
    put.mockRestore();
    expect(bookOf(await page())).toMatchObject({ budgets: [{ epsilon: 1 }], entries: [] });
    expect((await ledger.enter(draw(0.1))).ok).toBe(true);
  });

  test("the person keeps the ledger in a file, and nothing is drawn before it is saved", async () => {
    const none: LedgerShelf = {
      read: () => Promise.resolve({ ok: false, error: { kind: "unexpected", message: "None." } }),
      change: () => Promise.resolve({ ok: false, error: { kind: "unexpected", message: "None." } }),
      remember: () => Promise.resolve({ ok: false, error: { kind: "unexpected", message: "None." } }),
      separate: () => Promise.resolve({ ok: false, error: { kind: "unexpected", message: "None." } }),
      hasFormer: () => Promise.resolve(false),
    };
    const ledger = await page(mine, none);
    ledger.keepInFile();
    expect(ledger.store.getState()).toMatchObject({ keeping: "file", problem: undefined });
    const before = enterRelease(declareBudget(emptyLedger(mine), declared), {
      ...draw(0.1),
      id: "1".padStart(32, "0"),
      at,
    });
    expect(await ledger.join(ledgerText(before))).toEqual({ ok: true, value: { added: 1 } });

    let outcome: Outcome<unknown> | undefined;
    void ledger.enter(draw(0.1)).then((entered) => (outcome = entered));
    await expect.poll(() => ledger.store.getState().toSave).toBeDefined();
    expect(outcome).toBeUndefined();
    expect(bookOf(ledger)!.entries).toHaveLength(1);
    const { text, answer } = ledger.store.getState().toSave!;
    expect(text.match(/"what": "density"/g)).toHaveLength(2);
    answer(true);
    await expect.poll(() => outcome).toMatchObject({ ok: true });
    expect(bookOf(ledger)!.entries).toHaveLength(2);

    const refused = ledger.enter(draw(0.01));
    await expect.poll(() => ledger.store.getState().toSave).toBeDefined();
    ledger.store.getState().toSave!.answer(false);
    expect(await refused).toMatchObject({
      ok: false,
      error: { message: "Nothing was drawn: the ledger was not saved." },
    });
    expect(bookOf(ledger)!.entries).toHaveLength(2);
    expect((await ledger.enter(draw(5))).ok).toBe(false);
  });

  test("counts what the browser entered after all, while the person began to keep it", async () => {
    const shelf = createDatabaseShelf({ name });
    let answer = () => {};
    let isSlow = false;
    const slow: LedgerShelf = {
      ...shelf,
      change: async (...change) => {
        const outcome = await shelf.change(...change);
        if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
        return outcome;
      },
    };
    const ledger = await page(mine, slow);
    expect(await ledger.declare(total)).toBeUndefined();
    isSlow = true;
    const entering = ledger.enter(draw(0.1));
    await expect.poll(async () => bookOf(await page())?.entries.length).toBe(1);
    ledger.keepInFile();
    answer();
    const entered = await entering;
    if (!entered.ok) return expect.unreachable();
    expect(await entered.value.record("01".repeat(32))).toBeUndefined();
    expect(bookOf(ledger)!.entries).toMatchObject([{ id: entered.value.id, release: "01".repeat(32) }]);
    expect(ledger.text()).toContain(entered.value.id);
  });
});

const at = "2026-11-22T06:00:00Z";
const declared = { id: "f".repeat(32), at, epsilon: 0.5, delta: 1e-5, failure: 0, paidDelta: 0 };

describe("join", () => {
  test("adds what another copy has, once, and keeps what was spent here", async () => {
    const ledger = await page();
    await ledger.declare(total);
    await ledger.enter(draw(0.1));
    const copy = enterRelease(declareBudget(emptyLedger(mine), declared), {
      ...draw(0.05),
      id: "2".padStart(32, "0"),
      at,
    });
    expect(await ledger.join(ledgerText(copy))).toEqual({ ok: true, value: { added: 1 } });
    expect(await ledger.join(ledgerText(copy))).toEqual({ ok: true, value: { added: 0 } });
    expect(await ledger.join(ledger.text()!)).toEqual({ ok: true, value: { added: 0 } });
    const { entries, budgets } = bookOf(await page())!;
    expect([entries.length, budgets.at(-1)!.epsilon]).toEqual([2, 0.5]);
    expect(bookOf(ledger)).toEqual({ entries, budgets });
  });

  test("of a ledger of another table is done only if its people are the same", async () => {
    const ledger = await page();
    const elsewhere = enterRelease(emptyLedger(other), { ...draw(0.05), id: "3".padStart(32, "0"), at });
    const asked = await ledger.join(ledgerText(elsewhere));
    expect(!asked.ok && asked.error.message).toBe(ofOtherData);
    expect(bookOf(ledger)!.entries).toEqual([]);
    expect(await ledger.join(ledgerText(elsewhere), { acrossTables: true })).toEqual({ ok: true, value: { added: 1 } });
    expect(JSON.parse(ledger.text()!)).toMatchObject({ dataHash: mine, entries: [{ study: "density" }] });
  });

  test.each([
    "",
    "{",
    "[]",
    '{"__proto__":{}}',
    "[[[[[[[[[[[[[[[[[[[[[[[[[[",
    '{"schema":"curveil-ledger/4"}',
    "\u0000",
  ])("of %j is refused in a sentence, and changes nothing", async (text) => {
    const ledger = await page();
    await ledger.declare(total);
    const refused = await ledger.join(text);
    expect(!refused.ok && refused.error.message).toMatch(/^This file is no ledger that can be read: .*\.$/);
    expect(bookOf(ledger)!.budgets).toHaveLength(1);
  });
});
