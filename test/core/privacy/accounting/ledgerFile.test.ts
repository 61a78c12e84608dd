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
      ledgerText(ledger).replace("ledger/1", "ledger/9"),
      /^schema must be "curveil-ledger\/1", which/,
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
    ["a prototype that has the schema", '{"__proto__":{"schema":"curveil-ledger/1"}}', /^schema must be/],
  ])("with %s is refused in a sentence", (_, source, message) => {
    expect(() => parseLedger(source)).toThrow(ParameterError);
    expect(() => parseLedger(source)).toThrow(message);
  });

  test("public/schema holds the JSON Schema of these files", () => {
    const stored = new URL("../../../../public/schema/curveil-ledger-1.json", import.meta.url);
    expect(JSON.parse(readFileSync(stored, "utf8"))).toEqual(JSON.parse(ledgerJsonSchema()));
  });
});
