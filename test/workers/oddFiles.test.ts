import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import { readSchemaFile, schemaFileText } from "../../src/core/tables/schemaFile.ts";
import { schemaOfText, schemaText } from "../../src/core/tables/schemaText.ts";
import { batchOf, field, float, message, schemaOf } from "../support/arrowBytes.ts";
import { shownCells } from "../support/cases.ts";
import { openedFile } from "../support/openedFile.ts";
import { sheetRows, workbookBytes } from "../support/workbooks.ts";

// Odd but honest files after issues of pandas, readr, vroom, CSV.jl, data.table, DuckDB, Papa Parse and SheetJS, written here.

const lines = (...rows: readonly string[]) => `${rows.join("\n")}\n`;
const many = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i));
const records = (...rows: readonly object[]) => JSON.stringify(rows);
/** The cells of a column x, beside one of numbers. */
const column = (...cells: readonly string[]) => lines("x;y", ...cells.map((cell, i) => `${cell};${i}`));

const numbers: readonly (readonly [name: string, cells: readonly string[], values: readonly number[]])[] = [
  ["a mark without digits after it (CSV.jl 714)", ["-1670.", "-3.", "4.", ".5", "-.25"], [-1670, -3, 4, 0.5, -0.25]],
  ["a minus behind, as SAP writes (readr 308)", ["12.50-", "3.00", "100.25-"], [-12.5, 3, -100.25]],
  ["losses in brackets (datatable 771)", ["(12.50)", "3.00", "(100.25)"], [-12.5, 3, -100.25]],
  ["the minus of typographers", ["−12.5", "3.0", "−100.25"], [-12.5, 3, -100.25]],
  ["a dash as minus", ["–12.5", "3.0", "–100.25"], [-12.5, 3, -100.25]],
  ["a currency and a minus on either side (readr 444)", ["-$3.50", "$-2.25", "($1.00)", "$4.00"], [-3.5, -2.25, -1, 4]],
  ["Swiss thousands", ["1'234.50", "12'000.00", "999.25"], [1234.5, 12_000, 999.25]],
  ["typographic Swiss thousands", ["1’234.50", "12’000.00", "999.25"], [1234.5, 12_000, 999.25]],
  ["French thousands", ["1\u00a0234,50", "12\u202f000,00", "999,25"], [1234.5, 12_000, 999.25]],
  ["thousands after a blank", ["1 234,5", "12 000,0"], [1234.5, 12_000]],
  ["lakh and crore", ["12,34,567.50", "1,00,000.25", "99,999.5"], [1_234_567.5, 100_000.25, 99_999.5]],
  ["thousands and decimals of a continent", ["1.234,56", "-12,5", "1.000.000"], [1234.56, -12.5, 1_000_000]],
  ["one decimal comma decides (pandas 59299)", ["1.234", "12.000", "1.234,5", "999"], [1234, 12_000, 1234.5, 999]],
  ["a negative decimal comma (readr 151, 213)", ["-1,5", "-16,25", "2,0"], [-1.5, -16.25, 2]],
  ["a plus", ["+1.5", "-2", "+0"], [1.5, -2, 0]],
  ["shares of a hundred", ["12%", "7.5%", "100%"], [12, 7.5, 100]],
  ["shares of a thousand", ["12‰", "7.5‰"], [12, 7.5]],
  ["degrees", ["21.5°C", "22.0°C", "19 °C"], [21.5, 22, 19]],
  ["blanks in quotes (readr 392)", ['" 1.5 "', '"2.5 "'], [1.5, 2.5]],
  ["a byte order mark within", ["1.5", "\ufeff2.5"], [1.5, 2.5]],
  ["9.999999974e-07 (csvbase 55)", ["9.999999974e-07", "1E3"], [9.999999974e-7, 1000]],
  ["a dot for nothing (readr 297)", ["1", ".", "2", "N/A", "#N/A", "None", "--"], [1, NaN, 2, NaN, NaN, NaN, NaN]],
  ["errors of Excel", ["#DIV/0!", "#VALUE!", "1.5", "2.5", "3"], [NaN, NaN, 1.5, 2.5, 3]],
  ["powers as Fortran writes them", ["0.15D+04", "2.5D-02", ".5d-003"], [1500, 0.025, 0.0005]],
  ["hours and minutes in words", ["1h 30m", "45m", "2h"], [1.5, 0.75, 2]],
  ["durations of ISO 8601", ["PT1H30M", "PT45M", "P1DT2H"], [1.5, 0.75, 26]],
  ["noon and midnight", ["1:30 PM", "12:00 AM", "12:15 pm"], [13.5, 0, 12.25]],
  ["months of a year", ["2024-01", "2024-02", "2024-03"], [19_723, 19_754, 19_783]],
  ["months by name", ["Jan 2024", "Febr. 2024", "2024-Mar"], [19_723, 19_754, 19_783]],
  ["months as Excel shows them", ["Jan-24", "févr.-24", "Mär-24"], [19_723, 19_754, 19_783]],
  ["months in English", ["31 Jan 2024", "1 Feb 2024"], [19_753, 19_754]],
  ["months first", ["Jan 31, 2024", "Feb 1, 2024"], [19_753, 19_754]],
  ["months in German", ["31. März 2024", "1. Mai 2024"], [19_813, 19_844]],
  ["days with dots", ["31.03.2024", "01.05.2024"], [19_813, 19_844]],
  ["months and days with a name for them", ["Jan 1, 2024 00:00", "Feb 1, 2024 12:00"], [19_723, 19_754.5]],
  ["instants in two zones", ["2024-01-01T00:00:00Z", "2024-06-01T14:00:00+02:00"], [19_723, 19_875.5]],
];

