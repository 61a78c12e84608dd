import "fake-indexeddb/auto";
import { beforeEach, describe, expect, test } from "vitest";
import type { TableKeys } from "../../../src/core/tables/tableKeys.ts";
import { emptyLedger } from "../../../src/core/privacy/accounting/ledger.ts";
import type { NewEntry } from "../../../src/core/privacy/accounting/ledger.ts";
import type { OpenTable } from "../../../src/engine/contract.ts";
import { ofOtherData } from "../../../src/state/ledger/dataLedger.ts";
import { createLedgers } from "../../../src/state/ledger/ledger.ts";
import type { DataLedger } from "../../../src/state/ledger/dataLedger.ts";
import { createDatabaseShelf } from "../../../src/state/ledger/ledgerShelf.ts";
import { afterChoice, afterSight, originOf } from "../../../src/state/ledger/origins.ts";
import { at, id } from "../../support/ledgerEntries.ts";

const hash = (k: number) => k.toString(16).padStart(64, "0");
const keysOf = (digest: number, names = 1000, rows = 100): TableKeys => ({
  digests: [hash(digest)],
  look: { names: hash(names), rows },
});
const total = { epsilon: 1, delta: 1e-5, paidDelta: 0 };
const draw = (mu: number): Omit<NewEntry, "id" | "at"> => ({
  ...{ study: "density", what: "density", parameters: [], provenance: [], buys: null },
  cost: { kind: "gaussian", mu, failure: 0, delta: 0 },
});

let name = "";
let databases = 0;
beforeEach(() => {
  name = `shelf-${++databases}`;
});

/** The ledger of a table, as a page finds it that is opened anew; earlier versions knew the table by another digest. */
async function page(keys: TableKeys, former?: number): Promise<DataLedger> {
  const ledgers = createLedgers({
    shelf: createDatabaseShelf({ name }),
    keysOf: (_, withFormer) => {
      const digests = withFormer && former !== undefined ? [...keys.digests, hash(former)] : keys.digests;
      return Promise.resolve({ ok: true, value: { ...keys, digests } });
    },
  });
  const opened = await ledgers.of({ id: 1 } as unknown as OpenTable);
  if (!opened.ok) return expect.unreachable();
  await expect.poll(() => opened.value.store.getState().book).toBeDefined();
  return opened.value;
}
const spent = (ledger: DataLedger) => ledger.store.getState().book!.entries.map(({ cost }) => cost);
const origin = (ledger: DataLedger, h: number) => originOf(ledger.store.getState().seenParameters, "density", "h", h);
const kept = (ledger: DataLedger, change: () => Promise<unknown>) => change().then(() => ledger.refresh());
/** A ledger whose table was drawn and released. */
async function used(keys: TableKeys, h = 0.3, mu = 0.1): Promise<DataLedger> {
  const ledger = await page(keys);
  ledger.remember(afterSight("density", { h }));
  expect(await ledger.declare(total)).toBeUndefined();
  expect((await ledger.enter(draw(mu))).ok).toBe(true);
  return ledger;
}

