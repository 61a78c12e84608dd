import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { schemaOfText, schemaText } from "../../src/core/tables/schemaText.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";
import { openTableFile } from "../../workers/tableFile.ts";
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
  for (let k = 0; k < casesOf(400, 15); k++) {
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

test.each(Object.entries(formats))("%s: progress and refusals tell no cell", async (_, write) => {
  const rows = Array.from({ length: 900 }, (_, i) => [String(i), String(2 * i + 0.5), i % 2 === 0 ? "u" : "v"]);
  const { schema } = await openedFile(write(rows, names));
  const declared: TableSchema = { ...schemaOfText(schemaText(schema!))!, from: "elsewhere" };
  const missing: TableSchema = { ...declared, columns: [...declared.columns, number("column 9")] };
  const told = async (own: typeof rows, by: TableSchema) => {
    const progress: number[] = [];
    const checkpoint = () => Promise.resolve();
    const file = new Blob([write(own, names)]);
    const said = await openTableFile(file, {
      ...{ reading: { schema: by }, checkpoint },
      progress: (share) => progress.push(share),
    }).then(
      () => "read",
      (error: unknown) => (error as Error).message,
    );
    return { progress, said };
  };
  for (const by of [declared, missing]) {
    const usual = await told(rows, by);
    for (const other of [
      ["480", "zzzzz", "u"],
      ["#AB", "1e400", "v"],
    ])
      expect(await told(rows.with(480, other), by)).toEqual(usual);
  }
});

const number = (name: string) => ({ name, type: "point", unit: "" }) as const;
const named: TableSchema = {
  from: "elsewhere",
  columns: [number("x"), { name: "g", type: "category", unit: "" }],
};
const headed: TableSchema = { ...named, rows: { preamble: 0, header: true } };
const bare3: TableSchema = {
  ...{ from: "elsewhere", rows: { preamble: 0, header: false } },
  columns: [number("column 1"), number("column 3")],
};
const others = Array.from({ length: 9 }, (_, i) => ({ x: i / 8, g: "é" }));
const listed = (write: (record: (typeof others)[number]) => unknown) =>
  others.map((each) => JSON.stringify(write(each)));
const inList =
  (write: (record: (typeof others)[number]) => unknown, before = "[") =>
  (record: string) =>
    `${before}${[record, ...listed(write)].join(",")}]${before.startsWith("{") ? "}" : ""}`;
const onLines = (write: (record: (typeof others)[number]) => unknown) => (record: string) =>
  [...listed(write).slice(0, 1), record, ...listed(write).slice(1)].join("\n");
const whole = (record: (typeof others)[number]) => record;
const asRow = ({ x, g }: (typeof others)[number]) => [x, g];
const asLists = (cell: string) => {
  const all = [cell, ...others.map(({ x }) => x)].join(",");
  return `{"note":[${all}],"x":[${all}],"g":[${[cell, ...others.map(() => '"é"')].join(",")}]}`;
};
const wide = (count: number) => `{${Array.from({ length: count }, (_, k) => `"k${k}":1`).join(",")}}`;
/** With one byte that is no UTF-8 for each ÿ. */
const broken = (text: string) => {
  const bytes = strToU8(text.replaceAll("ÿ", "\u0001")) as Bytes;
  return bytes.map((byte) => (byte === 1 ? 0xff : byte));
};
const sheet = (cell: string) =>
  workbookBytes({
    sheets: [
      {
        name: "S",
        rows: `${sheetRows([["x", "g"], ...Array.from({ length: 1200 }, () => [1, "é"])])}<row r="1202">${cell}</row>`,
      },
    ],
  });

test.each<[string, TableSchema, (record: string) => string | Bytes, readonly string[], place?: number]>([
  [
    ...(["records", named, inList(whole)] as const),
    [
      '{"x":1,"g":"é"}',
      '{" x":1,"x":2}',
      "null",
      "5",
      "[1,2]",
      "{}",
      '[[{"x":1}]]',
      wide(20_001),
      `{"x":"${"y".repeat(5_000_000)}"}`,
    ],
  ],
  [
    "records under a name",
    named,
    inList(whole, '{"n":1,"rows":['),
    ['{"x":1,"g":"é"}', "null", '"a"', "[]", '{"x":[1]}'],
  ],
  [
    "rows under a name",
    named,
    inList(asRow, '{"columns":["x","g"],"data":['),
    ['[1,"é"]', "null", "5", "{}", "[]", "[[1],2]", `[${"1,".repeat(20_001)}1]`],
  ],
  [
    "rows",
    headed,
    (record) => `[["x","g"],${record},${listed(asRow).join(",")}]`,
    ['[1,"é"]', "null", "5", '{"x":1}', "[[1],2]", "[[],{}]"],
  ],
  ["rows without names", bare3, inList(({ x }) => [x, 1]), ["[1,2,3]", "[]", "[1]", "null", "{}"]],
  ["records on lines", named, onLines(whole), ['{"x":1,"g":"é"}', "null", "5", "[1,2]", '{"x":{}}', "[]"], 1],
  [
    "rows on lines, of which the first is an enemy's",
    bare3,
    (record) => `${record}\n${onLines(asRow)("[1]")}`,
    ["[1,1]", "[-Infinity,1]", '[[1],"a"]', '[{"a":1},2]', "[]"],
  ],
  ["columns", named, asLists, ["1", "[]", "{}", "null", '{"x":1}', "[[1]]"]],
  [
    "bytes that are no text",
    named,
    (record) => broken(inList(whole)(record)),
    ['{"x":1,"g":"é"}', '{"x":1,"g":"ÿ"}', '{"ÿ":1}'],
  ],
  [
    "the same behind a byte order mark",
    named,
    (record) => broken(`\uFEFF${inList(whole)(record)}`),
    ['{"x":1,"g":"é"}', '{"x":1,"g":"ÿ"}'],
  ],
  [
    "a workbook",
    headed,
    sheet,
    [
      '<c r="A1202"><v>1</v></c>',
      '<c r="ZZZ1202"><v>1</v></c>',
      '<c r="A1202" t="e"><v>1</v></c><c r="D1202"><v>1</v></c>',
    ],
    1200,
  ],
])("a record that an enemy writes changes nobody else, in %s", async (_, schema, write, records, place = 0) => {
  const seen = async (record: string) => {
    const { columns, rowCount } = await openedFile(write(record), { schema });
    const cells = columns.map(({ name, values, categories }) => [
      name,
      ...Array.from(values, (value, row) =>
        row === place ? "" : (categories?.names[categories.codes[row]!] ?? value),
      ),
    ]);
    return { cells, rowCount };
  };
  const usual = await seen(records[0]!);
  for (const record of records) expect(await seen(record), record.slice(0, 40)).toEqual(usual);
});
