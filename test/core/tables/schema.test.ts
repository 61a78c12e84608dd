import { describe, expect, test } from "vitest";
import { outlineOf, type ColumnOutline } from "../../../src/core/records/outline.ts";
import { scannedCells } from "../../../src/core/tables/cells/scannedCells.ts";
import { keyReading } from "../../../src/core/tables/declaredColumn.ts";
import { labelledRecordsFrom } from "../../../src/core/records/labelledRecords.ts";
import { formatOfColumn, type SchemaColumn, type TableSchema } from "../../../src/core/tables/schema.ts";
import type { Table } from "../../../src/core/tables/table.ts";
import { chooseColumns, choiceOf } from "../../../src/studies/density/model/columns.ts";
import { study as density } from "../../../src/studies/density/definition.ts";
import { study as meanCurve } from "../../../src/studies/meanCurve/definition.ts";
import { ownData } from "../../../src/state/scenario/ownData.ts";
import { openedFile, publicOutline } from "../../support/openedFile.ts";

const text = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true } as const;
const schemaOf = (
  ...columns: readonly (Partial<SchemaColumn> & Pick<SchemaColumn, "name" | "type">)[]
): TableSchema => ({
  ...{ from: "elsewhere", text },
  columns: columns.map((column) => ({ unit: "", ...column })),
});
const valuesOf = ({ columns }: Table, name: string) =>
  Array.from(columns.find((column) => column.name === name)!.values);
const textsOf = ({ columns }: Table, name: string) => {
  const { categories } = columns.find((column) => column.name === name)!;
  return Array.from(categories!.codes, (code) => categories!.names[code]);
};

