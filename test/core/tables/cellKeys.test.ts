import { describe, expect, test } from "vitest";
import { cellKey, keyedCells, ledgerKeys } from "../../../src/core/tables/cellKeys.ts";
import { keyReading } from "../../../src/core/tables/declaredColumn.ts";
import { formatOfColumn } from "../../../src/core/tables/schema.ts";
import type { SchemaColumn } from "../../../src/core/tables/schema.ts";
import { casesOf, chanceOf, hostileTexts } from "../../support/fuzzing.ts";

describe("cellKey(cell) is one for", () => {
  test.each<readonly [string, ...unknown[]]>([
    [
      "a number, however it is written",
      1234.5,
      "1234.5",
      "1,234.5",
      "1.234,5",
      "1 234.50",
      "1'234.5",
      "1234.5 kg",
      "€1234.5",
      "1.2345e3",
      " 1234.5 ",
    ],
    ["a negative number", -0.5, "-0.5", "-.5", "(0.5)", "0.5-", "−0,5", "-5e-1"],
    ["zero", 0, -0, "0", "-0", "0.00", "0 %", 0n],
    ["a whole number beyond 2⁵³", 9007199254740993n, "9007199254740993", 9007199254740992],
    ["a number of 32 bits and the shortest one that rounds to it", Math.fround(0.1), 0.1, "0.1", "0.10000000149011612"],
    ["another one, of nine digits", -87.5546875, "-87.55469", "-87.5546875"],
    ["a double of 17 digits", 0.1 + 0.2, "0.30000000000000004", "0,30000000000000004"],
    [
      "a date",
      new Date(Date.UTC(2024, 2, 9)),
      "2024-03-09",
      "9.3.2024",
      "3/9/2024",
      "9 March 2024",
      "2024-03-09T00:00:00Z",
      "2024-03-09 00:00:00.25",
    ],
    [
      "an instant",
      new Date(Date.UTC(2024, 2, 9, 14, 30, 5, 999)),
      "2024-03-09 14:30:05",
      "2024-03-09T14:30:05.999Z",
      "9.3.2024 2:30:05 pm",
    ],
    ["a time of day", "14:30", "2:30 pm", "14:30:00.5"],
    ["a text in any case", "Ünder the oak", "ünder THE oak", "U\u0308nder the oak"],
    ["a truth value", true, "true", "TRUE"],
    ["nothing", "", "NA", "n/a", ".", null, undefined, NaN, Infinity, "inf", "-Infinity", {}],
  ])("%s", (_, ...cells) => {
    expect(new Set(cells.map(cellKey)).size).toBe(1);
  });

  test("one of each is none of the others", () => {
    const cells = [
      1,
      -1,
      2,
      0,
      1.0000000001,
      123456.7,
      123456.8,
      2 ** 40,
      "2024-03-09",
      "2024-03-10",
      "14:30",
      "14:31",
      "oak",
      "elm",
      "",
    ];
    expect(new Set(cells.map(cellKey)).size).toBe(cells.length);
  });

  test("a number of 15 digits is the same wherever its decimal mark stands", () => {
    const chance = chanceOf(31);
    for (let k = 0; k < casesOf(20_000, 4_000); k++) {
      const digits = Math.floor(1e14 + chance.uniform() * 9e14);
      for (const text of [
        `${digits}`,
        `0.${digits}`,
        `${digits}e-40`,
        `${digits}e37`,
        `${digits}e250`,
        `${digits}e-300`,
      ]) {
        const isShort = Math.fround(Number(text)) === Number(text);
        if (!isShort) expect(cellKey(text), text).toBe(digits);
      }
    }
  });
});

/** Cells at the edge of every rule, and random ones. */
function hardCells(): readonly string[] {
  const chance = chanceOf(32);
  const parts = [
    "1",
    "23",
    "0",
    "456789",
    ".",
    ",",
    "-",
    "+",
    "e5",
    "E-3",
    " ",
    "kg",
    "€",
    "2024-03-09",
    "T",
    "14:30:05",
    ".25",
    "Z",
    "+02:00",
    "oak",
    "A tree",
    "ß",
    "NA",
    "inf",
    "%",
    "\u00a0",
    "(",
    ")",
    "/",
    ":",
  ];
  const texts = [
    ...hostileTexts,
    "1234567",
    "16777216",
    "16777217",
    "2024-02-30",
    "2024-03-09 25:00:00",
    "2024-03-09 14:30:05.",
    "EUR 5",
    "eur 5",
  ];
  for (let k = 0; k < casesOf(60_000, 15_000); k++)
    texts.push(Array.from({ length: 1 + chance.below(4) }, () => chance.one(parts)).join(""));
  for (let k = 0; k < casesOf(20_000, 5_000); k++)
    texts.push(
      chance.one([
        String(chance.uniform() * 10 ** chance.below(12)),
        String(Math.fround(chance.uniform() * 1000)),
        chance.uniform().toFixed(chance.below(12)),
      ]),
    );
  return texts;
}

test("keyedCells(decoder) gives of bytes what cellKey gives of their text", () => {
  const { valueOf, slowly } = keyedCells(new TextDecoder("utf-8", { ignoreBOM: true }), [undefined]);
  for (const text of hardCells()) {
    const bytes = new TextEncoder().encode(`x${text}x`);
    const [found, slow, typed] = [
      valueOf(0, bytes, 1, bytes.length - 1),
      slowly(0, text.trim()),
      cellKey(new TextDecoder().decode(bytes.subarray(1, -1))),
    ];
    expect(Object.is(found + 0, typed + 0), text).toBe(true);
    if (!/\p{Surrogate}/u.test(text)) expect(Object.is(slow + 0, typed + 0), text).toBe(true);
  }
});

test("keyedCells(decoder, columns) gives of bytes the key of what each column reads, whichever was asked before", () => {
  const types = ["point", "comma", "whole", "dayFirst", "monthFirst", "time", "category", "id", "text"] as const;
  const columns: readonly SchemaColumn[] = [
    ...types.map((type) => ({ name: type, type, unit: "" })),
    { name: "kilos", type: "point", unit: "kg" },
    { name: "coded", type: "comma", unit: "", missing: ["0", "1,5"] },
    { name: "coded text", type: "category", unit: "", missing: ["1", "oak"] },
  ];
  const readers = columns.map((column) => keyReading(column, ledgerKeys));
  const scanned = columns.map((column, place) => ({
    ...{ place, format: formatOfColumn(column) },
    ...(column.missing && { missing: column.missing }),
  }));
  const { valueOf } = keyedCells(new TextDecoder("utf-8", { ignoreBOM: true }), [undefined, ...scanned]);
  let found = 0;
  for (const text of hardCells()) {
    const bytes = new TextEncoder().encode(`x${text}x`);
    const decoded = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(1, -1));
    valueOf(0, bytes, 1, bytes.length - 1);
    for (const [k, read] of readers.entries()) {
      const key = valueOf(k + 1, bytes, 1, bytes.length - 1);
      if (!Object.is(key + 0, read(decoded) + 0)) expect([text, columns[k]!.name, key]).toEqual(read(decoded));
      found++;
    }
  }
  expect(found).toBeGreaterThan(100_000);
});
