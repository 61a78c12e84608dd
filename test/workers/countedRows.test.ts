import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import { declaredSchemaText } from "../../src/core/tables/declaredSchema.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { readSchemaFile, schemaFileText } from "../../src/core/tables/schemaFile.ts";
import { schemaOfText, schemaText } from "../../src/core/tables/schemaText.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { openTableFile } from "../../workers/tableFile.ts";
import { openedFile } from "../support/openedFile.ts";

// A column that says how many records each row stands for, through files.

const rows = [
  [3, "a", 12],
  [4, "b", 40],
  [4, "a", 0],
  [5.5, "", 7],
] as const;
const names = ["value", "group", "count"] as const;
const csvOf = (lines: readonly (readonly unknown[])[]) => `${lines.map((line) => line.join(",")).join("\n")}\n`;
const counted = csvOf([names, ...rows]);
const records = csvOf([
  ["value", "group"],
  ...rows.flatMap(([value, group, count]) => Array<readonly unknown[]>(count).fill([value, group])),
]);

const shown = ({ columns, rowCount }: Table, name: string) => {
  const { values, categories, missingCount } = columns.find((column) => column.name === name)!;
  const texts = categories && Array.from(categories.codes, (code) => categories.names[code] ?? "");
  return { values: [...values], texts, missingCount, rowCount };
};
const typesOf = ({ schema }: Table) => schema!.columns.map(({ type }) => type);
/** The proposed schema of the counted file, with one column declared otherwise. */
const schemaWith = async (text: string, type: TableSchema["columns"][number]["type"], name = "count") => {
  const { schema } = await openedFile(text);
  return { ...schema!, columns: schema!.columns.map((each) => (each.name === name ? { ...each, type } : each)) };
};

test("counted rows are the records that they count, in the order of the rows", async () => {
  const [one, other] = [await openedFile(counted), await openedFile(records)];
  for (const name of ["value", "group"]) expect(shown(one, name)).toEqual(shown(other, name));
  expect(one.rowCount).toBe(59);
  expect(typesOf(one)).toEqual(["point", "category", "count"]);
  expect(one.notices.join(" ")).toContain("4 rows are 59 records");
  const { columns } = outlineOf(one);
  expect(columns.map(({ numeric, text }) => numeric || text)).toEqual([true, true, false]);
});

test.each([
  ["JSON", JSON.stringify(rows.map((row) => Object.fromEntries(names.map((name, j) => [name, row[j]]))))],
  ["semicolons and tabs", counted.replaceAll(",", ";")],
  ["UTF-16", new Uint8Array(Buffer.from(`\uFEFF${counted}`, "utf16le"))],
])("so they are as %s", async (_, content) => {
  expect(shown(await openedFile(content), "value")).toEqual(shown(await openedFile(records), "value"));
});

test("the same people have one ledger, counted or not", async () => {
  const sha256 = (content: Uint8Array | string) => Promise.resolve(createHash("sha256").update(content).digest("hex"));
  const keysOf = async (content: string) =>
    fileKeys(new Blob([content]), await openedFile(content), sha256, () => Promise.resolve());
  const [one, other] = [await keysOf(counted), await keysOf(records)];
  expect(one.digests).toEqual(expect.arrayContaining([...other.digests]));
});

test("the column of counts is in the schema's link, file and declared part", async () => {
  const { schema } = await openedFile(counted);
  expect(schemaOfText(schemaText(schema!))).toEqual(schema);
  const { columns } = readSchemaFile(schemaFileText(schema!, "group")) as TableSchema;
  expect(columns.map(({ type }) => type)).toEqual(typesOf(await openedFile(counted)));
  expect(declaredSchemaText(schema!, { columns: ["value"] }, "")).toContain("!count*count");
  const twice = { ...schema!, columns: columns.map((column) => ({ ...column, type: "count" as const })) };
  expect(schemaOfText(schemaText(twice))).toBeUndefined();
  expect(readSchemaFile(schemaFileText(twice))).toHaveProperty("problem");
});

