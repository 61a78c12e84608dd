import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { declareBudget, emptyLedger, recordRelease } from "../../../../src/core/privacy/accounting/ledger.ts";
import {
  checkedLedger,
  ledgerJsonSchema,
  ledgerText,
  parseLedger,
} from "../../../../src/core/privacy/accounting/ledgerFile.ts";
import type { Ledger } from "../../../../src/core/privacy/accounting/ledger.ts";
import { after, declared, digest, entryOf, pureEntry, records } from "../../../support/ledgerEntries.ts";

describe("a ledger's text", () => {
  const ledger = ((state: Ledger) => recordRelease(state, state.entries[0]!.id, digest))(
    after(declareBudget(emptyLedger(records), declared), entryOf(0.1, 1e-21), pureEntry(0.05)),
  );

  test("is read back as it was", () => {
    expect(parseLedger(ledgerText(ledger))).toEqual(ledger);
    expect(checkedLedger(structuredClone(ledger))).toEqual(ledger);
    expect(parseLedger(ledgerText(emptyLedger(records)))).toEqual(emptyLedger(records));
  });

  test("says first that it is private, since it holds the digest of the records", () => {
    const text = ledgerText(ledger);
    expect(text).toContain(records);
    expect(text.split("\n")[1]).toMatch(/^ "note": "PRIVATE DATA: do not pass it on/);
    // One that was saved without it is read too.
    expect(parseLedger(JSON.stringify(ledger))).toEqual(ledger);
  });

  test.each([
    ["no text", 5, /^The ledger must be a text/],
    ["deep lists", "[".repeat(1e6), /^The ledger must be nested/],
    ["more characters than any ledger has", " ".repeat(2 ** 25 + 1), /^The ledger must be at most 33554432 characters/],
    ["half a text", ledgerText(ledger).slice(0, 400), /^The ledger must be a whole JSON text/],
    [
      "another version",
      ledgerText(ledger).replace("ledger/3", "ledger/9"),
      /^schema must be one of "curveil-ledger\/3", "curveil-ledger\/2", "curveil-ledger\/1", which/,
    ],
    ["a list", "[]", /^The file must be an object/],
    [
      "an entry twice",
      JSON.stringify({ ...ledger, entries: [ledger.entries[0], ledger.entries[0]] }),
      /^entries\[1\].id/,
    ],
    [
      "a budget twice",
      JSON.stringify({ ...ledger, budgets: [ledger.budgets[0], ledger.budgets[0]] }),
      /^budgets\[1\].id/,
    ],
    [
      "a wider budget",
      JSON.stringify({ ...ledger, budgets: [{ ...ledger.budgets[0], mu: 1 }] }),
      /^budgets\[0\].delta must be at least/,
    ],
    [
      "a budget at δ = 1, of which no total can be told",
      JSON.stringify({ ...ledger, budgets: [{ ...ledger.budgets[0], delta: 1 }] }),
      /^budgets\[0\].delta must be/,
    ],
    [
      "a budget at δ = 0, where its μ rounds to it",
      JSON.stringify({
        ...ledger,
        budgets: [{ ...ledger.budgets[0], epsilon: 1e6, delta: 0, failure: 0, paidDelta: 0 }],
      }),
      /^budgets\[0\].delta must be/,
    ],
    [
      "a budget of which no share can be told",
      JSON.stringify({ ...ledger, budgets: [{ ...ledger.budgets[0], mu: 1e-200, failure: 0 }] }),
      /^budgets\[0\].mu must be/,
    ],
    [
      "too many entries",
      JSON.stringify({ ...ledger, entries: Array(10_001).fill(1) }),
      /^entries must be a list of at most/,
    ],
    ["a negative cost", ledgerText(ledger).replace('"mu": 0.1', '"mu": -0.1'), /^entries\[0\].cost.mu must/],
    ["a cost of no kind", ledgerText(ledger).replace('"gaussian"', '"constructor"'), /^entries\[0\].cost.kind must be/],
    ["a prototype", ledgerText(ledger).replace("{", '{"__proto__":{},'), /^The file must be an object with the fields/],
    ["a prototype that has the schema", '{"__proto__":{"schema":"curveil-ledger/2"}}', /^schema must be/],
    ["no tables", JSON.stringify({ ...ledger, tables: [] }), /^tables must be a list of at least 1/],
    [
      "a table that is known by nothing",
      JSON.stringify({ ...ledger, tables: [{ ...ledger.tables[0], digests: [] }] }),
      /^tables\[0\].digests must be a list of at least 1/,
    ],
    [
      "a choice of no origin",
      JSON.stringify({
        ...ledger,
        tables: [{ ...ledger.tables[0], choices: [{ study: "density", field: "h", value: "1", origin: "looked" }] }],
      }),
      /^tables\[0\].choices\[0\].origin must be/,
    ],
    ["a table that may have been seen", ledgerText(ledger).replace('"seen": false', '"seen": 0'), /^tables\[0\].seen/],
  ])("with %s is refused in a sentence", (_, source, message) => {
    expect(() => parseLedger(source)).toThrow(ParameterError);
    expect(() => parseLedger(source)).toThrow(message);
  });

  test("of the version before is read: what was released was seen, and nothing is known to have been declared", () => {
    const { tables: _, ...rest } = ledger;
    const former = { ...rest, schema: "curveil-ledger/1" };
    const [table] = ledger.tables;
    expect(parseLedger(JSON.stringify(former))).toEqual({ ...ledger, tables: [{ ...table, seen: true }] });
    expect(parseLedger(JSON.stringify({ ...former, entries: [] })).tables).toEqual(ledger.tables);
    expect(() => parseLedger(JSON.stringify({ ...former, tables: [] }))).toThrow(/^The file must be an object with/);
  });

  test("of the second version is read as it is: its pure releases count with μ", () => {
    const [budget] = ledger.budgets;
    expect(parseLedger(JSON.stringify({ ...ledger, schema: "curveil-ledger/2" }))).toEqual(ledger);
    const pure = { ...ledger, budgets: [{ ...budget!, pureEpsilon: budget!.epsilon }] };
    expect(() => parseLedger(JSON.stringify(pure))).toThrow(/^budgets\[0\].delta must be at least/);
  });

  test("has tables with a digest in common as one, and the one that it is named by among them", () => {
    const [table] = ledger.tables;
    const [first, second] = ["12", "34"].map((byte) => byte.repeat(32)) as [string, string];
    const tables = [
      { ...table!, digests: [first] },
      { ...table!, digests: [first, second], seen: true },
    ];
    const read = parseLedger(JSON.stringify({ ...ledger, tables }));
    expect(read.tables.map(({ digests, seen }) => [digests, seen])).toEqual([
      [[first, second], true],
      [[records], false],
    ]);
  });

  test("public/schema holds the JSON Schema of these files", () => {
    const stored = new URL("../../../../public/schema/curveil-ledger-3.json", import.meta.url);
    expect(JSON.parse(readFileSync(stored, "utf8"))).toEqual(JSON.parse(ledgerJsonSchema()));
  });
});
