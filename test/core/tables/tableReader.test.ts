import { expect, test } from "vitest";
import type { Table } from "../../../src/core/tables/table.ts";
import { tableLimits } from "../../../src/core/tables/tableLimits.ts";
import { createTableReader } from "../../../src/core/tables/tableReader.ts";
import { labelsOf } from "../../../src/core/records/labelledRecords.ts";
import { triesAll } from "../../support/fuzzing.ts";
import { readTable } from "../../support/readTable.ts";
import { ParameterError } from "../../../src/core/errors.ts";

function read(content: string | Uint8Array, pieceLength = Infinity): Table {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const reader = createTableReader({ totalBytes: bytes.length });
  for (let start = 0; start < bytes.length; start += pieceLength)
    reader.push(bytes.subarray(start, start + pieceLength));
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
  ["line ends that are mixed", "a,b\r\n1,2\n3.5,-400\r\n"],
  ["CR alone", "a,b\r1,2\r3.5,-400\r"],
  ["quotes", '"a","b"\n"1","2"\n"3.5","-400"\n'],
  ["blank lines", "a,b\n\n1,2\n\n3.5,-400\n\n"],
  ["spaces", " a , b \n 1 , 2 \n 3.5 , -400 \n"],
  ["byte-order mark", "\uFEFFa,b\n1,2\n3.5,-400\n"],
])("%s: the same numbers", (_, content) => {
  expect(numbersOf(read(content))).toEqual([
    ["a", [1, 3.5]],
    ["b", [2, -400]],
  ]);
});

test.each([
  [true, true],
  [false, true],
  [true, false],
  [false, false],
])("UTF-16, little-endian %s, mark %s", (littleEndian, mark) => {
  expect(numbersOf(read(utf16("größe,b\n1,2\n3,4\n", littleEndian, mark)))).toEqual([
    ["größe", [1, 3]],
    ["b", [2, 4]],
  ]);
});

test("pieces may end at any byte, inside a quote, a character or a line end", () => {
  const content = '"naïve, ""x""\nname";b\r\n"1,5";2\r\n3,25;4\r\n5;6\r\n';
  const whole = read(content);
  expect(whole.columns[0]?.name).toBe('naïve, "x" name');
  expect(Array.from(whole.columns[0]!.values)).toEqual([1.5, 3.25, 5]);
  for (let pieceLength = 1; pieceLength < 40; pieceLength++) expect(read(content, pieceLength)).toEqual(whole);
});

test("without a header, columns are numbered; duplicate and empty names are made distinct", () => {
  expect(read("1,2\n3,4\n").columns.map(({ name }) => name)).toEqual(["column 1", "column 2"]);
  const table = read("x,x,\n1,2,3\n4,5,6\n");
  expect(table.columns.map(({ name }) => name)).toEqual(["x", "x (2)", "column 3"]);
  expect(table.notices.join()).toContain("occurs twice");
});

test("a name is not cut within a character", () => {
  const table = read(`${"n".repeat(199)}😀😀,y\n1,2\n3,4\n`);
  expect(table.columns[0]!.name).toBe(`${"n".repeat(199)}…`);
});

test("names are cut at 200 characters, with the number of one that occurs twice within them", () => {
  const long = "n".repeat(300);
  const names = read(`${long},${long},${long}\n1,2,3\n4,5,6\n`).columns.map(({ name }) => name);
  expect(names).toEqual(["n".repeat(200), `${"n".repeat(196)} (2)`, `${"n".repeat(196)} (3)`]);
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
  ["text", "name\nanna\nbert\n", "only text"],
  ["a million columns", `${"1,".repeat(1_000_000)}1\n`, "1,000,001 columns"],
])("%s is refused with a sentence", (_, content, found) => {
  expect(() => read(content, 1 << 20)).toThrow(ParameterError);
  expect(() => read(content, 1 << 20)).toThrow(new RegExp(`^file must be .*; got ${found}`));
});

test("a return within a row that line feeds end is told, and moves no other cell", () => {
  const { columns, rowCount, notices } = read("a,b\n1,2\r3,4\n5,6\n");
  expect([rowCount, ...columns.map(({ values }) => [...values])]).toEqual([2, [1, 5], [NaN, 6]]);
  expect(columns[1]!.firstProblem).toEqual({ row: 1, text: "2\r3" });
  expect(notices.join()).toContain("Row 1 has 3 cells instead of 2");
});

test("very many classes are told apart, and are none until a few are declared", () => {
  const count = triesAll ? 1_000_000 : 20_000;
  const rows = Array.from({ length: count }, (_, i) => `c${i},${i}`).join("\n");
  const table = readTable(`class,x\n${rows}\n`);
  expect(table.columns[0]!.texts!.names).toHaveLength(count);
  const levels = ["c7", `c${count - 1}`];
  const { text } = table.found!;
  const columns = [{ name: "class", type: "category", unit: "", levels } as const];
  const declared = readTable(`class,x\n${rows}\n`, { schema: { from: "elsewhere", text, columns } });
  const { names, codes } = labelsOf(declared, "class");
  expect([names, codes.indexOf(0), codes.indexOf(1), codes.filter((code) => code < 0).length]).toEqual([
    ...[levels, 7, count - 1],
    count - 2,
  ]);
});

