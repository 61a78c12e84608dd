import { describe, expect, test } from "vitest";
import { labelClasses } from "../../src/core/records/labelledRecords.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { shownCells } from "../support/cases.ts";
import { openedFile } from "../support/openedFile.ts";

// Small files after bug reports of other tools, written here, with the values that they mean. Numbers are those of the reports.

const lines = (...rows: readonly string[]) => `${rows.join("\n")}\n`;
const many = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i));
const open = async (content: string | Uint8Array<ArrayBuffer>) => {
  const table = await openedFile(content);
  return { table, cells: shownCells(table), types: table.schema!.columns.map(({ type }) => type) };
};
/** The same file with one column declared as another type. */
const declared = async (content: string, name: string, type: TableSchema["columns"][number]["type"]) => {
  const { schema } = await openedFile(content);
  const columns = schema!.columns.map((column) => (column.name === name ? { name, type, unit: "" } : column));
  return openedFile(content, { schema: { ...schema!, columns } });
};
const refusalOf = (content: string) =>
  openedFile(content).then(
    () => "",
    (error: unknown) => (error as Error).message,
  );

describe("codes and ids", () => {
  test("ids that look like powers of ten are told apart as they are written (1)", async () => {
    const { cells, types } = await open(lines("code,score", "12e4,3.1", "120000,2.9", "7e05,4.2", "9e99,3.3", "3e8,1"));
    expect(types[0]).toBe("id");
    expect(cells["code"]).toEqual(["12e4", "120000", "7e05", "9e99", "3e8"]);
  });

  test("rare letters among codes of numbers are kept in a group (2)", async () => {
    const text = lines("dx,cost", ...many(600, (i) => `${100 + (i % 15)},${i % 90}`), "V12,3", "E11,4");
    const { rowCount, columns } = await declared(text, "dx", "category");
    expect(rowCount).toBe(602);
    expect(columns[0]!.categories!.names).toEqual(expect.arrayContaining(["V12", "E11", "100"]));
  });

  test("identifiers keep all digits: 5 persons of 4 rows (31)", async () => {
    const { table } = await open(lines("person,y", ...many(20, (i) => `123456789012345670${i % 5},${i}`)));
    const { names, codes } = (table.columns[0]!.categories ?? table.columns[0]!.texts)!;
    expect(names).toHaveLength(5);
    for (let code = 0; code < 5; code++) expect(codes.filter((each) => each === code)).toHaveLength(4);
    expect(table.schema!.person).toBe("person");
  });

  test("pipes inside cells of a comma file are text (48)", async () => {
    const { table, cells } = await open(
      lines("freq,series,value", ...many(12, (i) => `M,A|B|C|${i}|D (x|y),${1.5 * i}`)),
    );
    expect(table.columns).toHaveLength(3);
    expect(cells["value"]).toEqual(many(12, String).map((i) => 1.5 * Number(i)));
  });

  test("1, 1.0 and 01 are one class, 0 and 00 the other (89)", async () => {
    const { table } = await open(
      lines("x,class", ...many(42, (i) => `${i / 7},${["1", "1.0", "01", "0", "0.0", "00"][i % 6]}`)),
    );
    expect(labelClasses(table, "class").map(({ count }) => count)).toEqual([21, 21]);
  });
});

