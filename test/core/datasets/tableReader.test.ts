import { expect, test } from "vitest";
import { recordsFrom } from "../../../src/core/datasets/records.ts";
import type { Table } from "../../../src/core/datasets/table.ts";
import { createTableReader } from "../../../src/core/datasets/tableReader.ts";
import { ParameterError } from "../../../src/core/errors.ts";

function read(content: string | Uint8Array, pieceLength = Infinity): Table {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const reader = createTableReader({ totalBytes: bytes.length });
  for (let start = 0; start < bytes.length; start += pieceLength) reader.push(bytes.subarray(start, start + pieceLength));
  return reader.finish();
}

const numbersOf = (table: Table) => table.columns.map(({ name, values }) => [name, Array.from(values)]);

function utf16(text: string, littleEndian: boolean, mark: boolean): Uint8Array {
  const marked = mark ? `\uFEFF${text}` : text;
  const bytes = new Uint8Array(2 * marked.length);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < marked.length; i++) view.setUint16(2 * i, marked.charCodeAt(i), littleEndian);
  return bytes;
}

test.each([
  ["comma", "a,b\n1,2\n3.5,-4e2\n"],
  ["semicolon", "a;b\n1;2\n3.5;-4e2\n"],
  ["semicolon and decimal comma", "a;b\n1;2\n3,5;-400\n"],
  ["tab", "a\tb\n1\t2\n3.5\t-400\n"],
  ["tab and decimal comma", "a\tb\n1\t2\n3,5\t-400"],
  ["CRLF", "a,b\r\n1,2\r\n3.5,-400\r\n"],
  ["CR alone", "a,b\r1,2\r3.5,-400\r"],
  ["quotes", '"a","b"\n"1","2"\n"3.5","-400"\n'],
  ["blank lines", "a,b\n\n1,2\n\n3.5,-400\n\n"],
  ["spaces", " a , b \n 1 , 2 \n 3.5 , -400 \n"],
  ["byte-order mark", "\uFEFFa,b\n1,2\n3.5,-400\n"],
])("%s: the same numbers", (_, content) => {
  expect(numbersOf(read(content))).toEqual([["a", [1, 3.5]], ["b", [2, -400]]]);
});

test.each([
  [true, true],
  [false, true],
  [true, false],
  [false, false],
])("UTF-16, little-endian %s, mark %s", (littleEndian, mark) => {
  expect(numbersOf(read(utf16("größe,b\n1,2\n3,4\n", littleEndian, mark)))).toEqual([["größe", [1, 3]], ["b", [2, 4]]]);
});

test("pieces may end at any byte, inside a quote, a character or a line end", () => {
  const content = '"naïve, ""x""\nname";b\r\n"1,5";2\r\n3,25;4\r\n5;6\r\n';
  const whole = read(content);
  expect(whole.columns[0]?.name).toBe('naïve, "x"\nname');
  expect(Array.from(whole.columns[0]!.values)).toEqual([1.5, 3.25, 5]);
  for (let pieceLength = 1; pieceLength < 40; pieceLength++) expect(read(content, pieceLength)).toEqual(whole);
});

test("without a header, columns are numbered; duplicate and empty names are made distinct", () => {
  expect(read("1,2\n3,4\n").columns.map(({ name }) => name)).toEqual(["column 1", "column 2"]);
  const table = read("x,x,\n1,2,3\n4,5,6\n");
  expect(table.columns.map(({ name }) => name)).toEqual(["x", "x (2)", "column 3"]);
  expect(table.notices.join()).toContain("occurs twice");
});

test("NaN, infinite, overflowing, hexadecimal and missing cells are counted, never numbers", () => {
  const cells = ["1", "NaN", "Infinity", "-Infinity", "1e400", "0x10", "NA", "", "abc", "2"];
  const { columns } = read(`v,w\n${cells.map((cell) => `${cell},1`).join("\n")}\n`);
  expect(Array.from(columns[0]!.values).filter(Number.isFinite)).toEqual([1, 2]);
  expect(columns[0]!.missingCount).toBe(8);
  expect(columns[0]!.firstProblem).toEqual({ row: 3, text: "Infinity" });
});

test("ragged rows are reported with the first of them", () => {
  const { notices, columns } = read("a,b\n1,2\n3\n4,5,6\n");
  expect(notices.join()).toContain("Row 2 has 1 cells instead of 2");
  expect(columns[1]!.missingCount).toBe(1);
});

test.each([
  ["an empty file", "", "an empty file"],
  ["blanks", " \n \n", "an empty file"],
  ["a binary file", new Uint8Array(3000).map((_, i) => (i * 37) % 251), "a binary file"],
  ["a header alone", "x,y\n", "only a header"],
  ["one row", "x\n3\n", "one row of values"],
  ["text", "name\nanna\nbert\n", "only text"],
  ["a million columns", `${"1,".repeat(1_000_000)}1\n`, "1,000,001 columns"],
])("%s is refused with a sentence", (_, content, found) => {
  expect(() => read(content, 1 << 20)).toThrow(ParameterError);
  expect(() => read(content, 1 << 20)).toThrow(new RegExp(`^file must be .*; got ${found}`));
});

test("a million rows are read, one more is refused", () => {
  const rows = new TextEncoder().encode(`v\n${"0.5\n".repeat(1_000_000)}`);
  const table = read(rows, 1 << 20);
  expect(table.rowCount).toBe(1_000_000);
  expect(table.columns[0]!.values.every((value) => value === 0.5)).toBe(true);
  const more = new Uint8Array(rows.length + 2);
  more.set(rows);
  more.set([49, 10], rows.length);
  expect(() => read(more, 1 << 20)).toThrow(/at most 1,000,000 rows/);
});

test("rows without a value are refused or left out, as chosen, in any chosen column", () => {
  const table = read("a,b,c\n1,2,x\n3,NA,y\n5,6,z\n");
  expect(() => recordsFrom({ table, columns: ["a", "b"], missing: "refuse" })).toThrow(/^column must be a finite number/);
  const { points, droppedCount } = recordsFrom({ table, columns: ["a", "b"], missing: "drop" });
  expect([points.dimension, Array.from(points.coordinates), droppedCount]).toEqual([2, [1, 2, 5, 6], 1]);
  expect(Array.from(recordsFrom({ table, columns: ["a"], missing: "refuse" }).points.coordinates)).toEqual([1, 3, 5]);
  expect(() => recordsFrom({ table, columns: ["c"], missing: "drop" })).toThrow(/a column of numbers/);
  expect(() => recordsFrom({ table, columns: ["d"], missing: "drop" })).toThrow(/one of a, b, c/);
});