describe("ledger and memory are found", () => {
  test.each<readonly [string, TableKeys]>([
    ["by the same cells under other names, and of other rows as a header may make them", keysOf(1, 2000, 101)],
    ["by one of several digests", { digests: [hash(9), hash(1)], look: { names: hash(3), rows: 1 } }],
  ])("%s, for certain", async (_, keys) => {
    await used(keysOf(1));
    const again = await page(keys);
    expect(again.store.getState()).toMatchObject({ alike: false, seen: true });
    expect(spent(again)).toHaveLength(1);
    expect([origin(again, 0.3), origin(again, 0.4)]).toEqual([undefined, "looked"]);
  });

  test("by names and about as many rows, and go on, until somebody says that it is about other people", async () => {
    await used(keysOf(1));
    const changed = await page(keysOf(2, 1000, 99));
    expect(changed.store.getState()).toMatchObject({ alike: true, seen: false, seenParameters: { seen: true } });
    expect(spent(changed)).toHaveLength(1);
    expect([origin(changed, 0.3), origin(changed, 0.4)]).toEqual([undefined, "looked"]);
    // A picture of it, and a word about a value, leave the question open.
    changed.remember(afterSight("density", { h: 0.3 }));
    changed.remember(afterChoice("density", "h", 0.6, "affirmed"));
    await expect.poll(async () => (await page(keysOf(2, 1000, 99))).store.getState().seen).toBe(true);
    const later = await page(keysOf(2, 1000, 99));
    expect(later.store.getState().alike).toBe(true);
    expect(origin(later, 0.6)).toBe("affirmed");

    expect(await later.separate()).toBeUndefined();
    expect(later.store.getState()).toMatchObject({ alike: false, seen: true });
    expect(spent(later)).toEqual([]);
    const apart = await page(keysOf(2, 1000, 99));
    expect(apart.store.getState()).toMatchObject({ alike: false, seen: true });
    expect([spent(apart).length, spent(await page(keysOf(1))).length]).toEqual([0, 1]);
    expect([origin(apart, 0.3), origin(apart, 0.6), origin(apart, 0.7)]).toEqual([undefined, "affirmed", "looked"]);
  });

  test("once it is paid for it is one ledger for both, whichever is opened", async () => {
    await used(keysOf(1));
    const changed = await page(keysOf(2));
    expect((await changed.enter(draw(0.2))).ok).toBe(true);
    expect(changed.store.getState().alike).toBe(false);
    for (const keys of [keysOf(1), keysOf(2)]) {
      const again = await page(keys);
      expect(again.store.getState().alike).toBe(false);
      expect(spent(again)).toHaveLength(2);
    }
  });

  test("data that were said to be of other people stay apart, and a third table that looks like both counts both", async () => {
    await used(keysOf(1));
    const other = await page(keysOf(2));
    await other.separate();
    expect(other.store.getState().seen).toBe(false);
    expect(origin(other, 0.4)).toBeUndefined();
    other.remember(afterSight("density", { h: 0.5 }));
    await kept(other, () => other.declare(total));
    await kept(other, () => other.enter(draw(0.05)));

    const third = await page(keysOf(3));
    expect(third.store.getState().alike).toBe(true);
    expect(spent(third)).toHaveLength(2);
    expect([origin(third, 0.3), origin(third, 0.5)]).toEqual(["looked", "looked"]);
    third.remember(afterSight("density", { h: 0.5 }));
    await expect.poll(async () => (await page(keysOf(3))).store.getState().seen).toBe(true);
    expect([spent(await page(keysOf(1))).length, spent(await page(keysOf(2))).length]).toEqual([1, 1]);
    expect((await third.enter(draw(0.01))).ok).toBe(true);
    for (const keys of [keysOf(1), keysOf(2), keysOf(3)]) expect(spent(await page(keys))).toHaveLength(3);
  });

  test("not by other names, nor by other rows", async () => {
    await used(keysOf(1));
    for (const keys of [keysOf(2, 2000), keysOf(2, 1000, 50), { digests: [hash(2)] }]) {
      const fresh = await page(keys);
      expect(fresh.store.getState()).toMatchObject({ alike: false, seen: false, seenParameters: { seen: false } });
      expect(spent(fresh)).toEqual([]);
    }
  });

  test("two tabs on two tables that look alike cannot both spend the last of a budget", async () => {
    for (let turn = 0; turn < 5; turn++) {
      name = `alike-${databases}-${turn}`;
      const first = await used(keysOf(1), 0.3, 0.2);
      const [one, two] = await Promise.all([page(keysOf(2)), page(keysOf(3, 1000, 98))]);
      const outcomes = await Promise.all([one, two, first].map((each) => each.enter(draw(0.15))));
      expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
      expect(spent(await page(keysOf(1)))).toHaveLength(2);
    }
  });
});

