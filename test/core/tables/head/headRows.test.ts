import { describe, expect, test } from "vitest";
import { openedFile } from "../../../support/openedFile.ts";
import { caseFile } from "../../../support/cases.ts";
import { openTableFile } from "../../../../workers/tableFile.ts";
import { schemaOfText, schemaText } from "../../../../src/core/tables/schemaText.ts";
import type { TableSchema } from "../../../../src/core/tables/schema.ts";
import { readSchemaFile, schemaFileText } from "../../../../src/core/tables/schemaFile.ts";

const rows = Array.from({ length: 30 }, (_, i) => `${i / 10},${10 + i},${20 + i / 10}`);

/** What is proposed of a file, and what its schema reads after it was a link or a file. */
async function opened(content: Parameters<typeof openedFile>[0]) {
  const table = await openedFile(content);
  const schema = table.schema!;
  expect(schemaOfText(schemaText(schema))?.text).toEqual(schema.text);
  expect(readSchemaFile(schemaFileText(schema))).toMatchObject({ text: schema.text });
  const again = await openedFile(content, { schema });
  expect(again.columns.map(({ values }) => [...values])).toEqual(table.columns.map(({ values }) => [...values]));
  return {
    names: table.columns.map(({ name }) => name),
    units: schema.columns.map(({ unit }) => unit),
    columns: table.columns.map(({ values }) => [...values]),
    rowCount: table.rowCount,
    text: schema.text!,
  };
}

describe("comment lines", () => {
  test("a # line among the rows is no record (20)", async () => {
    const { names, columns, text } = await opened(caseFile("20-comment-lines.csv"));
    expect(names).toEqual(["timestamp", "distance", "angle"]);
    expect(columns).toEqual([
      [0, 0.1, 0.2, 0.3],
      [1.5, 1.6, 1.7, 1.8],
      [10, 11, 12, 13],
    ]);
    expect(text).toMatchObject({ preamble: 0, header: true, comment: "#" });
  });

  test.each(["#", "//", "%", "!", "##"])(
    "lines that begin with %s are comments below the names if they have fewer cells than these, and else records",
    async (mark) => {
      const text = [
        `${mark} by "x", y`,
        "t,a,b",
        ...rows.slice(0, 9),
        `${mark} "open, 1`,
        ...rows.slice(9),
        `${mark} end`,
      ];
      const { rowCount, text: layout } = await opened(text.join("\n"));
      expect([rowCount, layout.comment]).toEqual([30, mark]);
      const last = async (record: string) => {
        const schema: TableSchema = {
          from: "elsewhere",
          text: layout,
          columns: [{ name: "a", type: "point", unit: "" }],
        };
        const { rowCount, columns } = await openedFile(`${text.join("\n")}\n${record}`, { schema });
        return [rowCount, columns[0]!.values.at(-1)];
      };
      for (const cell of [`"${mark} is a cell"`, mark, `${mark}7`, `${mark}"`])
        expect(await last(`${cell},1,2`)).toEqual([31, 1]);
      expect(await last(`${mark},3,"of\n${mark} two lines"`)).toEqual([31, 3]);
      expect(await last(`${mark},4,5,6`)).toEqual([31, 4]);
    },
  );

  test.each([
    ["ids", "id,x\n#1,5\n#2,6\n#3,7\n#4,8\n"],
    ["names behind the mark", "#chrom\tstart\tend\n1\t10\t20\n2\t30\t40\n3\t50\t60\n"],
    ["words for nothing", "x,y\n#N/A,5\n2,6\n3,7\n4,8\n"],
  ])("%s that begin so are no comments", async (_, text) => {
    expect((await opened(text)).text.comment).toBeUndefined();
  });

  test("a comment of millions of characters is one", async () => {
    const long = `# ${"x".repeat(2_000_000)},y`;
    const { columns, rowCount } = await opened(["t,a,b", ...rows, long, `${long},6`, "9,8,7"].join("\n"));
    expect([rowCount, columns[2]!.slice(-2)]).toEqual([32, [6, 7]]);
  });
});

