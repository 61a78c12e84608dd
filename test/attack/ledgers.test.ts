import { Buffer } from "node:buffer";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sha256 } from "../../src/core/sha256.ts";
import { isAlike } from "../../src/core/tables/tableKeys.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { readTableFile } from "../../workers/tableFile.ts";
import { point, schemaOf } from "./files.ts";
import type { SchemaColumn, TableSchema } from "../../src/core/tables/schema.ts";

// The same cells, read as the very same table by a declared schema, with a new ledger: no digest in common, and not even alike.
// So a budget is spent anew, and what was looked at is forgotten.

const keysOf = (bytes: Uint8Array) => fileKeys(new Blob([Buffer.from(bytes)]), sha256, () => Promise.resolve());
const utf8 = (text: string) => Buffer.from(text, "utf8");
const job = [() => Promise.resolve(), () => undefined] as const;
const n = 3000;
const columns: readonly SchemaColumn[] = [{ name: "word", type: "text", unit: "" }, point("x")];
const word = (i: number) => ["alpha", "beta", "gamma", "delta"][i % 4]! + (i % 7);
const rows = Array.from({ length: n }, (_, i) => [word(i), String(((i * 37) % 1000) / 10)]);
const csv = (header: boolean, all = rows, sep = ",", end = "\n") =>
  [...(header ? [["word", "x"]] : []), ...all].map((row) => row.join(sep)).join(end) + end;
const plain = utf8(csv(true));

async function same(one: Uint8Array, schemaOne: TableSchema, other: Uint8Array, schemaOther: TableSchema) {
  const cells = async (bytes: Uint8Array, schema: TableSchema) => {
    const table = await readTableFile(new Blob([Buffer.from(bytes)]), { schema }, ...job);
    return table.columns.map(({ values, categories, keys }) =>
      categories ? Array.from(categories.codes, (code) => categories.names[code]) : Array.from(keys ?? values),
    );
  };
  const sorted = (table: readonly (readonly unknown[])[]) =>
    table[0]!.map((_, i) => JSON.stringify(table.map((column) => column[i]))).sort();
  expect(sorted(await cells(other, schemaOther))).toEqual(sorted(await cells(one, schemaOne)));
  const [a, b] = [await keysOf(one), await keysOf(other)];
  const found = b.digests.some((digest) => a.digests.includes(digest));
  console.log({ found, alike: isAlike(a.look, b.look) });
  expect(found).toBe(true);
}

const declared = schemaOf(columns);
const lines = (count: number, line: string) => `${line}\n`.repeat(count);

test("the same two columns with tabs: a number, a tab and a word are taken for a number with a unit", async () => {
  const two = rows.map((_, i) => [["alpha", "beta", "gamma"][i % 3]!, String(((i * 37) % 1000) / 10)].reverse());
  const of = (sep: string) => utf8([["x", "word"], ...two].map((row) => row.join(sep)).join("\n") + "\n");
  await same(of(","), declared, of("\t"), schemaOf(columns, { delimiter: "\t" }));
});
test("twenty-five lines before the table", () =>
  same(plain, declared, utf8(lines(25, "a remark") + csv(true)), schemaOf(columns, { preamble: 25 })));
test("one line before the table, of two words with the separator between them", () =>
  same(plain, declared, utf8(lines(1, "exported,today") + csv(true)), schemaOf(columns, { preamble: 1 })));
test("one line before the table, a number", () =>
  same(plain, declared, utf8(lines(1, "2024") + csv(true)), schemaOf(columns, { preamble: 1 })));

test("without its header, a row with no number first", async () => {
  const holed = rows.map((row, i) => (i === 5 ? ["other", ""] : row));
  const moved = [holed[5]!, ...holed.slice(0, 5), ...holed.slice(6)];
  const numbered = columns.map((column, j) => ({ ...column, name: `column ${j + 1}` }));
  await same(utf8(csv(true, holed)), declared, utf8(csv(false, moved)), schemaOf(numbered, { header: false }));
});

test("Windows-1252, the first umlaut behind 64 kB", async () => {
  const long = Array.from({ length: 9000 }, (_, i) => [i === 8990 ? "süß" : word(i), String(i)]);
  const text = csv(true, long);
  await same(utf8(text), declared, Buffer.from(text, "latin1"), schemaOf(columns, { encoding: "windows-1252" }));
});

test("UTF-16 without a mark, of texts that are not Latin", async () => {
  const greek = rows.map(([w, x], i) => [
    "αβγδεζηθικλμνξοπρστυφχψω".repeat(2).slice(i % 5, 30 + (i % 5)) + w!.slice(0, 1),
    x!,
  ]);
  const text = csv(true, greek);
  const wide = Buffer.from(text, "utf16le");
  await same(utf8(text), declared, wide, schemaOf(columns, { encoding: "utf-16le" }));
});

test("lines that end with a carriage return, and one line feed in the beginning", async () => {
  const text = csv(true).replaceAll("\n", "\r");
  await same(plain, declared, utf8(text.replace("word,x\r", "word,x,\n\r")), schemaOf(columns, { newline: "\r" }));
});

test("a bar between cells, in texts with commas", async () => {
  const told = rows.map(([w, x], i) => [`${i % 10},${i % 3}`, x!, w!]);
  const three: readonly SchemaColumn[] = [
    { name: "t", type: "text", unit: "" },
    point("x"),
    { name: "word", type: "text", unit: "" },
  ];
  const quoted = [["t", "x", "word"], ...told].map((row) => row.map((cell) => `"${cell}"`).join(",")).join("\n") + "\n";
  const bars = [["t", "x", "word"], ...told].map((row) => row.join("|")).join("\n") + "\n";
  await same(utf8(quoted), schemaOf(three), utf8(bars), schemaOf(three, { delimiter: "|" }));
});

test("a further, empty first column of quotes: blank lines of one column", async () => {
  await same(plain, declared, gzipSync(plain), declared);
});

test("ragged: rows of a third cell, which nobody declares, below a header of two", async () => {
  const wider = ["word,x", ...rows.map((row, i) => `${row.join(",")},${(i * 7919) % 1000}`)].join("\n") + "\n";
  await same(plain, declared, utf8(wider), declared);
});

test.each([
  [
    "semicolons and decimal commas",
    (t: string) => t.replaceAll(",", ";").replaceAll(".", ","),
    { delimiter: ";" as const },
    "comma",
  ],
  ["tabs", (t: string) => t.replaceAll(",", "\t"), { delimiter: "\t" as const }, "point"],
])("%s", async (_, change, text, type) => {
  const other = [columns[0]!, { ...columns[1]!, type: type as "point" | "comma" }];
  await same(plain, declared, utf8(change(csv(true))), schemaOf(other, text));
});
