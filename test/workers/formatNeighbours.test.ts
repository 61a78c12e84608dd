import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { schemaOfText, schemaText } from "../../src/core/tables/schemaText.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";
import { openedFile } from "../support/openedFile.ts";
import { sheetRows, workbookBytes } from "../support/workbooks.ts";

// Files of every format that differ in one row, under one declared schema: no other row is read otherwise.

type Bytes = Uint8Array<ArrayBuffer>;
type Write = (rows: readonly (readonly string[])[], names: readonly string[]) => string | Bytes;

const names = ["a", "b", "c"];
const cells = [
  ...[
    "1",
    "2.5",
    "-3e5",
    "1,5",
    "5 kg",
    "12 %",
    "",
    "x",
    "true",
    "NA",
    "NaN",
    "1e400",
    "2020-02-03",
    "03/04/2021",
    "12:30",
  ],
  ...[
    "#1",
    '"',
    "'",
    "[1]",
    "{",
    '{"a":1}',
    "PK\u0003\u0004",
    "\u001f\u008b",
    "PAR1",
    "sep=;",
    "007",
    "9007199254740993",
  ],
  "y".repeat(12_000),
];

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.map(quoted).join(",")).join("\n");
const blanks = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => (/^[^\s"\\#]+$/.test(cell) ? cell : quoted(cell))).join(" ")).join("\n");
const bare = (cell: string): unknown => (/^-?\d+(?:\.\d+)?$/.test(cell) && cell.length < 15 ? Number(cell) : cell);

const formats: Readonly<Record<string, Write>> = {
  "JSON of records": (rows, of) =>
    JSON.stringify(rows.map((row) => Object.fromEntries(row.map((cell, j) => [of[j]!, bare(cell)])))),
  "JSON on lines": (rows, of) =>
    rows.map((row) => JSON.stringify(Object.fromEntries(row.map((cell, j) => [of[j]!, bare(cell)])))).join("\n"),
  "JSON of rows": (rows, of) => JSON.stringify([of, ...rows.map((row) => row.map(bare))]),
  "JSON of columns": (rows, of) =>
    JSON.stringify(Object.fromEntries(of.map((name, j) => [name, rows.map((row) => row[j]!)]))),
  "a workbook": (rows, of) =>
    workbookBytes({ sheets: [{ name: "S", rows: sheetRows([of, ...rows].map((row) => [...row])) }] }),
  "blanks under a header": (rows, of) => blanks([of, ...rows]),
  "blanks without a header": (rows) => blanks(rows),
  "a ZIP archive of CSV": (rows, of) => zipSync({ "t.csv": strToU8(csv([of, ...rows])) }) as Bytes,
  "a ZIP archive of CSV without a header": (rows) => zipSync({ "t.csv": strToU8(csv(rows)) }) as Bytes,
};

test.each(Object.entries(formats))("%s", async (_, write) => {
  const { one, below } = chanceOf(37);
  const row = () => names.map(() => one(cells));
  for (let k = 0; k < casesOf(400, 30); k++) {
    const tame = Array.from({ length: 6 }, (_, i) => [String(i), String(2 * i + 0.5), i % 2 === 0 ? "u" : "v"]);
    const proposed = (await openedFile(write(tame, names))).schema!;
    // The link's text carries the schema, as a person does who declares it without this file.
    const schema: TableSchema = { ...schemaOfText(schemaText(proposed))!, from: "elsewhere" };
    const rows = Array.from({ length: 6 }, row);
    const at = below(6);
    const others = rows.map((own, i) => (i === at ? row() : own));
    const read = (all: typeof rows) => openedFile(write(all, names), { schema });
    const [first, second] = [await read(rows), await read(others)];
    const seen = (table: typeof first) =>
      table.columns.map(({ values, categories, texts }) => {
        const told = categories ?? texts;
        return Array.from({ length: table.rowCount }, (_, i) =>
          i === at ? "" : told ? (told.names[told.codes[i]!] ?? "") : values[i],
        );
      });
    expect(seen(second)).toEqual(seen(first));
    expect(second.rowCount).toBe(first.rowCount);
  }
});