describe("a cell is read by its column’s declared kind alone", () => {
  test.each<readonly [SchemaColumn["type"], string, readonly string[], readonly number[]]>([
    ["point", "", ["1.5", "1,500.5", "1,5", "5 kg", "x", "NA", "-3"], [1.5, 1500.5, NaN, NaN, NaN, NaN, -3]],
    ["comma", "", ["1,5", "1.500,5", "1.5", "7"], [1.5, 1500.5, NaN, 7]],
    ["point", "kg", ["5 kg", "5", "5 g", "5kg"], [5, 5, NaN, 5]],
    ["whole", "", ["5", "5.0", "5.5", "-2"], [5, 5, NaN, -2]],
    ["dayFirst", "", ["02.01.1970", "1970-01-03", "13/01/1970", "01/13/1970", "7"], [1, 2, 12, NaN, NaN]],
    ["monthFirst", "", ["01/02/1970", "13/01/1970"], [1, NaN]],
    ["time", "", ["12:30", "25:00", "12"], [12.5, NaN, NaN]],
    ["serial", "", ["45292", "59", "60", "61.5", "0", "03.01.1970"], [19_723, -25_509, NaN, -25_507.5, NaN, 2]],
    ["hours", "", ["25:10:30", "1:30", "PT1H30M", "2", "1:30 pm"], [25.175, 1.5, 1.5, 2, NaN]],
    ["minutes", "", ["1:30", "90:15", "1:00:30"], [1.5, 90.25, 60.5]],
    ["seconds", "", ["1:30", "1:00:30.5"], [90, 3630.5]],
    ["point", "", ["<0.5", "90+", "≤ 2"], [NaN, NaN, NaN]],
    ["point", "", ["١٢٫٥", "۱٬۲۳۴", "－３"], [12.5, 1234, -3]],
    ["category", "", ["5 kg", "1.5"], [NaN, NaN]],
  ])("%s, unit “%s”", async (type, unit, cells, values) => {
    const rows = cells.map((cell) => `"${cell}"`).join("\n");
    const table = await openedFile(`v\n${rows}\n`, { schema: schemaOf({ name: "v", type, unit }) });
    expect(valuesOf(table, "v")).toEqual(values);
  });

  test("a cell beyond a limit is its limit where that is declared, in a table that is held, in typed cells and in keys", async () => {
    const cells = ["<0.5", "≤0,5", "> 90 kg", "90+", ">=1e3", "<-2", "<9007199254740993", "<LOD", "~3", "1+2", "7"];
    const values = [0.5, NaN, 90, 90, 1000, -2, 9007199254740992, NaN, NaN, NaN, 7];
    const column: SchemaColumn = { name: "v", type: "point", unit: "kg", beyond: "limit" };
    const table = await openedFile(`v\n${cells.map((cell) => `"${cell}"`).join("\n")}\n`, { schema: schemaOf(column) });
    expect(valuesOf(table, "v")).toEqual(values);
    expect(table.columns[0]!.digits?.get(6)).toBe("9007199254740993");
    const [{ limits, unread }] = outlineOf(table).columns as [ColumnOutline];
    expect(limits).toEqual({ count: 6, examples: ["<0.5", "> 90 kg", "90+"] });
    expect(unread).toEqual({ count: 4, examples: ["≤0,5", "<LOD", "~3"] });
    const key = keyReading(column, { ofValue: (value) => value, ofDigits: (_, value) => value, ofText: () => 0 });
    expect(cells.map(key)).toEqual(values);
    const scan = scannedCells([{ place: 0, format: formatOfColumn(column) }], new TextDecoder());
    const encoder = new TextEncoder();
    expect(cells.map((cell) => scan.valueOf(0, encoder.encode(cell), 0, encoder.encode(cell).length))).toEqual(values);
  });

  test("texts stay as they are written; of a category a number is the same however it is written", async () => {
    const rows = "id,class,words\n007,1.0,1.0\n7,1,1\n 9007199254740993 ,5 kg,NA\n";
    const schema = schemaOf(
      { name: "id", type: "id" },
      { name: "class", type: "category" },
      { name: "words", type: "text" },
    );
    const table = await openedFile(rows, { schema });
    expect(textsOf(table, "id")).toEqual(["007", "7", "9007199254740993"]);
    expect(textsOf(table, "class")).toEqual(["1", "1", "5 kg"]);
    expect(textsOf(table, "words")).toEqual(["1.0", "1", undefined]);
  });

  test("declared words for no value take the place of the usual ones", async () => {
    const rows = "v,country\n-999,NA\n1,DE\n2,?\n";
    const schema = schemaOf(
      { name: "v", type: "point", missing: ["-999"] },
      { name: "country", type: "category", missing: ["?"], levels: ["DE", "NA"] },
    );
    const table = await openedFile(rows, { schema });
    expect(valuesOf(table, "v")).toEqual([NaN, 1, 2]);
    expect(textsOf(table, "country")).toEqual(["NA", "DE", undefined]);
  });

  test("a value that is no declared class is missing, however many others there are", async () => {
    const others = Array.from({ length: 40 }, (_, i) => `${i},${i},other ${i}`).join("\n");
    const schema = schemaOf(
      { name: "x", type: "point" },
      { name: "y", type: "point" },
      { name: "c", type: "category", levels: ["no", "yes"] },
    );
    const table = await openedFile(`x,y,c\n1,2,yes\n3,4,no\n${others}\n`, { schema });
    expect(outlineOf(table).columns[2]!.classes).toEqual(["no", "yes"]);
    const records = labelledRecordsFrom({ table, columns: ["x", "y"], label: "c", positive: "yes", missing: "drop" });
    expect([Array.from(records.responses), records.classNames, records.droppedCount]).toEqual([
      [1, -1],
      ["no", "yes"],
      40,
    ]);
  });

  test("bytes that are none of the encoding change their own cell", async () => {
    const bytes = new TextEncoder().encode("name,x\nZürich,1\nZ?rich,2\nBern,3\n");
    bytes[bytes.indexOf(63)] = 0xfc;
    const schema = schemaOf({ name: "name", type: "text" }, { name: "x", type: "point" });
    expect(textsOf(await openedFile(bytes, { schema }), "name")).toEqual(["Zürich", "Z\ufffdrich", "Bern"]);
  });

  test("every cell unreadable: all are missing, and the kinds stay", async () => {
    const table = await openedFile("x,d\na,b\nc,d\ne,f\n", {
      schema: schemaOf({ name: "x", type: "point" }, { name: "d", type: "dayFirst" }),
    });
    expect(outlineOf(table).columns.map(({ kind, numeric, text: isText }) => [kind, numeric, isText])).toEqual([
      ["number", true, false],
      ["date", true, false],
    ]);
    expect(valuesOf(table, "x")).toEqual([NaN, NaN, NaN]);
  });
});

