import { describe, expect, test } from "vitest";
import { boundaryRecordsFrom } from "../../src/core/records/boundaryRecords.ts";
import { detectLayout } from "../../src/core/records/curves/curveLayout.ts";
import { curvesFrom } from "../../src/core/records/curves/curves.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { readSchemaFile, schemaFileText } from "../../src/core/tables/schemaFile.ts";
import type { SchemaColumn } from "../../src/core/tables/schema.ts";
import { originOfSchema, schemaOfText, schemaText } from "../../src/core/tables/schemaText.ts";
import { swept } from "../support/swept.ts";
import { openTableFile, readTableFile } from "../../workers/tableFile.ts";
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

test("numbers beyond a limit are proposed as their limit, in a column that has more of them than others (34)", async () => {
  const { cells, schema, outline } = await open("34-below-detection.csv");
  expect(schema.columns[0]).toMatchObject({ type: "point", beyond: "limit" });
  expect(cells["lead"]!.slice(0, 9)).toEqual([0.8, 0.5, 1.2, 0.5, 2.4, 0.5, 10, 1.9, NaN]);
  expect(outline.columns[0]).toMatchObject({ limits: { count: 5 }, unread: { count: 1, examples: ["~3"] } });
  const most = await openedFile("x;y\n<0,5;1\n<0,25;2\n90+;3\n1,2;4\n");
  expect(most.schema!.columns[0]).toMatchObject({ type: "comma", beyond: "limit" });
  expect([...most.columns[0]!.values]).toEqual([0.5, 0.25, 90, 1.2]);
  const late = `x,n\n${"1.5,1\n".repeat(1200)}<0.5,2\n`;
  expect((await openedFile(late)).columns[0]!.values.at(-1)).toBe(0.5);
});

test("durations over a day are hours (36); what may be a time of day as well is asked about", async () => {
  const { cells, schema, outline } = await open("36-durations-over-a-day.csv");
  expect(schema.columns[0]!.type).toBe("hours");
  expect(cells["run"]!.slice(0, 4)).toEqual([25.5, 3.25, 101, 86_399 / 3600]);
  expect([outline.columns[0]!.kind, outline.columns[0]!.unit]).toEqual(["number", "h"]);
  const proposal = async (file: string) => {
    const [column] = outlineOf(await openedFile(file)).columns;
    return [column!.type, column!.ambiguous?.text];
  };
  expect(await proposal("start,n\n8:30,1\n9:15,2\n")).toEqual(["time", "1:30"]);
  expect(await proposal("lap,n\n8:30,1\n9:15,2\n")).toEqual(["hours", "1:30"]);
  expect(await proposal("t,n\n58:30,1\n9:15,2\n")).toEqual(["minutes", "01:30"]);
  expect(await proposal(`t,n\n${"8:30:00,1\n".repeat(1200)}25:00:00,2\n`)).toEqual(["hours", undefined]);
  expect(await proposal("t,n\nPT15M,1\nPT2H,2\nPT1H30M,2\n")).toEqual(["hours", undefined]);
  expect(await proposal("t,n\n5 min,1\n12 min,2\n")).toEqual(["point", undefined]);
});

test("numbers in a column named as dates are proposed as days of a spreadsheet", async () => {
  const [date, x] = (await openedFile("date,x\n45292,45292\n45293.5,2\n")).columns;
  expect([...date!.values, date!.declared!.type, x!.declared!.type]).toEqual([19_723, 19_724.5, "serial", "point"]);
  expect((await openedFile("date,x\n12,1\n45293,2\n")).columns[0]!.declared!.type).toBe("point");
});

test("a class that is not known is proposed as left out, and said; 1 and true are one", async () => {
  const { schema, ...table } = await openedFile("x,smoker\n1,yes\n2,unknown\n3,no\n4,Yes\n");
  expect(schema!.columns[1]!.levels).toEqual(["Yes | yes", "no"]);
  expect(outlineOf(table).columns[1]!.leftOut).toEqual({ count: 1, examples: ["unknown"] });
  const truth = await openedFile("x,c\n1.5,1\n2,true\n3,1.0\n4,0\n5,FALSE\n");
  expect(truth.schema!.columns[1]).toMatchObject({ type: "category", levels: ["0 | FALSE", "1 | true"] });
});