describe("numbers", () => {
  test("numbers after many cells without one are a column of numbers (3)", async () => {
    const { table } = await open(lines("a,late", ...many(1500, (i) => `${i + 1},${i < 1300 ? "NA" : (i - 1289) / 2}`)));
    const [, late] = table.columns;
    expect([late!.missingCount, late!.values.at(-1), table.schema!.columns[1]!.type]).toEqual([1300, 105, "point"]);
  });

  test("an exponent after thousands of whole numbers is read (4)", async () => {
    const { cells } = await open(lines("count", ...many(5000, (i) => String(100 + (i % 50))), "4e5", "2.5e+3"));
    expect(cells["count"]!.slice(-2)).toEqual([400_000, 2500]);
  });

  test("thousands are thousands, and 1,23 beside them is no number (5)", async () => {
    const { cells, table } = await open(
      lines("v", "10.44", "76.33", '"2,923"', '"1,045,442.22"', '"1,23"', "512", "8.5", '"3,001"'),
    );
    expect(cells["v"]).toEqual([10.44, 76.33, 2923, 1_045_442.22, NaN, 512, 8.5, 3001]);
    expect(outlineOf(table).columns[0]!.unread?.examples).toEqual(["1,23"]);
  });

  test("decimal commas in quotes, in a file of commas (6)", async () => {
    const { cells } = await open(
      lines("when,temp,hum", ...many(12, (i) => `2024-10-${10 + i} 01:39:58,"2${i % 10},25","6${i % 10},3"`)),
    );
    expect([cells["temp"]!.slice(0, 2), cells["hum"]!.slice(0, 2)]).toEqual([
      [20.25, 21.25],
      [60.3, 61.3],
    ]);
  });

  test("populations that look like years are whole numbers (7)", async () => {
    const { types } = await open(
      lines("town,centre,city", "Ash,25376,463878", "Birch,1998,12004", "Cedar,2025,9876", "Dogwood,1890,4100"),
    );
    expect(types).toEqual(["category", "point", "point"]);
  });

  test("what is no finite number is missing (30)", async () => {
    const { cells } = await open(
      lines("x", ..."1.5 2.5 inf -inf Infinity NaN 1e999 -1e999 1.7976931348623157e308 5e-324 3.5 4.5".split(" ")),
    );
    expect(cells["x"]!.filter((value) => !Number.isNaN(value))).toEqual([1.5, 2.5, Number.MAX_VALUE, 5e-324, 3.5, 4.5]);
  });

  test("one letter for thousands in all cells is a unit (33)", async () => {
    const { table, cells } = await open(lines("income", "1.2k", "3k", "0.85k", "2.5k", "12k"));
    expect(table.schema!.columns[0]!.unit).toBe("k");
    expect(cells["income"]).toEqual([1.2, 3, 0.85, 2.5, 12]);
  });
});

describe("dates", () => {
  test("day and month that no cell tells apart are asked about (8)", async () => {
    const { table } = await open(
      lines("date,visits", "01/03/2023,13", "01/04/2023,14", "02/03/2023,16", "04/04/2023,18"),
    );
    expect(outlineOf(table).columns[0]!.ambiguous?.text).toMatch(/^\d\d\/\d\d\/\d{4}$/);
  });

  test("a cell late in the file decides their order everywhere (9)", async () => {
    const rows = many(1500, (i) => `${String(1 + (i % 12)).padStart(2, "0")}/01/2023,${i}`);
    const { table } = await open(lines("date,visits", ...rows, "13/02/2023,5"));
    expect(table.schema!.columns[0]!.type).toBe("dayFirst");
    expect(table.columns[0]!.values[1]! - table.columns[0]!.values[0]!).toBe(1);
  });
});