describe("columns are found by their names", () => {
  const schema = schemaOf({ name: "age", type: "point" }, { name: "sex", type: "category" });

  test("in another order, among more", async () => {
    const table = await openedFile("more,sex,age\nx,f,1\ny,m,2\n", { schema });
    expect(table.columns.map(({ name }) => name)).toEqual(["age", "sex"]);
    expect([valuesOf(table, "age"), textsOf(table, "sex")]).toEqual([
      [1, 2],
      ["f", "m"],
    ]);
  });

  test("a file that lacks one is refused, by name, also where it has it in another case", async () => {
    await expect(openedFile("age,more\n1,2\n3,4\n", { schema })).rejects.toThrow("no column “sex”");
    await expect(openedFile("AGE,sex\n1,f\n3,m\n", { schema })).rejects.toThrow("there is “AGE”, in another case");
  });

  test("without a header by their places", async () => {
    const placed: TableSchema = {
      ...schemaOf({ name: "column 2", type: "point" }),
      text: { ...text, delimiter: ";", header: false },
    };
    expect(valuesOf(await openedFile("1;2\n3;4\n", { schema: placed }), "column 2")).toEqual([2, 4]);
  });

  test("a schema of a file with types of its own does not say how a text is written", async () => {
    const { text: _, ...typed } = schema;
    await expect(openedFile("age,sex\n1,f\n2,m\n", { schema: typed })).rejects.toThrow(
      "does not say how text is written",
    );
  });
});

describe("what an enemy told neighbours apart by", () => {
  const n = 400;
  /** Codes with leading zeros in one more than a tenth of the rows, or in a tenth: what the column is taken for turns on it. */
  const wide = (last: "07" | "9") => {
    const codeOf = (i: number) => (i < n / 10 ? "07" : i === n - 1 ? last : "9");
    const rows = Array.from({ length: n }, (_, i) => [0.1 * i, 1.5, codeOf(i), 2.5, 3.25].join(","));
    return `q_one,q_two,q_three,q_four,q_five\n${rows.join("\n")}\n`;
  };
  const own = meanCurve.links.decode("").values;

  test("which columns are the times of a wide table is declared: one cell changes no number of points", async () => {
    const [proposed, other] = [await openedFile(wide("07")), await openedFile(wide("9"))];
    // The proposals differ, which is why they are declared before anything is drawn.
    expect(publicOutline(proposed)).not.toEqual(publicOutline(other));
    for (const { schema } of [proposed, other]) {
      const tables = [
        await openedFile(wide("07"), { schema: schema! }),
        await openedFile(wide("9"), { schema: schema! }),
      ];
      expect(publicOutline(tables[0]!)).toEqual(publicOutline(tables[1]!));
      const chosen = tables.map((table) => {
        const outline = outlineOf(table);
        const scenario = { ...own, ...meanCurve.session.choose(outline, own), data: ownData };
        return [scenario, meanCurve.session.choiceOf(scenario, outline)];
      });
      expect(chosen[0]).toEqual(chosen[1]);
    }
  });

  test("one word in one cell takes no column from the curves", async () => {
    const rows = (cell: string) => `a,b,c\n${"1,2,3\n".repeat(20)}1,${cell},3\n`;
    const { schema } = await openedFile(rows("2"));
    const read = await openedFile(rows("unknown"), { schema: schema! });
    expect(publicOutline(read).columns.map(({ numeric }) => numeric)).toEqual([true, true, true]);
    expect(valuesOf(read, "b").slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 2));
  });

  test("which column is released does not depend on the records", async () => {
    const rows = (last: number) =>
      `rank,waiting\n${Array.from({ length: 40 }, (_, i) => `${i === 39 ? last : i + 1},${i % 7}.5`).join("\n")}\n`;
    const schemas = [(await openedFile(rows(40))).schema!, (await openedFile(rows(99))).schema!];
    for (const schema of schemas) {
      const [one, other] = [await openedFile(rows(40), { schema }), await openedFile(rows(99), { schema })];
      expect(chooseColumns(outlineOf(one))).toEqual(chooseColumns(outlineOf(other)));
      const scenario = { ...density.links.decode("").values, ...chooseColumns(outlineOf(one)), data: ownData };
      expect(choiceOf(scenario, outlineOf(one))).toEqual(choiceOf(scenario, outlineOf(other)));
    }
  });

  test.each([
    [
      "number and text, at nine tenths",
      "v",
      (k: number) => Array.from({ length: 20 }, (_, i) => (i < k ? "word" : "1.5")),
    ],
    [
      "number and date, at nine tenths",
      "v",
      (k: number) => Array.from({ length: 20 }, (_, i) => (i < k ? "1.5" : "2024-01-02")),
    ],
    [
      "date and time, at nine tenths",
      "v",
      (k: number) => Array.from({ length: 20 }, (_, i) => (i < k ? "2024-01-02" : "12:30")),
    ],
    ["order of dates", "v", (k: number) => ["01/02/2024", "03/04/2024", k < 3 ? "13/04/2024" : "04/13/2024"]],
    ["decimal marks", "v", (k: number) => ["1.500", "2.500", k < 3 ? "1.25" : "1,25"]],
    ["leading zeros, at a tenth", "v", (k: number) => Array.from({ length: 20 }, (_, i) => (i < k ? "01" : "5"))],
    ["units", "v", (k: number) => Array.from({ length: 20 }, (_, i) => (i < k ? "5 kg" : "5"))],
    ["classes, at twenty", "v", (k: number) => Array.from({ length: 21 + k }, (_, i) => `class ${i % (18 + k)}`)],
  ])("%s: no cell at the edge of a rule changes how others are read", async (_, name, cellsOf) => {
    for (let k = 0; k <= 4; k++) {
      const cells = cellsOf(k);
      const file = (last: string) =>
        `${name},w\n${cells
          .concat(last)
          .map((cell) => `"${cell}",1`)
          .join("\n")}\n`;
      const { schema } = await openedFile(file(cells[0]!));
      const plain = await openedFile(file(cells[0]!), { schema: schema! });
      for (const last of [
        "word",
        "1.5",
        "1,5",
        "2024-01-02",
        "31/12/2024",
        "12/31/2024",
        "12:30",
        "007",
        "3 kg",
        "class 99",
        "",
      ]) {
        const changed = await openedFile(file(last), { schema: schema! });
        expect(publicOutline(changed)).toEqual(publicOutline(plain));
        expect(valuesOf(changed, name).slice(0, -1)).toEqual(valuesOf(plain, name).slice(0, -1));
      }
    }
  });
});