test("NA among codes of two letters is Namibia", async () => {
  const { cells, schema } = await open("54-country-na.csv");
  expect(schema.columns[0]!.missing).toEqual([]);
  expect(cells["country"]).toContain("NA");
});

test("hours over both changes of the clock are an hour apart, and a number beside times that rise is no count (10)", async () => {
  const { table, schema, outline } = await open("10-summer-time-offsets.csv");
  const { values } = table.columns[0]!;
  for (const part of [values.slice(0, 10), values.slice(10)])
    part.slice(1).forEach((value, i) => expect(value - part[i]!).toBeCloseTo(1 / 24, 9));
  expect([table.rowCount, schema.columns[1]!.type]).toEqual([20, "point"]);
  expect(outline.notices.join(" ")).toContain("read it as “Count of records like the row”");
});

test("names of time zones make no wrong number, and are said (11)", async () => {
  const { cells, outline } = await open("11-zone-names.csv");
  expect(cells["at"]!.every((cell) => typeof cell === "string")).toBe(true);
  expect(outline.columns[0]).toMatchObject({ kind: "category", hasZones: true });
});

test("a unit in brackets after a name is the column's, and the mark of a log is not in a name (21)", async () => {
  const { schema, table } = await open("21-tilde-battery-log.txt");
  expect(schema.columns.map(({ name }) => name)).toEqual(["Time[h]", "U[V]", "I[A]", "State"]);
  expect(schema.columns.map(({ unit }) => unit)).toEqual(["h", "V", "A", ""]);
  expect([table.rowCount, table.columns[1]!.values[0]]).toEqual([12, 4.14]);
  const others = await openedFile("weight (kg),grade (upper),n (%)\n70,1.5,12\n80 kg,2,50\n154 lb,3,7\n");
  expect(others.schema!.columns.map(({ unit }) => unit)).toEqual(["kg", "", "%"]);
  expect([...others.columns[0]!.values]).toEqual([70, 80, 69.85322498]);
});

