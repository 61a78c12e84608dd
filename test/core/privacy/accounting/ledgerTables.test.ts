import { describe, expect, test } from "vitest";
import type { TableKeys } from "../../../../src/core/tables/tableKeys.ts";
import { joinedLedgers } from "../../../../src/core/privacy/accounting/joinedLedgers.ts";
import { emptyLedger, recordBought } from "../../../../src/core/privacy/accounting/ledger.ts";
import type { Ledger, NewEntry } from "../../../../src/core/privacy/accounting/ledger.ts";
import { parseLedger, ledgerText } from "../../../../src/core/privacy/accounting/ledgerFile.ts";
import {
  knowledgeOf,
  ownTable,
  seenParametersOf,
  unitedTables,
  withoutTable,
  withSeenParameters,
  withTable,
} from "../../../../src/core/privacy/accounting/ledgerTables.ts";
import { afterChoice, afterSight, originOf } from "../../../../src/state/ledger/origins.ts";
import { casesOf, chanceOf } from "../../../support/fuzzing.ts";
import { after, entryOf } from "../../../support/ledgerEntries.ts";

const hash = (k: number) => k.toString(16).padStart(64, "0");
const keysOf = (digest: number, names = 1000, rows = 100): TableKeys => ({
  digests: [hash(digest)],
  look: { names: hash(names), rows },
});
const start = (keys: TableKeys) => withTable(emptyLedger(keys.digests[0]!), keys, false);
const originIn = (ledger: Ledger, keys: TableKeys, value: number) =>
  originOf(seenParametersOf(ledger, keys), "density", "h", value);

describe("a ledger knows a table", () => {
  const ledger = start(keysOf(1));

  test.each<readonly [string, TableKeys, string]>([
    ["by its cells, whatever its names", keysOf(1, 2000, 5), "same"],
    ["by one of several digests", { digests: [hash(7), hash(1)] }, "same"],
    ["by its names and about as many rows", keysOf(2, 1000, 109), "alike"],
    ["not by its names with other rows", keysOf(2, 1000, 112), "none"],
    ["not by rows alone", keysOf(2, 2000, 100), "none"],
    ["not without names", { digests: [hash(2)] }, "none"],
  ])("%s", (_, keys, how) => {
    expect(knowledgeOf(ledger, keys)).toBe(how);
  });

  test("that was taken for another one as alike, until it is said to be one", () => {
    const keys = keysOf(2);
    const taken = withTable(ledger, keys, true);
    expect([knowledgeOf(taken, keys), knowledgeOf(taken, keysOf(1))]).toEqual(["alike", "same"]);
    expect(knowledgeOf(withTable(taken, keys, false), keys)).toBe("same");
    expect(withoutTable(taken, keys)).toEqual(ledger);
    expect(ownTable(taken, keysOf(3))).toBeUndefined();
  });

  test("under all names that it has had", () => {
    const renamed = withTable(ledger, keysOf(1, 2000), false);
    expect(renamed.tables).toHaveLength(1);
    expect(knowledgeOf(renamed, keysOf(5, 1000))).toBe("alike");
    expect(knowledgeOf(renamed, keysOf(5, 2000))).toBe("alike");
  });
});