test("what is not read yet: a schema that is given is not changed by the file, one that is proposed has its classes", async () => {
  const rows = "x,y,c\n1,2,b\n3,4,a\n5,6,b\n";
  const { schema } = await openedFile(rows);
  expect(schema!.columns.map(({ type, levels }) => [type, levels])).toEqual([
    ["point", ["1", "3", "5"]],
    ["point", ["2", "4", "6"]],
    ["category", ["a", "b"]],
  ]);
  const given = schemaOf({ name: "c", type: "category" });
  expect((await openedFile(rows, { schema: given })).schema).toEqual(given);
  expect((await openedFile(rows, { schema: given, isProposal: true })).schema!.columns[0]!.levels).toEqual(["a", "b"]);
});

describe("Lemma 7 of reading.md", () => {
  const marked = {
    ...schemaOf({ name: "x", type: "text" }, { name: "y", type: "point" }),
    text: { ...text, comment: "#" },
  } as const;
  const plain = { ...marked, text } as const;
  const blanks = { ...marked, text: { ...text, delimiter: " " } } as const;
  const alone = schemaOf({ name: "x", type: "point" });
  const told = /begins with # and has (?:fewer|another number of) cells/;

  test.each<[string, TableSchema, string, number, RegExp | undefined]>([
    ["a record with all its cells counts", marked, "x,y\n1,1\n2,2\n#3,", 3, told],
    ["an empty cell at the end that is left out makes a record a comment", marked, "x,y\n1,1\n2,2\n#3", 2, told],
    ["without a mark it counts", plain, "x,y\n1,1\n2,2\n#3", 3, /a row without any is a blank line/],
    [
      "a record without any value is a blank line, if its cells are left out",
      plain,
      "x,y\n1,1\n2\n\n",
      2,
      /a row without any is a blank line/,
    ],
    ["it counts with its cells", plain, "x,y\n1,1\n2,2\n,\n", 3, undefined],
    ["between blanks a marked record that lacks a cell is a comment", blanks, "x y\n1 1\n2 2\n#3\n", 2, told],
    ["a line end in a cell makes two records", blanks, 'x y\n1 1\n2 2\n"a\nb" 3\n', 4, told],
    ["of one column an empty last record needs a line end", alone, "x\n1\n2\n", 2, undefined],
    ["with it, it counts", alone, "x\n1\n2\n\n", 3, undefined],
  ])("%s, and the page says it where a mark or a short row may mean it", async (_, schema, content, rows, notice) => {
    const { rowCount, notices } = await openedFile(content, { schema });
    expect(rowCount).toBe(rows);
    if (notice) expect(notices.join(" ")).toMatch(notice);
    else expect(notices).toEqual([]);
  });
});
