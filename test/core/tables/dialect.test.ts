import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { detectDialect } from "../../../src/core/tables/dialect.ts";
import { delimiters } from "../../../src/core/tables/delimiter.ts";
import { outlineOf } from "../../../src/core/records/outline.ts";
import type { Table } from "../../../src/core/tables/table.ts";
import type { TableReading } from "../../../src/core/tables/tableReading.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { readTable } from "../../support/readTable.ts";
import { casesOf } from "../../support/fuzzing.ts";

const corpus = new URL("../../fixtures/tables/", import.meta.url);

const writtenOf = ({ found }: Table) => found && { delimiter: found.text.delimiter, decimal: found.decimal };

test("what was found of separator and decimal mark is said, and holds if it is declared", () => {
  for (const name of readdirSync(corpus).filter((file) => file !== "expected.json")) {
    const bytes = readFileSync(new URL(name, corpus));
    const found = readTable(bytes);
    const { delimiter, decimal } = writtenOf(found)!;
    expect(outlineOf(found).found?.decimal, name).toBe(decimal);
    expect(readTable(bytes, { delimiter }), name).toEqual(found);
    const said = readTable(bytes, { delimiter, decimal });
    expect(said.found, name).toEqual(found.found);
    for (const { reading } of said.columns)
      if (reading?.format.type === "number") expect(reading.format.decimal, name).toBe(decimal);
  }
});

test.each([0, 1, 2, 3, 6, 12])("decimal commas beside %d texts are no separator, with a header or without", (texts) => {
  const words = Array.from({ length: texts }, (_, k) => `word${k}`);
  const rows = Array.from({ length: 40 }, (_, i) => [`${i},5`, ...words, `${2 * i},25`].join(";"));
  const names = ["height", ...words.map((_, k) => `text ${k}`), "price"];
  for (const [text, isHeader] of [
    [`${names.join(";")}\n${rows.join("\n")}\n`, true] as const,
    [rows.join("\n"), false] as const,
  ]) {
    const table = readTable(text);
    expect(writtenOf(table)).toEqual({ delimiter: ";", decimal: "," });
    expect(table.found?.text.header).toBe(isHeader);
    expect(table.columns.length).toBe(texts + 2);
    expect(table.columns.at(-1)!.values[3]).toBe(6.25);
  }
});

test.each([
  ["Gewicht\n70,5\n65,25\n81\n90,1\n", [70.5, 65.25, 81, 90.1]],
  ["Gewicht\n1.234,5\n2.345,25\n81\n−90,1\n", [1234.5, 2345.25, 81, -90.1]],
  ["Gewicht\r\n70,5 kg\r\n65,2 kg\r\n81 kg\r\n90,1 kg\r\n", [70.5, 65.2, 81, 90.1]],
])("a name above numbers with decimal commas is one column, however many there are: %j", (text, values) => {
  const { columns, notices } = readTable(text);
  expect(columns.map(({ name }) => name)).toEqual(["Gewicht"]);
  expect([...columns[0]!.values]).toEqual(values);
  expect(notices).toEqual([]);
});

test("a title above pairs of numbers with names stays a title, and a declared comma a separator", () => {
  const titled = readTable("Weights\nx,y\n70,5\n65,25\n81,1\n90,1\n");
  expect(titled.columns.map(({ name }) => name)).toEqual(["x", "y"]);
  expect(readTable("Weights\n70,5\n65,25\n81,1\n90,1\n", { delimiter: "," }).columns.length).toBe(2);
});