describe("rows below the names", () => {
  test("a row of units is no record (22)", async () => {
    const { units, rowCount, columns, text } = await opened(caseFile("22-units-row-under-names.csv"));
    expect([units, rowCount, columns[1]![0]]).toEqual([["s", "N", "°C"], 20, 10]);
    expect(text.below).toBe("units");
  });

  test("units in brackets are units", async () => {
    expect((await opened(["t,v,T", "(s),[m/s],", ...rows].join("\n"))).units).toEqual(["s", "m/s", ""]);
  });

  test("a row above names for several of them goes with each", async () => {
    const { names, rowCount } = await opened(
      [",Height,,Mass", "age,left,right,", ...rows.map((row) => `${row},1`)].join("\n"),
    );
    expect([names, rowCount]).toEqual([["age", "Height left", "Height right", "Mass"], 30]);
  });

  test("questions below the names, and what a survey adds, are no records", async () => {
    const asked = ["Q1,Q2,Q3", "How old?,How tall?,How heavy?"];
    expect(await opened([...asked, ...rows].join("\n"))).toMatchObject({ rowCount: 30, text: { below: "remark" } });
    const imported = ['"{""ImportId"":""QID1""}"', '"{""ImportId"":""QID2""}"', '"{""ImportId"":""QID3""}"'].join(",");
    expect(await opened([...asked, imported, ...rows].join("\n"))).toMatchObject({
      ...{ rowCount: 30, names: ["Q1", "Q2", "Q3"], text: { below: "remarks" } },
    });
  });

  test.each([
    ["a first record with a word in a number's place", "name,height,mass\nAnna,tall,50\nBen,180,70\nCem,170,65\n"],
    ["words for nothing", "x,y\nNA,NA\n1,2\n2,3\n3,4\n"],
    ["texts above texts", "name,town\nAnna,Rome\nBen,Bonn\nCem,Ulm\n"],
  ])("%s: a record", async (_, text) => {
    const table = await openedFile(text).catch(() => undefined);
    expect(table?.schema?.text?.below).toBeUndefined();
  });
});

test.each([",", ";", "\t", "|", " "])("R's header without a name for those of rows, at “%s”", async (mark) => {
  const lines = ['"mpg","hp"', '"Mazda",21,110', '"Datsun",22.8,93', '"Hornet",21.4,110'];
  const { names, columns, text } = await opened(lines.join("\n").replaceAll(",", mark));
  expect([names, columns.slice(1), text.rowNames]).toEqual([
    ["row", "mpg", "hp"],
    [
      [21, 22.8, 21.4],
      [110, 93, 110],
    ],
    true,
  ]);
});

test("titles with separators in them stand before the table", async () => {
  const { names, text } = await opened(
    ["Report, 2024", "by us", "", "a,b,c,d", ...rows.map((row) => `${row},1`)].join("\n"),
  );
  expect([names, text.preamble]).toEqual([["a", "b", "c", "d"], 3]);
});

test("a file that is scanned has the same rows: without comments, units and lines before the names", async () => {
  const head = ["Made by us", "", '# quoted "', "t,a,b", "s,,kg"];
  const long = `# ${'"x '.repeat(700_000)}`;
  const records = [
    ...rows.slice(0, 20),
    long,
    "#,5,6",
    ...rows.slice(20),
    `${long},1,2`,
    '"# cell",1,2',
    '#7,"a\n#",2',
  ];
  const file = [...head, ...records].join("\n");
  const held = await openedFile(file);
  expect(held.rowCount).toBe(34);
  expect(held.schema!.text).toMatchObject({ comment: "#", below: "units", preamble: 2 });
  const opened = await openTableFile(new Blob([file]), {
    ...{ reading: { schema: held.schema! }, limits: { rows: 5, cells: 100 } },
    ...{ checkpoint: () => Promise.resolve(), progress: () => undefined },
  });
  if (!("scan" in opened)) throw new Error("held");
  const columns: number[][] = [[], [], []];
  const take = (values: Float64Array, count: number) => {
    for (let i = 0; i < 3 * count; i++) columns[i % 3]!.push(values[i]!);
  };
  const names = ["t", "a", "b"].map((name) => ({ name }));
  await opened.scan(
    { columns: names, take },
    () => Promise.resolve(),
    () => undefined,
  );
  expect(columns).toEqual(held.columns.map(({ values }) => [...values]));
});