test("as many rows and cells as are held are read, one more is refused with what to do", () => {
  const reading = (content: string, limits: { rows: number; cells: number }) => {
    const reader = createTableReader({ totalBytes: content.length, limits });
    reader.push(new TextEncoder().encode(content));
    return reader.finish();
  };
  const rows = (count: number) => `a,b,c\n${"1,2,3\n".repeat(count)}`;
  expect(reading(rows(1000), { rows: 1000, cells: 3000 }).rowCount).toBe(1000);
  expect(() => reading(rows(1001), { rows: 1000, cells: 30_000 })).toThrow(/at most 1,000 rows/);
  expect(() => reading(rows(1001), { rows: 10_000, cells: 3000 })).toThrow(
    /3,000 cells; count larger ones where they are/,
  );
  expect(tableLimits).toMatchObject({ rows: 10_000_000, cells: 60_000_000 });
});

const classes = (content: string, column: number) => {
  const { categories } = read(content).columns[column]!;
  return categories && { names: categories.names, codes: Array.from(categories.codes) };
};

test("a column with text keeps its different texts in the order of their first appearance, −1 where one is missing", () => {
  const content = "x,species\n1,setosa\n2, virginica \n3,NA\n4,setosa\n5,\n";
  expect(classes(content, 1)).toEqual({ names: ["setosa", "virginica"], codes: [0, 1, -1, 0, -1] });
  expect(classes(content, 0)).toBeUndefined();
  for (let pieceLength = 1; pieceLength < 12; pieceLength++) expect(read(content, pieceLength)).toEqual(read(content));
});

test("texts may hold quotes, separators and line breaks", () => {
  expect(classes('x,label\n1,"a, ""b"""\n2,"c\nd"\n3,"a, ""b"""\n', 1)).toEqual({
    names: ['a, "b"', "c\nd"],
    codes: [0, 1, 0],
  });
  expect(classes("x;label\n1,5;ja\n2,5;nein\n", 1)).toEqual({ names: ["ja", "nein"], codes: [0, 1] });
});

test("numbers beside text are texts too, one however it is written, also before the first text", () => {
  expect(classes("x,label\n1,1.0\n2,\n3,1\n4,b\n5,1.00\n6,2\n", 1)).toEqual({
    names: ["1", "b", "2"],
    codes: [0, -1, 0, 1, 0, 2],
  });
});

test("a column of missing cells and numbers has no texts", () => {
  expect(classes("x,y\n1,NA\n2,3\n3,-\n", 1)).toBeUndefined();
});

test("1000 different texts are kept, 1001 are not", () => {
  const rows = (count: number) =>
    `x,name\n${Array.from({ length: 2 * count }, (_, i) => `${i},n${i % count}`).join("\n")}\n`;
  expect(classes(rows(1000), 1)?.names).toHaveLength(1000);
  expect(classes(rows(1001), 1)).toBeUndefined();
  expect(read(rows(1001)).columns[1]).toMatchObject({ missingCount: 2002, firstProblem: { row: 1, text: "n0" } });
});

test("numbers beside a name like pid are a header, whatever stands below", () => {
  const columns = (content: string) => read(content).columns.map(({ name }) => name);
  expect(columns("pid,2,1,0\na,1,2,3\nb,2,3,4\n")).toEqual(["pid", "2", "1", "0"]);
  expect(columns("pid,2,1,0\nqid,1,2,3\npid,2,3,4\n")).toEqual(["column 1", "column 2", "column 3", "column 4"]);
});

test("a first row with text beside numbers is a header only with a name like person, and says what was taken", () => {
  const names = (content: string) => read(content).columns.map(({ name }) => name);
  expect(names("person,0,0.5,2\nanna,3,1,2\nbert,1,2,3\n")).toEqual(["person", "0", "0.5", "2"]);
  expect(names("person;0;0,5;2\nanna;3,5;1;2\nbert;1;2;3\n")).toEqual(["person", "0", "0,5", "2"]);
  expect(read("id,0,1,2,3\na,1,2,3,4\nb,2,3,4,5\n").notices).toEqual([
    "The first row was taken for the names of the columns: id, 0, 1, 2, ….",
  ]);
});

test.each([
  "Alice,61.25,82.5\nBob,60,80\nCarl,62,81\n",
  "Alice,61.25,82.5,90\nBob,60,50,80\nCarl,62,81,1\n",
  "61.25,unknown,82.5\n60,70,80\n62,71,81\n",
  "82.5;Alice;61,25\n80;Bob;60\n",
])("a record that stands first is kept, and is no name: %j", (content) => {
  const table = read(content);
  expect(table.rowCount).toBe(content.split("\n").length - 1);
  expect(table.columns.map(({ name }) => name)).toEqual(table.columns.map((_, j) => `column ${j + 1}`));
  expect(table.notices[0]).toContain("The first row has text beside numbers: it is kept as a record");
});

test("a NUL far into a file is found", () => {
  const content = "a,b\n" + "1,2\n".repeat(20_000) + "3,\0\n";
  expect(() => read(content)).toThrow("a binary file");
  expect(() => read(content, 65_536)).toThrow("a binary file");
});

test("a row that begins long before it ends is the same in small pieces and at once", () => {
  const content = `name,b\n"${"x\n".repeat(100_000)}",1\n"${'""'.repeat(100_000)}",2\ny,3\n`;
  const whole = read(content);
  expect(Array.from(whole.columns[1]!.values)).toEqual([1, 2, 3]);
  expect(read(content, 1000)).toEqual(whole);
});

test("a glimpse of a table that grows says what it found, and the whole table says it once", () => {
  const reader = createTableReader({ totalBytes: 100 });
  const rows = Array.from({ length: 40_000 }, (_, i) => `${i},${i % 7}`).join("\n");
  reader.push(new TextEncoder().encode(`a,b\n1,2\n\n3,4\n${rows}\n`));
  const blank = "A blank line was skipped.";
  expect(reader.glimpse()!.table.notices).toEqual([blank]);
  expect(reader.finish().notices).toEqual([blank]);
});