describe("what is remembered of a table", () => {
  const [one, changed, other] = [keysOf(1), keysOf(2), keysOf(3, 2000)];
  const seen = withSeenParameters(start(one), one, { change: afterSight("density", { h: 0.3 }), alike: false });

  test("holds for one that looks like it, and not for another one of the same people", () => {
    expect([0.3, 0.4].map((h) => originIn(seen, changed, h))).toEqual([undefined, "looked"]);
    const both = withTable(seen, other, false);
    expect([0.3, 0.4].map((h) => originIn(both, other, h))).toEqual([undefined, undefined]);
  });

  test("is changed for both: what is affirmed of the one is affirmed, and what is seen of it is seen apart", () => {
    const affirmed = withSeenParameters(seen, changed, {
      change: afterChoice("density", "h", 0.4, "affirmed"),
      alike: true,
    });
    expect([one, changed].map((keys) => originIn(affirmed, keys, 0.4))).toEqual(["affirmed", "affirmed"]);
    expect(ownTable(affirmed, changed)!.seen).toBe(false);
    const drawn = withSeenParameters(affirmed, changed, { change: afterSight("density", { h: 0.3 }), alike: true });
    expect(ownTable(drawn, changed)).toMatchObject({ seen: true, alike: true });
  });

  test("counts as bought only where an entry has bought that value", () => {
    const bought = withSeenParameters(seen, one, { change: afterChoice("density", "h", 0.7, "bought"), alike: false });
    expect(originIn(bought, one, 0.7)).toBe("looked");
    const paid = (entry: Partial<NewEntry>, values: Readonly<Record<string, unknown>>) => {
      const whole = { ...entryOf(0.1), buys: "h,epsilon", ...entry };
      return recordBought(after(bought, whole), whole.id, values);
    };
    const own = paid({}, { h: 0.7, epsilon: 0.2 });
    expect(originIn(own, one, 0.7)).toBe("bought");
    expect(originIn(parseLedger(ledgerText(own)), one, 0.7)).toBe("bought");
    expect(originIn(paid({}, { h: 0.6 }), one, 0.7)).toBe("looked");
    expect(originIn(paid({}, { epsilon: 0.7 }), one, 0.7)).toBe("looked");
    expect(originIn(paid({ study: "boundary" }, { h: 0.7 }), one, 0.7)).toBe("looked");
    // An entry of an earlier version, or of a draw that was cut off, does not say its value.
    expect(originIn(after(bought, { ...entryOf(0.1), buys: "h,epsilon" }), one, 0.7)).toBe("looked");
  });

  test("is in its file, and joined with what another copy remembers", () => {
    const copy = parseLedger(ledgerText(seen));
    expect(copy).toEqual(seen);
    const fresh = joinedLedgers(start(one), copy);
    expect([0.3, 0.4].map((h) => originIn(fresh, one, h))).toEqual([undefined, "looked"]);
    const elsewhere = withSeenParameters(start(one), one, { change: afterSight("density", { h: 0.4 }), alike: false });
    expect([0.3, 0.4].map((h) => originIn(joinedLedgers(elsewhere, copy), one, h))).toEqual(["looked", "looked"]);
    expect(joinedLedgers(copy, elsewhere).tables).toEqual(joinedLedgers(elsewhere, copy).tables);
  });
});

test("unitedTables(these, those) has each table once, and every digest, name and look at the data of either", () => {
  const chance = chanceOf(42);
  const table = () => ({
    digests: Array.from({ length: 1 + chance.below(3) }, () => hash(chance.below(12))),
    looks: [{ names: hash(chance.below(3)), rows: chance.below(3) }],
    alike: chance.below(2) === 0,
    seen: chance.below(2) === 0,
    choices: [],
  });
  for (let k = 0; k < casesOf(4_000, 300); k++) {
    const [these, those] = [0, 1].map(() => Array.from({ length: chance.below(5) }, table)) as [
      ReturnType<typeof table>[],
      ReturnType<typeof table>[],
    ];
    const united = unitedTables(these, those);
    const digests = united.flatMap((each) => each.digests);
    expect(new Set(digests).size).toBe(digests.length);
    for (const each of [...these, ...those]) {
      const [own, ...others] = united.filter((joined) =>
        each.digests.some((digest) => joined.digests.includes(digest)),
      );
      expect(others).toEqual([]);
      for (const digest of each.digests) expect(own!.digests).toContain(digest);
      expect(own!.looks).toContainEqual(each.looks[0]);
      expect([own!.seen || !each.seen, own!.alike && !each.alike]).toEqual([true, false]);
    }
    expect(unitedTables(those, these)).toEqual(united);
    expect(unitedTables(united, those)).toEqual(united);
  }
});
