import { describe, expect, test } from "vitest";
import { blankLines, cellsBetweenBlanks } from "../../../../src/core/tables/cells/blankLines.ts";
import { createRowScan } from "../../../../src/core/tables/rowScan.ts";
import { readTable } from "../../../../src/core/tables/readTable.ts";
import { proposedSchema } from "../../../../src/core/records/schemaProposal.ts";
import { schemaFileText, readSchemaFile } from "../../../../src/core/tables/schemaFile.ts";
import { schemaOfText, schemaText } from "../../../../src/core/tables/schemaText.ts";
import { caseFile, shownCells } from "../../../support/cases.ts";
import { chanceOf } from "../../../support/fuzzing.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => shownCells(readTable(bytes(text)));

describe("a table between blanks", () => {
  test("of numpy.savetxt has two columns of 20 numbers", () => {
    const table = readTable(caseFile("39-space-separated-savetxt.txt"));
    expect(table.found!.text).toMatchObject({ delimiter: " ", header: false, preamble: 0 });
    expect(table.columns.map(({ name, values, missingCount }) => [name, values.length, missingCount])).toEqual([
      ["column 1", 20, 0],
      ["column 2", 20, 0],
    ]);
    expect(table.columns[0]!.values[0]).toBe(5.209595510970587151e-1);
  });

  test("of R's write.table has the names of its rows in a column of their own", () => {
    const text =
      '"mpg" "cyl" "kind of gear"\n"Mazda RX4" 21 6 "four"\n"Fiat ""128""" 32.4 NA "fo\\"ur"\n"3" 18.1 6 "three"\n';
    expect(read(text)).toEqual({
      row: ["Mazda RX4", 'Fiat "128"', "3"],
      mpg: [21, 32.4, 18.1],
      cyl: [6, NaN, 6],
      "kind of gear": ["four", 'fo"ur', "three"],
    });
  });

  test.each([
    ["fixed width", "  name   age  height\n  Anna    23    1.70\n  Bo     105    1.81\n"],
    ["lines of Windows, the last one open", "name  age height\r\nAnna   23   1.70\r\nBo 105 1.81"],
    [
      "names behind a hash",
      "# weights of 2024, in order\n# name age height\nAnna 23 1.70\nBo 105 1.81\n# this is the end\n",
    ],
    ["quotes", '"name" "age" "height"\n"Anna" 23 1.7\n"Bo" 105 1.81\n'],
  ])("%s is read", (_, text) => {
    expect(read(text)).toEqual({ name: ["Anna", "Bo"], age: [23, 105], height: [1.7, 1.81] });
  });

  test("decimal commas between blanks are numbers", () => {
    expect(read("a b c\n1,5 2,25 3,125\n4,5 5,25 6,125\n7,5 8,25 9,5\n")).toEqual({
      a: [1.5, 4.5, 7.5],
      b: [2.25, 5.25, 8.25],
      c: [3.125, 6.125, 9.5],
    });
  });

  test.each([
    ["savetxt with names behind a hash", "# dose group\n1.5 M\n2.5 F\n12 M\n"],
    ["words that are units elsewhere", "dose group\n1.5 M\n2.5 F\n12 M\n"],
    ["fixed width", "dose group   \n 1.5     M   \n 2.5     F   \n12       M   \n"],
    ["write.table without names of rows", '"dose" "group"\n1.5 "M"\n2.5 "F"\n12 "M"\n'],
    ["decimal commas behind words", "group dose\nM 1,5\nF 2,5\nM 12\n"],
    ["four columns of words", "dose group a b c d\n1.5 M p q r s\n2.5 F q r s p\n12 M r s p q\n"],
  ])("numbers beside words are two columns: %s", (_, text) => {
    expect(read(text)).toMatchObject({ dose: [1.5, 2.5, 12], group: ["M", "F", "M"] });
  });

  test("numbers beside words without names are two columns", () => {
    expect(read("1.5 A\n2.5 B\n12 A\n")).toEqual({ "column 1": [1.5, 2.5, 12], "column 2": ["A", "B", "A"] });
  });

  test("a row that lacks a cell has no values: nothing says which one is lacking", () => {
    const rows = Array.from({ length: 100 }, (_, i) => (i === 70 ? "7 8" : `${i} ${i / 2} ${i / 4}`));
    const table = readTable(bytes(`a b c\n${rows.join("\n")}\n`));
    expect(table.columns.map(({ missingCount }) => missingCount)).toEqual([1, 1, 1]);
    expect(table.notices.slice(-1)).toEqual([
      "A row has another number of cells than the header, or is too long: nothing says which cell is lacking, so that all count as missing.",
    ]);
  });

  test.each([
    ["dates with times in one column", "at\n2020-01-01 10:00:00\n2020-01-02 11:00:00\n", ","],
    ["commas with blanks in texts", "city,n\nNew York,5\nSan Jose,7\n", ","],
    ["thousands between blanks", "n\n1 234\n5 678\n", ","],
    ["a column of numbers in units of one kind", "weight\n70 kg\n154 lb\n80 kg\n", ","],
    ["a column of money", "price\n5 €\n6 $\n7 €\n8 €\n", ","],
    ["tabs with blanks in texts", "city\tn\nNew York\t5\nSan Jose\t7\n", "\t"],
  ])("%s stay as they were", (_, text, delimiter) => {
    expect(readTable(bytes(text)).found!.text.delimiter).toBe(delimiter);
  });

  test("a schema says it, in a link and in a file, and reads each row by itself", () => {
    const text = '"x" "y"\n"1" 0.5 2\n"2" 1.5 3\n"3" 2.5 4\n';
    const schema = proposedSchema(readTable(bytes(text)));
    expect(schema.text).toMatchObject({ delimiter: " ", header: true, rowNames: true });
    expect(schemaOfText(schemaText(schema))).toEqual(schema);
    expect(readSchemaFile(schemaFileText(schema))).toEqual({ ...schema, from: "elsewhere" });
    const before = readTable(bytes(text), { schema });
    const after = readTable(bytes(text.replace("1.5 3", "1.5 3 9")), { schema });
    expect(shownCells(before)["x"]).toEqual([0.5, 1.5, 2.5]);
    expect(shownCells(after)["x"]).toEqual([0.5, NaN, 2.5]);
  });

  test("is scanned in pieces to the same values as it is read", () => {
    const { below, one } = chanceOf(77);
    for (let k = 0; k < 40; k++) {
      const rows = Array.from({ length: 60 }, (_, i) =>
        [
          String(i / 8),
          one(['"a b"', "c", '"d""e"', "NA"]),
          String(below(1000)),
          ...(below(15) === 0 ? ["9"] : []),
        ].join(one([" ", "  ", "\t", " \t "])),
      );
      const content = bytes(`x g n\n${rows.join(one(["\n", "\r\n", "\n\n"]))}\n`);
      const reading = { delimiter: " ", header: true } as const;
      const table = readTable(content, { schema: proposedSchema(readTable(content, reading)) });
      const values: number[] = [];
      const scan = createRowScan({
        dialect: { delimiter: " ", newline: "\n", preamble: 0, hasHeader: true },
        ...{ encoding: "utf-8", recordWidth: 3 },
        columns: [0, 2].map((place) => ({ place, format: { type: "number", decimal: ".", unit: "" }, asKey: false })),
        take: (taken, count) => values.push(...taken.subarray(0, 2 * count)),
      });
      for (let at = 0; at < content.length;) {
        const next = at + 1 + below(200);
        scan.push(content.slice(at, next));
        at = next;
      }
      scan.finish();
      expect(values).toEqual(
        Array.from({ length: table.rowCount }, (_, i) => [0, 2].map((j) => table.columns[j]!.values[i])).flat(),
      );
    }
  });

  test("cellsBetweenBlanks(line) takes time linear in the line", () => {
    const lines = ['"\\" '.repeat(200_000), '"a"b '.repeat(200_000), '""'.repeat(200_000), '" '.repeat(200_000)];
    expect(lines.map((line) => cellsBetweenBlanks(line).length)).toEqual([200_000, 200_000, 1, 100_000]);
  });

  test("a line that is too long to be held has no values, and the next one is read", () => {
    const { push, unfit } = blankLines({ newline: "\n", preamble: 0 }, 100);
    expect(push("a b\n1 2\n")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    for (let i = 0; i < 50; i++) expect(push(" 1 2 3")).toEqual([]);
    expect(push(" 4\n5 6\n")).toEqual([
      ["", ""],
      ["5", "6"],
    ]);
    expect(unfit()).toBe(1);
  });

  test("without a header no row decides how many cells another one has", () => {
    const { push } = blankLines({ newline: "\n", preamble: 0, hasHeader: false }, 1000);
    expect(push("1\n2 3\n4 5 6\n")).toEqual([["1"], ["2", "3"], ["4", "5", "6"]]);
  });
});