describe("the file of a ledger brings what was seen", () => {
  const elsewhere = async (keys: TableKeys) => {
    name = `${name}-elsewhere`;
    return page(keys);
  };

  test("to a browser that has not seen the data", async () => {
    const text = (await used(keysOf(1))).text()!;
    const fresh = await elsewhere(keysOf(1, 2000));
    expect(origin(fresh, 0.4)).toBeUndefined();
    expect(await fresh.join(text)).toEqual({ ok: true, value: { added: 1 } });
    expect(fresh.store.getState()).toMatchObject({ seen: true });
    expect([origin(fresh, 0.3), origin(fresh, 0.4)]).toEqual([undefined, "looked"]);
    const again = await page(keysOf(1, 2000));
    expect([origin(again, 0.3), origin(again, 0.4)]).toEqual([undefined, "looked"]);
  });

  test("with what is not kept yet, and to a ledger that is kept in a file", async () => {
    const ledger = await page(keysOf(1));
    ledger.remember(afterSight("density", { h: 0.3 }));
    const text = ledger.text()!;
    const fresh = await elsewhere(keysOf(1));
    fresh.keepInFile();
    expect((await fresh.join(text)).ok).toBe(true);
    expect([origin(fresh, 0.3), origin(fresh, 0.4)]).toEqual([undefined, "looked"]);
    fresh.remember(afterChoice("density", "h", 0.4, "affirmed"));
    await expect.poll(() => fresh.text()).toContain('"affirmed"');
    // It was reloaded: nothing is there but the file.
    const saved = fresh.text()!;
    const reloaded = await elsewhere(keysOf(1));
    expect((await reloaded.join(saved)).ok).toBe(true);
    expect([origin(reloaded, 0.4), origin(reloaded, 0.5)]).toEqual(["affirmed", "looked"]);
  });

  test("so that a value which was declared in the second browser after the first one had drawn is none", async () => {
    const text = (await used(keysOf(1))).text()!;
    const second = await elsewhere(keysOf(1));
    second.remember(afterSight("density", { h: 0.4 }));
    expect((await second.join(text)).ok).toBe(true);
    expect([origin(second, 0.3), origin(second, 0.4)]).toEqual(["looked", "looked"]);
  });

  test("of another table of the same people joins the two for good", async () => {
    const text = (await used(keysOf(1))).text()!;
    const other = await elsewhere(keysOf(2, 2000));
    const asked = await other.join(text);
    expect(!asked.ok && asked.error.message).toBe(ofOtherData);
    expect((await other.join(text, { acrossTables: true })).ok).toBe(true);
    expect((await other.enter(draw(0.01))).ok).toBe(true);
    const first = await page(keysOf(1));
    expect(spent(first)).toHaveLength(2);
    expect([origin(first, 0.3), origin(first, 0.4), origin(other, 0.4)]).toEqual([undefined, "looked", undefined]);
  });

  test("of the version before is known by the digest of that version, and what was released was seen", async () => {
    const ledger = await used(keysOf(1));
    const { tables: _, ...rest } = JSON.parse(ledger.text()!) as Record<string, unknown>;
    const text = JSON.stringify({ ...rest, schema: "curveil-ledger/1", dataHash: hash(77) });
    name = `${name}-elsewhere`;
    const fresh = await page(keysOf(1), 77);
    expect(await fresh.join(text)).toEqual({ ok: true, value: { added: 1 } });
    expect(fresh.store.getState()).toMatchObject({ seen: true });
    expect(origin(fresh, 0.3)).toBe("looked");
    expect(origin(await page(keysOf(1)), 0.3)).toBe("looked");
  });
});