test.each(numbers)("%s", async (_, cells, values) => {
  expect(shownCells(await openedFile(column(...cells)))["x"]).toEqual(values);
});

const texts: readonly (readonly [name: string, cells: readonly string[]])[] = [
  ["hexadecimal numbers", ["0x1A", "0xFF", "0x10"]],
  ["digits between underscores", ["1_000", "2_500", "10_000"]],
  ["fractions", ["1/2", "3/4", "1/3"]],
  ["ranges", ["10-20", "20-30", "30-40"]],
  ["uncertain numbers", ["12.3±0.4", "11.9±0.2"]],
  ["digits in brackets", ["1.23(4)", "2.50(12)"]],
  ["quarters", ["2024Q1", "2024Q2", "2024Q3"]],
  ["weeks", ["2024-W01", "2024-W02"]],
  ["places on earth", ["48.2N", "33.9S"]],
  ["powers of rooms", ["12D-03", "14D-03"]],
  ["days of a month without a year", ["24-Jan", "25-Jan"]],
  ["6903-07 and others of a file (SheetJS 2508)", ["6903-077", "6903-12a"]],
];

test.each(texts)("%s are no numbers", async (_, cells) => {
  expect(shownCells(await openedFile(column(...cells)))["x"]).toEqual(cells);
});

const missing = [NaN, 10.5, 11] as const;
const gauge = (code: string, write: (value: number) => string = String) =>
  lines("i;x", ...many(30, (i) => `${i};${i % 10 ? write(10 + i / 2) : code}`));

test.each([
  ["-999", String],
  ["-999.00", (value: number) => value.toFixed(2)],
  ["-9999,0", (value: number) => value.toFixed(1).replace(".", ",")],
  ["-999 C", (value: number) => `${value} C`],
  ["-9.990000e+02", (value: number) => value.toExponential(6)],
  ["−999", String],
  ["999.9", String],
  ["-99.9", String],
  ["-99", String],
  ["9.96921e+36", String],
] as const)("%s for no value is proposed as that, and read so", async (code, write) => {
  const text = gauge(code, write);
  const table = await openedFile(text);
  expect(shownCells(table)["x"]!.slice(0, 3)).toEqual(missing);
  expect(table.columns[1]!.missingCount).toBe(3);
  const again = await openedFile(text, { schema: table.schema! });
  expect(again.columns[1]!.values).toEqual(table.columns[1]!.values);
});