test("a title with a comma above decimal commas stays a title", () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i},5;7;low`);
  const table = readTable(`Sales, first quarter\nx;y;kind\n${rows.join("\n")}\n`);
  expect(writtenOf(table)).toEqual({ delimiter: ";", decimal: "," });
  expect(table.columns.map(({ name }) => name)).toEqual(["x", "y", "kind"]);
});

test("free texts with the marks of other separators do not hide the separator", () => {
  const rows = Array.from({ length: 40 }, (_, i) => `${i};well, yes, ${i};${i},5`);
  expect(writtenOf(readTable(`id;said;x\n${rows.join("\n")}\n`))).toEqual({ delimiter: ";", decimal: "," });
  const named = Array.from({ length: 40 }, (_, i) => `${i};Müller, Anna;${i},5`).join("\n");
  for (const text of [`id;name;x\n${named}\n`, named])
    expect(writtenOf(readTable(text))).toEqual({ delimiter: ";", decimal: "," });
  const quoted = Array.from({ length: 40 }, (_, i) => `${i},"one; two; ${i}",${i}.5`);
  expect(writtenOf(readTable(`id,said,x\n${quoted.join("\n")}\n`))).toEqual({ delimiter: ",", decimal: "." });
});

const marks = delimiters.filter((delimiter) => delimiter !== " ");

test.each(marks)("a declared separator, %j, holds whatever the cells speak for", (delimiter) => {
  // The other three make three columns of numbers each, this one has one.
  const others = marks.filter((mark) => mark !== delimiter);
  const rows = Array.from(
    { length: 30 },
    (_, i) => `${i}${delimiter}${others.map((mark) => `${i}${mark}${i}`).join(" ")}`,
  );
  const table = readTable(`a${delimiter}b\n${rows.join("\n")}\n`, { delimiter, header: true });
  expect(writtenOf(table)?.delimiter).toBe(delimiter);
  expect(table.columns.map(({ name }) => name)).toEqual(["a", "b"]);
});

test("a declared decimal mark holds where the cells speak for the other, at the beginning and at the end", () => {
  const either = "x;y\n1.500;2.500\n2.500;3.500\n";
  expect([...readTable(either, { decimal: "." }).columns[0]!.values]).toEqual([1.5, 2.5]);
  expect([...readTable(either, { decimal: "," }).columns[0]!.values]).toEqual([1500, 2500]);
  const late = `x;y\n${"1;2\n".repeat(30_000)}${"1,25;2\n".repeat(3)}`;
  expect(readTable(late).columns[0]!.values.at(-1)).toBe(1.25);
  const point = readTable(late, { decimal: "." }).columns[0]!;
  expect(point.values.at(-1)).toBeNaN();
  expect(point.reading?.unread).toEqual({ count: 3, examples: ["1,25"] });
});

test("a declared separator goes before that of a line sep=, which is no row", () => {
  const text = "sep=;\na,b\n1,2\n3,4\n";
  expect(writtenOf(readTable(text))?.delimiter).toBe(";");
  expect(readTable(text, { delimiter: "," }).columns.map(({ name }) => name)).toEqual(["a", "b"]);
  expect(detectDialect(text, { delimiter: "," }).preamble).toBe(1);
});

test("a first line of one filled cell is a remark, unless the first row is said to be a record and the line is as wide", () => {
  const rows = "1,2\n3,4\n5,6\n7,8\n";
  const wide = `Anna,\n${rows}`;
  expect(detectDialect(wide).preamble).toBe(1);
  expect(detectDialect(wide, { header: false })).toMatchObject({ preamble: 0, hasHeader: false });
  expect(detectDialect(`Ages of all\n${rows}`, { header: false }).preamble).toBe(1);
});

describe("one record among others", () => {
  /** Texts that speak for other separators, marks, dates, units and names. */
  const hostile = [
    ...["1.234,56", "1,234.56", "1;2;3;4", "1|2|3", "1\t2", "31.12.2024", "12/31/2024", "12:30", "5 kg", "$5", "13 %"],
    ...["NA", "", "name", "id", "é", "-", "sep=;", "1e5", '"', "a\nb", "  7  ", "99999999999999999999999"],
  ];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const others = Array.from({ length: 40 }, (_, i) => [`${i + 1},${i % 10}`, `${1 + (i % 28)}.03.2024`, "b"]);

  const valuesBut = (table: Table, row: number) =>
    table.columns.map(({ values, categories }) =>
      Array.from(values, (value, i) =>
        categories && !Number.isFinite(value) ? (categories.names[categories.codes[i]!] ?? NaN) : value,
      ).filter((_, i) => i !== row),
    );
  const readWith = (row: number, cells: readonly string[], reading: TableReading) => {
    const rows = others.map((each, i) => (i === row ? cells.map(quoted) : each.map(quoted)).join(";"));
    return readTable(`Betrag;Tag;Art\n${rows.join("\n")}\n`, reading);
  };

  test("changes nothing of how the others are read, where separator, decimal mark, first row and kinds are declared", () => {
    const text = { encoding: "utf-8", delimiter: ";", newline: "\n", preamble: 0, header: true } as const;
    const columns = [
      { name: "Betrag", type: "comma", unit: "" },
      { name: "Tag", type: "dayFirst", unit: "" },
      { name: "Art", type: "category", unit: "" },
    ] as const;
    const said: TableReading = { schema: { from: "elsewhere", text, columns } };
    const random = seededSource(5);
    const pick = () => hostile[Math.floor(random.uniform() * hostile.length)]!;
    const plain = readWith(-1, [], said);
    for (let k = 0; k < casesOf(300, 100); k++) {
      const row = Math.floor(random.uniform() * others.length);
      const cells = [pick(), pick(), pick()];
      const changed = readWith(row, cells, said);
      expect(changed.rowCount, JSON.stringify(cells)).toBe(plain.rowCount);
      expect(changed.schema, JSON.stringify(cells)).toEqual(plain.schema);
      expect(valuesBut(changed, row), JSON.stringify(cells)).toEqual(valuesBut(plain, row));
    }
  });

  test("changes how others are read where nothing is declared, as the page says", () => {
    // One cell settles what 1.500 means in all other rows.
    const rows = (last: string) => `x;y\n${"1.500;a\n".repeat(20)}${last};a\n`;
    const [point, comma] = ["1.25", "1,25"].map((last) => readTable(rows(last)).columns[0]!.values[0]);
    expect([point, comma]).toEqual([1.5, 1500]);
    const declared = ["1.25", "1,25"].map((last) => readTable(rows(last), { decimal: "." }).columns[0]!.values[0]);
    expect(declared).toEqual([1.5, 1.5]);
  });
});

test.each<readonly [string, string, string, number]>([
  ["a word after a tab is no unit", "height\tsex\n170\tm\n165\tf\n181\tm\n", "\t", 2],
  ["nor is it after thousands", "income a\ttown b\n788,161.60\tZürich\n896,168.80\tBern\n", "\t", 2],
  ["a line of tabs that begins with #N/A is no remark", "a 1\tb 2\n3\t1\n#N/A\t1\n#N/A\t#N/A\n4\t2\n5\t2\n", "\t", 2],
  ["commas in names do not split a file of semicolons", "Temp, °C;Druck, hPa\n1,5;2,5\n3,5;4,5\n", ";", 2],
  ["a column of decimals is one column", "x\n1,5\n2,5\n3,5\n", ";", 1],
])("%s", (_, text, delimiter, columns) => {
  const found = detectDialect(text);
  expect([found.delimiter, found.preamble, found.hasHeader, found.evidence.length]).toEqual([
    delimiter,
    0,
    true,
    columns,
  ]);
});