describe("quotes, names and separators", () => {
  test("names in quotes that occur twice, or not at all (14)", async () => {
    const { table } = await open(lines('Foo,"Bar, Baz","Spam, Baz",Foo,,', "1,2,3,4,5,6", "2,3,4,5,6,7"));
    expect(table.columns.map(({ values }) => values[0])).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(table.columns.map(({ name }) => name)).size).toBe(6);
  });

  test("pipes, ids and decimal commas (15)", async () => {
    const rows = many(
      12,
      (i) =>
        `4CED3697-0A0${i % 10}-4254-9DB9-8D233000D79${i % 7}|0${i % 3}|${["0,000", "1,500", "12,250"][i % 3]}|0,000|CT`,
    );
    const { cells } = await open(lines("KEY|SHOP|STOCK|FREE|UNIT", ...rows));
    expect(cells["STOCK"]!.slice(0, 3)).toEqual([0, 1.5, 12.25]);
    expect(cells["FREE"]!.every((value) => value === 0)).toBe(true);
  });

  test("an apostrophe is no quote (17)", async () => {
    const { cells } = await open(lines("day,note", '1/1/19,"text"', '1/13/19,"text, with comma"', "1/5/19,'text'"));
    expect(cells["note"]).toEqual(["text", "text, with comma", "'text'"]);
  });

  test("the first quote after thousands of rows is a quote (18)", async () => {
    const { table } = await open(
      lines("name,x", ...many(9000, (i) => `a${i},${i / 10}`), '"x,y",1.5', '"say ""hi""",2.5', "b,3.5"),
    );
    const { names, codes } = table.columns[0]!.texts!;
    expect([...codes.slice(-3)].map((code) => names[code])).toEqual(["x,y", 'say "hi"', "b"]);
  });

  test("an inch mark that is not doubled is a letter (19)", async () => {
    const { cells } = await open(
      lines(
        "item,len,price",
        'nail 2",2,0.10',
        'pipe 5" steel,5,7.50',
        '"board 4"" oak",4,12.00',
        "bolt,1,0.25",
        'rod 8",8,3.40',
      ),
    );
    expect(cells["item"]!.slice(0, 3)).toEqual(['nail 2"', 'pipe 5" steel', 'board 4" oak']);
    expect(cells["price"]).toEqual([0.1, 7.5, 12, 0.25, 3.4]);
  });

  test("a comma at the end of rows alone shifts nothing (24)", async () => {
    const { cells } = await open(lines("a,b,c", ...many(8, (i) => `${i},${10 * i},${100 * i},`)));
    expect(["a", "b", "c"].map((name) => cells[name]![3])).toEqual([3, 30, 300]);
  });

  test("a mark of the encoding before a quoted name is not in it (25)", async () => {
    const { table } = await open(`\uFEFF${lines('"patient_id","x"', '"p1",0.5', '"p2",1.0')}`);
    expect(table.columns[0]!.name).toBe("patient_id");
  });

  test("UTF-16 without a mark (26)", async () => {
    const text = lines("name;größe", ...many(29, (i) => `n${i};${i},5`));
    const { table, cells } = await open(new Uint8Array(Buffer.from(text, "utf16le")));
    expect(table.columns[1]!.name).toBe("größe");
    expect(cells["größe"]!.slice(0, 2)).toEqual([0.5, 1.5]);
  });

  test("numbers between tabs without a header (42)", async () => {
    const { table } = await open(
      many(10, (i) => many(9, (j) => (j === 0 ? String(i) : (0.1 + i / 9 + j / 7).toFixed(8))).join("\t")).join("\n"),
    );
    expect([table.rowCount, table.columns.length, table.schema!.text!.header]).toEqual([10, 9, false]);
  });

  test("one row, a holder's only record (44)", async () => {
    const { table } = await open(lines("x,y,label", "1,2,a"));
    expect([table.rowCount, table.columns.length]).toEqual([1, 3]);
  });
});

test.each([
  ["texts alone (16)", lines("continent", "Africa", "Asia", "Europe"), /only text/],
  ["a header alone (43)", lines("x,y,label"), /only a header/],
  ["nothing (45)", "", /empty/],
  ["line ends (46)", "\n\n\r\n\n", /empty/],
  [
    "several currencies (49)",
    lines("price", "$5.00", "€5,00", "£5.00", "$7.50", "€6,10", "5 USD", "¥500"),
    /“price” with numbers in several units: \$, €, £/,
  ],
] as const)("%s: refused with the reason", async (_, text, reason) => {
  expect(await refusalOf(text)).toMatch(reason);
});

test("a web page with the name of a workbook is named (62)", async () => {
  const page = "<html><body><table><tr><td>x</td></tr><tr><td>1</td></tr></table></body></html>";
  expect(await refusalOf(page)).toMatch(/web page/);
});

test("ages of which many are whole fives are numbers of records each (81)", async () => {
  const ages = many(144, (i) => String(i % 3 === 0 ? 20 + (i % 40) : 20 + 5 * (i % 9)));
  const { table, types } = await open(lines("age", ...ages));
  expect([table.rowCount, types[0], table.columns[0]!.missingCount]).toEqual([144, "point", 0]);
});