const tables: readonly (readonly [name: string, content: string, cells: object])[] = [
  [
    "a semicolon beside commas in lists (CPython 119123)",
    lines("a;b;c", "1;['4', '2'];6.5", "2;['7'];5.4"),
    { c: [6.5, 5.4] },
  ],
  [
    "minutes beside words (TableTool 34)",
    lines("Duration;Phase", "6:30;First", "1:00;Wash"),
    { Phase: ["First", "Wash"] },
  ],
  [
    "days as weather services write them",
    lines("MESS_DATUM;x", "20240131;1.5", "20240229;2", "20231231;3"),
    { MESS_DATUM: [19_753, 19_782, 19_722] },
  ],
  ["ends of line that a program doubled", "x,y\r\r\n1,2\r\r\n3,4\r\r\n", { x: [1, 3], y: [2, 4] }],
  ["a line of its own for the separator", "sep=;\r\nx;y\r\n1,5;2\r\n2,5;3\r\n", { x: [1.5, 2.5], y: [2, 3] }],
  ["blanks after separators", lines("x, y", "1, 2", "3, 4"), { x: [1, 3], y: [2, 4] }],
  ["quotes behind blanks", lines('"x", "y"', '"1.5", "2"', '  "2.5",  "a ""b"", c"', '3, ""'), { x: [1.5, 2.5, 3] }],
  ["Ctrl-Z at the end, as DOS ended files", `${lines("x,y", "1,2", "3,4")}\x1a`, { x: [1, 3], y: [2, 4] }],
  ["NUL at the end, as a logger leaves it", `${lines("x", "1", "3")}${"\0".repeat(70_000)}`, { x: [1, 3] }],
  [
    "decimal commas beside words, between tabs and without names",
    lines("1,5\thoch", "2,5\ttief", "3,75\thoch"),
    { "column 1": [1.5, 2.5, 3.75], "column 2": ["hoch", "tief", "hoch"] },
  ],
  [
    "the same between blanks",
    lines("1,5 hoch", "2,5 tief", "3,75 hoch"),
    { "column 1": [1.5, 2.5, 3.75], "column 2": ["hoch", "tief", "hoch"] },
  ],
  ["words before a comma that ends them", lines("c,x", "class 1,5", "set 2,7"), { c: ["class 1", "set 2"], x: [5, 7] }],
  [
    "the same without names",
    lines("class 1,5", "class 2,7"),
    { "column 1": ["class 1", "class 2"], "column 2": [5, 7] },
  ],
  ["all in quotes", lines('"x","y"', '"1.5","2"', '"2.5","3"'), { x: [1.5, 2.5], y: [2, 3] }],
  ["an index without a name", lines(",x", "0,1.5", "1,2.5"), { "column 1": [0, 1], x: [1.5, 2.5] }],
  ["commas at the end of each line", lines("x,y,", "1,2,", "3,4,"), { x: [1, 3], y: [2, 4], "column 3": [null, null] }],
  ["two columns of one name", lines("x,x", "1,2", "3,4"), { x: [1, 3], "x (2)": [2, 4] }],
  ["commas in the text of a file of tabs", lines("t\ty", "a, b, c\t1.5", "d, e\t2.5"), { y: [1.5, 2.5] }],
  ["a decimal comma between tabs", lines("x\ty", "1,5\t2", "2,75\t3"), { x: [1.5, 2.75] }],
  ["a decimal comma in quotes between commas", lines("x,y", '"1,5",2', '"10,25",4'), { x: [1.5, 10.25] }],
  [
    "metadata above a table",
    lines("Instrument: AX", "Date: 2024-01-01", "", "Time,Value", "0,1.5", "1,2.5"),
    { Value: [1.5, 2.5] },
  ],
  ["blank lines above", "\n\nx,y\n1,2\n3,4\n", { x: [1, 3] }],
  ["blocks of gnuplot", lines("# x y", "0 1.5", "1 2.5", "", "", "0 3.5", "1 4.5"), { x: [0, 1, 0, 1] }],
  ["a name of two characters for ä", lines("na\u0308me,y", "1,2", "3,4"), { "na\u0308me": [1, 3] }],
  ["JSON with numbers as texts", records({ x: "1.5" }, { x: "2.5" }, { x: "1,234.5" }), { x: [1.5, 2.5, 1234.5] }],
  ["JSON with what JSON lacks", '[{"x":NaN,"y":1},{"x":Infinity,"y":2},{"x":3,"y":4}]', { x: [NaN, NaN, 3] }],
  ["JSON after a byte order mark", '\ufeff[{"x":1},{"x":2}]', { x: [1, 2] }],
  ["JSON by lines with blank ones", '{"x":1}\r\n\r\n{"x":2}\r\n\r\n', { x: [1, 2] }],
  ["JSON by lines that are lists", '["x","y"]\n[1,2]\n[3,4]\n', { x: [1, 3], y: [2, 4] }],
  ["JSON without some members", records({ x: 1 }, { y: 2 }, { x: 3, y: 4 }), { x: [1, NaN, 3], y: [NaN, 2, 4] }],
  ["JSON of pandas by rows", JSON.stringify({ 0: { x: 1, y: 2 }, 1: { x: 3, y: 4 } }), { x: [1, 3], y: [2, 4] }],
  [
    "JSON of pandas with its schema",
    JSON.stringify({ schema: { fields: [{ name: "x" }] }, data: [{ x: 1.5 }, { x: 2.5 }] }),
    { x: [1.5, 2.5] },
  ],
  [
    "JSON of instants",
    records({ d: "2024-01-01T00:00:00.000Z" }, { d: "2024-01-02T12:00:00.000Z" }),
    { d: [19_723, 19_724.5] },
  ],
];

