import { expect, test } from "vitest";
import { detectLayout } from "../../src/core/records/curveLayout.ts";
import { curvesFrom } from "../../src/core/records/curves.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { readSchemaFile, schemaFileText } from "../../src/core/tables/schemaFile.ts";
import { originOfSchema, schemaText } from "../../src/core/tables/schemaText.ts";
import { caseFile, shownCells } from "../support/cases.ts";
import { openedFile } from "../support/openedFile.ts";

// Files as people have them: what is proposed of each, and what is asked.

const open = async (name: string) => {
  const table = await openedFile(caseFile(name));
  return { table, cells: shownCells(table), outline: outlineOf(table), schema: table.schema! };
};

test("bytes that are no UTF-8 late in a file: all of it is read in the encoding that has them", async () => {
  const { table, schema } = await open("27-cp1252-accents-late.csv");
  expect(schema.text?.encoding).toBe("windows-1252");
  const { names } = (table.columns[0]!.categories ?? table.columns[0]!.texts)!;
  for (const town of ["Zürich", "Zörich", "Café", "Cafè"]) expect(names).toContain(town);
  expect(names.filter((name) => name.includes("\ufffd"))).toEqual([]);
});

test("codes that look like numbers stay as they are written", async () => {
  const { cells, schema } = await open("63-hex-like-batch.csv");
  expect(schema.columns[0]!.type).toBe("id");
  expect(cells["batch"]).toContain("12e4");
  expect(cells["batch"]).toContain("120000");
  expect(cells["batch"]).toContain("a3f7");
});

test("a number far from all others that often stands for nothing is proposed as that", async () => {
  const { schema, table } = await open("52-missing-words.csv");
  expect(schema.columns[0]!.missing).toEqual(["-999"]);
  expect([...table.columns[0]!.values].every((value) => Number.isNaN(value) || value > 0)).toBe(true);
});

test.each([
  ["a value among others", [990, 999, 1005]],
  ["as far as the others reach", [700, 800, 999]],
])("%s is no code for nothing", async (_, values) => {
  const { schema } = await openedFile(`x,y\n${values.map((value) => `${value},1`).join("\n")}\n`);
  expect(schema!.columns[0]!.missing).toBeUndefined();
});

test("NA among codes of two letters is Namibia", async () => {
  const { cells, schema } = await open("54-country-na.csv");
  expect(schema.columns[0]!.missing).toEqual([]);
  expect(cells["country"]).toContain("NA");
});

test("years of two digits, and a number without the unit of its column, are asked about", async () => {
  expect((await open("12-old-and-short-years.csv")).outline.columns[0]!.ambiguous?.text).toMatch(/\/\d\d$/);
  expect((await open("29-percent-mixed.csv")).outline.columns[0]!.ambiguous?.text).toBe("0.12");
});

test("5,000 columns are read (47), a curve of as many values is drawn on the grid, and 10⁵ columns are refused with the way out", async () => {
  const names = Array.from({ length: 5000 }, (_, k) => `t${k}`);
  const file = [names, ...[1, 2, 3].map((slope) => names.map((_, k) => slope * k))].join("\n");
  const table = await openedFile(file);
  const layout = detectLayout(outlineOf(table).columns);
  const grid = { lower: 0, upper: 4999, count: 3 };
  const { curves } = curvesFrom({ table, layout, grid, missing: "refuse" });
  expect([...curves]).toEqual([1, 2, 3].flatMap((slope) => [0, slope * 2499.5, slope * 4999]));
  expect(originOfSchema(schemaText(table.schema!))).toBe("file");
  expect(readSchemaFile(schemaFileText(table.schema!))).toMatchObject({ columns: { length: 5000 } });
  const wide = `${Array.from({ length: 100_000 }, (_, k) => `v${k}`).join(",")}\n`;
  await expect(openedFile(`${wide}1,2\n3,4\n`)).rejects.toThrow("at most 20,000 columns: keep those that are needed");
});

test("a name of two lines is one line", async () => {
  expect((await open("13-newline-in-header.csv")).table.columns.map(({ name }) => name)).toContain("blood pressure");
});

test("spellings of a class are proposed as one", async () => {
  const { schema } = await open("88-labels-spelling.csv");
  const levels = schema.columns.find(({ levels: own }) => own)!.levels!;
  expect(levels.some((level) => level.includes(" | "))).toBe(true);
  const plain = levels.map((level) => level.split(" | ")[0]!.toLowerCase().replace(/\s+/g, " "));
  expect(new Set(plain).size).toBe(levels.length);
});