describe("units in one column that differ", () => {
  const proposed = async (file: string) => {
    const table = await openedFile(file);
    const { unit, others } = table.schema!.columns[0]!;
    return { unit, others, values: [...table.columns[0]!.values], outline: outlineOf(table).columns[0]! };
  };
  test.each([
    ["12 % beside 0.12", "rate,n\n12%,1\n0.12,2\n12.5 %,3\n0.5,4\n", "", [0.12, 0.12, 0.125, 0.5]],
    ["1.2k beside 850", "pay,n\n1.2k,1\n850,2\n0.57k,3\n3 M,4\n", "", [1200, 850, 570, 3e6]],
    ["cm beside m", "size,n\n180 cm,1\n1.80 m,2\n57cm,3\n1m,4\n", "cm", [180, 180, 57, 100]],
    ["kg beside lb, with decimal commas", "w;n\n70,5 kg;1\n1,5 lb;2\n1.234,5 g;3\n", "kg", [70.5, 0.680388555, 1.2345]],
    ["mg/dl beside g/l", "g,n\n110 mg/dl,1\n1.1 g/l,2\n<90 mg/dl,3\n", "mg/dl", [110, 110, 90]],
    ["°C beside °F", "t,n\n20 °C,1\n68 °F,2\n-40°F,3\n37.5 °C,4\n", "°C", [20, 20, -40, 37.5]],
    ["seconds, minutes and hours", "t,n\n2 h,1\n30 min,2\n1 h,3\n90 s,4\n", "h", [2, 0.5, 1, 0.025]],
    ["km/h beside m/s", "v,n\n36 km/h,1\n5 m/s,2\n50 km/h,3\n", "km/h", [36, 18, 50]],
    [
      "12 % late among shares",
      `rate,n\n${"0.25,1\n".repeat(1200)}12 %,2\n`,
      "",
      [...Array<number>(1200).fill(0.25), 0.12],
    ],
  ])("%s: converted exactly, and said", async (_, file, unit, values) => {
    const found = await proposed(file);
    expect(found).toMatchObject({ unit, others: "converted", values });
    expect(found.outline.converted!.count).toBeGreaterThan(0);
  });
  test("numbers beside 12 % that are larger than 1 stay in percent and are asked about", async () => {
    expect(await proposed("rate,n\n12%,1\n7,2\n50%,3\n")).toMatchObject({ unit: "%", values: [12, 7, 50] });
  });
  test("a column declared in inches has centimetres and feet in inches", async () => {
    const file = "size,n\n12 in,1\n10 in,2\n30 cm,3\n1 ft,4\n";
    const { schema } = await openedFile(file);
    const [size, n] = schema!.columns as [SchemaColumn, SchemaColumn];
    expect(size.unit).toBe("in");
    const inches = await openedFile(file, { schema: { ...schema!, columns: [{ ...size, unit: "in" }, n] } });
    expect([...inches.columns[0]!.values]).toEqual([12, 10, 30 / 2.54, 12]);
  });
  test("of several currencies a column has none, and the page says which", async () => {
    const { columns } = outlineOf(await openedFile("price,n\n$5.00,1\n€5.00,2\n£7,3\n$1,4\n€6.10,5\n"));
    expect(columns[0]).toMatchObject({ kind: "category", otherUnits: ["$", "€", "£"] });
  });
  test("a schema, its link and its file say that units are converted; without that they are missing", async () => {
    const file = "size,n\n180 cm,1\n1.80 m,2\n57cm,3\n1m,4\n";
    const { schema } = await openedFile(file);
    const again = [
      schemaOfText(schemaText(schema!))!,
      readSchemaFile(schemaFileText(schema!)) as typeof schema & object,
    ];
    for (const { columns } of again) expect(columns[0]).toMatchObject({ unit: "cm", others: "converted" });
    const [{ others: _, ...size }, n] = schema!.columns as [SchemaColumn, SchemaColumn];
    const strict = await openedFile(file, { schema: { ...schema!, columns: [size, n] } });
    expect([...strict.columns[0]!.values]).toEqual([180, NaN, 57, NaN]);
  });
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

swept("10⁶ different classes are proposed as ids, and numbers beside them are read", async () => {
  const count = 1_000_000;
  const rows = Array.from({ length: count }, (_, i) => `${i % 97},class ${i}`).join("\n");
  const table = await openedFile(`x,class\n${rows}\n`);
  expect(table.rowCount).toBe(count);
  expect(outlineOf(table).columns.map(({ type }) => type)).toEqual(["point", "id"]);
  expect(table.schema!.columns[1]!.levels).toBe(undefined);
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

test("of a scanned file limits are counted over names and declared classes: a cell anywhere changes its row alone", async () => {
  const rows = Array.from({ length: 3000 }, (_, i) => `${i / 3000},${"ab"[i % 2]!},t${i % 1000}`);
  const fileOf = (own: readonly string[]) => `x,class,note\n${own.join("\n")}\n`;
  const { schema: proposed } = await openedFile(fileOf(rows));
  const schema = { ...proposed!, from: "elsewhere" as const };
  const opened = async (own: readonly string[]) => {
    const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };
    const file = new Blob([fileOf(own)]);
    const large = await openTableFile(file, { reading: { schema }, ...job, limits: { rows: 100, cells: 1e9 } });
    if (!("scan" in large)) throw new Error("not scanned");
    const table = await readTableFile(file, { schema }, job.checkpoint, job.progress, new Set(["x", "class"]));
    const choice = { task: "classification", x: "x", y: "x", response: "class", positive: "b" } as const;
    const { points, responses } = boundaryRecordsFrom(table, { ...choice, missing: { countedAs: [0.5, 0.5] } });
    const columns = large.outline.columns.map(({ name, kind, type, unit, classes }) => ({
      name,
      kind,
      type,
      unit,
      classes,
    }));
    return { shown: { columns, schema: large.outline.schema }, points, responses };
  };
  const usual = await opened(rows);
  // A third class and a 1,001st text, in the beginning and far behind it.
  for (const k of [0, 2999]) {
    const other = await opened(rows.with(k, "12e4 kg,third,one more"));
    expect(other.shown).toEqual(usual.shown);
    expect(other.responses.filter((value, i) => i !== k && value !== usual.responses[i])).toHaveLength(0);
    expect(
      other.points.coordinates.filter((value, i) => i >> 1 !== k && value !== usual.points.coordinates[i]),
    ).toHaveLength(0);
  }
});