test.each(tables)("%s", async (_, content, cells) => {
  expect(shownCells(await openedFile(content))).toMatchObject(cells);
});

test("a comma between digits that no name tells from a decimal mark is said", async () => {
  const { notices } = await openedFile(lines("1,5", "2,5", "3,75"));
  expect(notices.join(" ")).toContain("If it is a decimal mark, choose another separator.");
});

test("columns at fixed places with blanks in names are refused with the way out", async () => {
  const fixed = lines("city            pop", "New York        8.3", "Boston          0.7", "Los Angeles     3.9");
  await expect(openedFile(fixed)).rejects.toThrow("pandas.read_fwf");
  await expect(openedFile(lines("a b", "This has 12 words", "and 13 lines"))).rejects.toThrow("only text");
});

describe("in every format", () => {
  const rows = [["patient_id", "y"], ...many(6, String).map((i) => [1 + (Number(i) % 3), Number(i) / 2])];
  const ofNames = (rows.slice(1) as number[][]).map(([id, y]) => ({ patient_id: id, y }));

  test("whole numbers that say whose a row is are proposed as persons", async () => {
    const csv = await openedFile(lines(...rows.map((row) => row.join(","))));
    const json = await openedFile(records(...ofNames));
    const xlsx = await openedFile(workbookBytes({ sheets: [{ name: "S", rows: sheetRows(rows) }] }));
    for (const table of [csv, json, xlsx]) {
      expect(table.schema!.person).toBe("patient_id");
      expect(outlineOf(table).columns.map(({ kind }) => kind)).toEqual(["id", "number"]);
    }
  });

  const doubles = (names: readonly string[]) =>
    Uint8Array.from([
      ...message(1, schemaOf(names.map((name) => field(name, float)))),
      ...message(
        3,
        batchOf(
          2,
          names.flatMap(() => [2, 0]),
          names.flatMap((_, k) => [0, 0, 16 * k, 16]),
        ),
        names.flatMap((_, k) => [...new Uint8Array(Float64Array.of(k, k + 0.5).buffer)]),
      ),
      ...[255, 255, 255, 255, 0, 0, 0, 0],
    ]);
  const long = "n".repeat(300);

  test.each([
    ["a line break in a cell", 'x,t\n1,"a\nb"\n2,c\n3,d\n'],
    ["a sign that turns the direction of text", lines("x,t", "1,a\u202eb", "2,c", "3,d")],
    ["a line break in a name of Arrow", doubles(["a\nb", "", " "])],
    ["long names of Arrow", doubles([long, `${long}1`, "a\u202eb"])],
    ["a line break in JSON", '[{"x":1,"t":"a\\nb"},{"x":2,"t":"c"},{"x":2,"t":"d"}]'],
  ])("%s leaves a schema that links and files can have, and that reads the same", async (_, content) => {
    const table = await openedFile(content);
    expect(schemaOfText(schemaText(table.schema!))).toBeDefined();
    const schema = readSchemaFile(schemaFileText(table.schema!, "t"));
    if ("problem" in schema) throw new Error(schema.problem);
    const again = await openedFile(content, { schema });
    expect(again.columns.map(({ values }) => values)).toEqual(table.columns.map(({ values }) => values));
  });

  test("more columns than a table has are refused at once", async () => {
    await expect(openedFile(doubles(many(20_001, (k) => `c${k}`)))).rejects.toThrow("at most 20,000 columns");
  });

  test("words beside digits in a number's format make no day of it", async () => {
    const bytes = (format: string) =>
      workbookBytes({
        formats: [format],
        sheets: [{ name: "S", rows: sheetRows([["x"], [44], [45]]).replaceAll(/(r="A[23]")/g, '$1 s="1"') }],
      });
    const cellsOf = async (format: string) => shownCells(await openedFile(bytes(format)))["x"];
    for (const format of ["Standard", "0.00 days", "#,##0 USD"]) expect(await cellsOf(format)).toEqual([44, 45]);
    expect(await cellsOf("dd/mm/yyyy hh:mm:ss.000")).toEqual([-25_524, -25_523]);
  });
});