describe("no column of counts is proposed", () => {
  test.each([
    ["the weight of bodies", "height,weight\n58,115\n59,117\n60,120\n"],
    ["rows that have names", "hospital,beds,n\nA,3,100\nB,5,200\nC,9,250\n"],
    ["rows of persons", "patient,dose,n\n1,0.5,3\n2,0.7,4\n3,0.9,9\n"],
    ["the same row twice", "x,n\n1.5,3\n1.5,4\n2.5,9\n"],
    ["numbers of the rows", "x,n\n1.5,0\n2.5,1\n0.5,2\n"],
    ["each row once", "x,n\n1.5,1\n2.5,1\n"],
    ["counts of an engine", "cell_of_x,counts_0_1_11_per_1\n0,3\n2,8\n"],
  ])("of %s", async (_, text) => {
    const table = await openedFile(text);
    expect(typesOf(table)).not.toContain("count");
    expect(table.notices.join(" ")).not.toContain("record");
  });

  test.each([
    ["fractions", "x,weights\n1.5,0.8\n2.5,1.3\n", "“weights” has 0.8, so it does not count records"],
    ["negative numbers", "x,freq\n1.5,3\n2.5,-1\n", "“freq” has -1"],
    ["a cell without a value", "x,Häufigkeit\n1.5,3\n2.5,\n", "“Häufigkeit” has an empty cell"],
    ["more than are written out", "x,n\n1.5,3000000\n2.5,2\n", "counts 3,000,002 records"],
  ])("of %s, and the reason is said", async (_, text, reason) => {
    const table = await openedFile(text);
    expect(table.rowCount).toBe(2);
    expect(table.notices.join(" ")).toContain(reason);
  });
});

describe("declared counts are refused", () => {
  test.each([
    ["fractions", "x,count\n1.5,0.8\n2.5,1.3\n", "0.8"],
    ["negative numbers", "x,count\n1.5,-3\n2.5,4\n", "-3"],
    ["words", "x,count\n1.5,3\n2.5,4\n3.5,many\n", "many"],
    ["a missing one", "x,count\n1.5,3\n2.5,\n", "an empty cell"],
    ["no record", "x,count\n1.5,0\n2.5,0\n", "at least one record"],
    ["more records than fit, before memory is taken", "x,count\n1.5,9000000000000000\n2.5,1\n", "at most 1,000,000"],
  ])("with the reason: %s", async (_, text, reason) => {
    const schema = await schemaWith(text, "count");
    await expect(openedFile(text, { schema })).rejects.toThrow(reason);
  });

  test("where two columns are declared so", async () => {
    const schema = await schemaWith(counted, "count", "value");
    await expect(openedFile(counted, { schema })).rejects.toThrow("2 columns of counts");
  });

  test("in a file that is too large to be held", async () => {
    const schema = await schemaWith(counted, "count");
    const opening = { reading: { schema }, checkpoint: () => Promise.resolve(), progress: () => undefined };
    await expect(openTableFile(new Blob([counted]), { ...opening, limits: { rows: 2, cells: 100 } })).rejects.toThrow(
      "too many rows with counts",
    );
  });
});

test("a person may say that each row is one record", async () => {
  const schema = await schemaWith(counted, "whole");
  const table = await openedFile(counted, { schema, isProposal: true });
  expect(table.rowCount).toBe(4);
  expect(table.notices.join(" ")).not.toContain("record");
});

// docs/proofs/reading.md, Lemma 6: a record that is another one takes 1 from a count and adds 1 to another, or a row.
test("files of counts that differ in one record are tables of records that differ in one", async () => {
  const recordsOf = async (lines: readonly (readonly unknown[])[]) => {
    const { schema } = await openedFile(counted);
    const table = await openedFile(csvOf([names, ...lines]), { schema: schema! });
    const { values } = shown(table, "value");
    const { texts } = shown(table, "group");
    return values.map((value, i) => `${value} ${texts![i]}`).sort();
  };
  const before = await recordsOf(rows);
  for (const after of [
    rows.map(([value, group, count], i) => [value, group, count + (i === 0 ? -1 : i === 2 ? 1 : 0)]),
    [...rows.map(([value, group, count], i) => [value, group, i === 1 ? count - 1 : count]), [9, "b", 1]],
  ]) {
    const other = await recordsOf(after);
    expect(other).toHaveLength(before.length);
    const left = [...other];
    const changed = before.filter((record) => {
      const at = left.indexOf(record);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    expect([changed.length, left.length]).toEqual([1, 1]);
  }
});