describe("ledgers of earlier versions are found", () => {
  /** A database as an earlier version left it. */
  async function former(version: 1 | 2, ledgers: readonly object[], sights: Readonly<Record<string, unknown>> = {}) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name, version);
      opening.onerror = () => reject(new Error("not opened"));
      opening.onupgradeneeded = () => {
        opening.result.createObjectStore("ledgers", { keyPath: "dataHash" });
        if (version === 2) opening.result.createObjectStore("sights");
      };
      opening.onsuccess = () => resolve(opening.result);
    });
    const stores = version === 2 ? ["ledgers", "sights"] : ["ledgers"];
    const writing = database.transaction(stores, "readwrite");
    for (const ledger of ledgers) writing.objectStore("ledgers").put(ledger);
    for (const [key, value] of Object.entries(sights)) writing.objectStore("sights").put(value, key);
    await new Promise((resolve) => (writing.oncomplete = resolve));
    database.close();
  }
  const { tables: _, ...rest } = emptyLedger(hash(77));
  const entry = { ...draw(0.1), id: id(3), at: at(3), release: null };
  const ledger = { ...rest, schema: "curveil-ledger/1", entries: [entry] };
  const sights = { seen: true, values: { density: { h: { declared: "0.3" } } } };

  test("with what was remembered beside them, under the digest that the same table had", async () => {
    await former(2, [ledger], { [hash(77)]: sights, [hash(78)]: { seen: true, values: {} } });
    const found = await page(keysOf(1), 77);
    expect(spent(found)).toHaveLength(1);
    expect(found.store.getState()).toMatchObject({ alike: false, seen: true });
    expect([origin(found, 0.3), origin(found, 0.4)]).toEqual([undefined, "looked"]);
    await found.declare(total);
    expect((await found.enter(draw(0.01))).ok).toBe(true);
    // From now on it is found by its own keys, under other names too.
    expect(spent(await page(keysOf(1, 2000)))).toHaveLength(2);
    // Data that were seen, and of which nothing was entered.
    const drawn = await page(keysOf(2, 3000), 78);
    expect([spent(drawn).length, origin(drawn, 0.3)]).toEqual([0, "looked"]);
  });

  test("of the first version, which remembered nothing: what was released was seen", async () => {
    await former(1, [ledger]);
    const found = await page(keysOf(1), 77);
    expect([spent(found).length, origin(found, 0.3)]).toEqual([1, "looked"]);
  });

  test("that cannot be read are said so, and are not written over", async () => {
    const damaged = { ...ledger, entries: [{ ...entry, cost: 1 }] };
    await former(2, [damaged]);
    const keys = { ...keysOf(1), digests: [hash(1), hash(77)] };
    const read = await createDatabaseShelf({ name }).read(keys);
    expect(!read.ok && read.error.message).toMatch(/cannot be read: entries\[0\].cost must be an object/);
    expect((await createDatabaseShelf({ name }).change(keys, (now) => now)).ok).toBe(false);
    expect((await createDatabaseShelf({ name }).remember(keys, (now) => now)).ok).toBe(false);
    const database = await new Promise<IDBDatabase>((resolve) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => resolve(opening.result);
    });
    const all = database.transaction("ledgers").objectStore("ledgers").getAll();
    await new Promise((resolve) => (all.onsuccess = resolve));
    expect(all.result).toEqual([{ ...damaged, keys: ["former"] }]);
  });

  test("and the digest of earlier versions is asked for only while there are such", async () => {
    const shelf = () => createDatabaseShelf({ name });
    expect(await shelf().hasFormer()).toBe(false);
    name = `${name}-former`;
    await former(2, [ledger]);
    expect(await shelf().hasFormer()).toBe(true);
    const found = await page(keysOf(1), 77);
    await found.declare(total);
    expect(await shelf().hasFormer()).toBe(false);
  });
});

test.each(["browser", "file"])(
  "a table that is read anew is known by all its digests: kept in the %s",
  async (where) => {
    const known = [
      { digests: [hash(1), hash(2)] },
      // The same file by another schema, and then a copy that is written in another way.
      { digests: [hash(1), hash(3)] },
      { digests: [hash(4), hash(3)] },
    ];
    const ledgers = createLedgers({
      shelf: createDatabaseShelf({ name }),
      keysOf: (table) => Promise.resolve({ ok: true, value: known[Number(table)]! }),
    });
    const of = async (table: number) => {
      const opened = await ledgers.of({ id: table } as unknown as OpenTable);
      return opened.ok ? opened.value : expect.unreachable();
    };
    const first = await of(0);
    await expect.poll(() => first.store.getState().book).toBeDefined();
    if (where === "file") {
      first.keepInFile();
      first.beginAnew();
      first.store.subscribe(({ toSave }) => toSave?.answer(true));
    }
    expect(await first.declare(total)).toBeUndefined();
    expect((await first.enter(draw(0.1))).ok).toBe(true);
    expect(await of(1)).toBe(first);
    expect((await first.enter(draw(0.2))).ok).toBe(true);
    const copy = await of(2);
    expect(copy).toBe(first);
    expect(spent(copy)).toHaveLength(2);
    expect(copy.keys.digests).toEqual([1, 2, 3, 4].map(hash));
    // Another page, which opens the copy alone, finds what this one has kept.
    if (where === "browser") expect(spent(await page({ digests: [hash(3)] }))).toHaveLength(2);
    else expect(copy.text()).toContain(hash(3));
  },
);