test("classes that look alike are proposed as one", async () => {
  const text = lines(
    "c,y",
    "Zu\u0308rich,1",
    "Zürich,2",
    "Bern,3",
    "Bern ,4",
    "New\u00a0York,5",
    "New York,6",
    "Be\u00adrn,7",
  );
  const { schema } = await openedFile(text);
  expect(schema!.columns[0]!.levels).toHaveLength(3);
});

test("decimal commas between commas look like names of rows, which is said", async () => {
  const { notices } = await openedFile(lines("x,y", "1,5,2", "2,75,3", "10,25,4"));
  expect(notices.join(" ")).toContain("Rows have a cell more than there are names");
});

describe("a schema file of another program", () => {
  const schemaOfFile = (fields: readonly object[], more: object = {}) =>
    readSchemaFile(JSON.stringify({ fields, ...more }));

  test("says by the format of its dates whether months come first", async () => {
    const read = async (format: unknown) => {
      const schema = schemaOfFile([{ name: "x", type: "date", format }]);
      if ("problem" in schema) throw new Error(schema.problem);
      return shownCells(await openedFile(lines("x", "03/04/2024", "05/06/2024"), { schema }))["x"];
    };
    const [fourth, march] = [
      [19_816, 19_879],
      [19_786, 19_849],
    ];
    expect(await read("%m/%d/%Y")).toEqual(march);
    for (const format of ["%d/%m/%Y", "any", undefined, { toString: 1 }]) expect(await read(format)).toEqual(fourth);
  });

  test("is the same schema in a link, whatever it contradicts", () => {
    const fields = [{ name: "column 1", type: "number", "curveil:type": "point" }];
    for (const text of [
      { header: false, rowNames: true },
      { header: false, below: "units" },
    ]) {
      const schema = schemaOfFile(fields, { "curveil:text": text });
      if ("problem" in schema) throw new Error(schema.problem);
      expect(schemaOfText(schemaText(schema))).toEqual(schema);
    }
  });

  test("has no name that turns the direction of what stands after it", () => {
    expect(schemaOfFile([{ name: "a\u202eb", type: "number" }])).toHaveProperty("problem");
  });
});
