import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { SchemaColumn, TableSchema } from "../../src/core/tables/schema.ts";
import { openTableFile } from "../../workers/tableFile.ts";
import type { LargeFile } from "../../workers/files/largeFile.ts";
import { digitParquet } from "../support/digitParquet.ts";
import { openedFile, publicOutline } from "../support/openedFile.ts";
import type { CellKeys } from "../../src/core/tables/cells/cellKeying.ts";
import { seededKeys } from "../support/cellKeys.ts";

const job = { checkpoint: () => Promise.resolve(), progress: () => undefined };
const scanned = { rows: 0, cells: 0 };
const text = { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true } as const;
const column = (name: string, type: SchemaColumn["type"], more: Partial<SchemaColumn> = {}): SchemaColumn => ({
  ...{ name, type, unit: "" },
  ...more,
});
const schema: TableSchema = {
  ...{ from: "elsewhere", text },
  columns: [
    column("weight", "point", { unit: "kg", missing: ["-9"] }),
    column("count", "whole"),
    column("day", "dayFirst"),
    column("who", "id"),
    column("class", "category", { levels: ["1", "b"] }),
  ],
};
const cells = ["5 kg,1,02.01.1970,007,1.0", "-9,1.5,1970-01-03,7,b", "word,2,13/14/2020,,c", "1e3,3,5,é,NA"];
const file = `who,class,more,weight,day,count\n${cells
  .map((row) => {
    const [weight, count, day, who, kind] = row.split(",");
    return [who, kind, "x", weight, day, count].join(",");
  })
  .join("\n")}\n${"f,,x,,,\n".repeat(20_000)}`;

/** The values of some columns of a large file, column by column. */
async function scannedValues(file: LargeFile, names: readonly string[], keys?: CellKeys): Promise<number[][]> {
  const values: number[][] = names.map(() => []);
  const take = (taken: Float64Array, rows: number) => {
    for (let i = 0; i < rows; i++) names.forEach((_, k) => values[k]!.push(taken[i * names.length + k]!));
  };
  const columns = names.map((name) => ({ name, ...(keys && { keys }) }));
  await file.scan({ columns, take }, job.checkpoint, job.progress);
  return values;
}

describe("a schema holds in every format", () => {
  test.each([
    ["text", new TextEncoder().encode(file)],
    ["gzip", new Uint8Array(gzipSync(file))],
  ])("%s: scanned in parts it gives what it gives when it is held", async (_, bytes) => {
    const held = await openedFile(bytes, { schema });
    const opened = await openTableFile(new Blob([bytes]), {
      ...{ reading: { schema }, ...job },
      limits: scanned,
    });
    if (!("scan" in opened)) throw new Error("held");
    expect(opened.outline.schema).toEqual(schema);
    expect(publicOutline(held).columns.map(({ kind }) => kind)).toEqual([
      "number",
      "integer",
      "date",
      "id",
      "category",
    ]);
    const [weight, count, day, who, kind] = await scannedValues(
      opened,
      schema.columns.map(({ name }) => name),
      seededKeys(),
    );
    const first = (values: ArrayLike<number> | undefined) => Array.from(values ?? []).slice(0, 4);
    for (const [k, values] of [weight, count, day].entries())
      expect(Buffer.from(Float64Array.from(values!).buffer).equals(Buffer.from(held.columns[k]!.values.buffer))).toBe(
        true,
      );
    expect([weight, count, day].map(first)).toEqual([
      [5, NaN, NaN, 1000],
      [1, NaN, 2, 3],
      [1, 2, NaN, NaN],
    ]);
    // Texts as keys: equal for equal cells alone.
    expect(first(who).map((key) => who!.indexOf(key))).toEqual([0, 1, -1, 3]);
    expect([kind![0], Number.isNaN(kind![3])]).toEqual([1, true]);
  });

  test.each([
    ["Arrow", () => new Uint8Array(readFileSync(new URL("../fixtures/arrow/lz4.feather", import.meta.url)))],
    [
      "Parquet",
      () => digitParquet(Array.from({ length: 50 }, (_, i) => ({ label: i % 7, pixels: [i, i % 3, (i * i) % 100] }))),
    ],
  ] as const)("%s: its columns are found by name, and cells of another kind are missing", async (_, content) => {
    const bytes = await content();
    const found = await openedFile(bytes);
    const proposed = found.schema!;
    expect([proposed.from, proposed.text]).toEqual(["file", undefined]);
    const again = await openedFile(bytes, { schema: proposed });
    expect(publicOutline(again)).toEqual(publicOutline(found));
    for (const [j, { values }] of found.columns.entries()) expect(again.columns[j]!.values).toEqual(values);
    const names = proposed.columns.map(({ name }) => name);
    const reversed: TableSchema = { ...proposed, columns: proposed.columns.toReversed() };
    const other = await openedFile(bytes, { schema: reversed });
    expect(other.columns.map(({ name }) => name)).toEqual(names.toReversed());
    const lacking: TableSchema = { ...proposed, columns: [...proposed.columns, column("nobody", "point")] };
    await expect(openedFile(bytes, { schema: lacking })).rejects.toThrow("no column “nobody”");
    const large = await openTableFile(new Blob([bytes]), { reading: { schema: proposed }, ...job, limits: scanned });
    if (!("scan" in large)) throw new Error("held");
    const numbers = outlineOf(found)
      .columns.filter(({ numeric }) => numeric)
      .map(({ name }) => name);
    const values = await scannedValues(large, numbers);
    expect(values).toEqual(numbers.map((name) => Array.from(found.columns.find((each) => each.name === name)!.values)));
  });
});

describe("whose a row is", () => {
  const visits = (name: string, id: (i: number) => string) =>
    `${name},x\n${Array.from({ length: 60 }, (_, i) => `${id(i)},${(i % 7) / 7}`).join("\n")}\n`;
  test.each([
    ["id", (i: number) => String(i % 15), "id"],
    ["record_id", (i: number) => `r${i % 15}`, "record_id"],
    ["patient_id", (i: number) => String(i), "patient_id"],
    ["Customer", (i: number) => `c${i % 3}`, "Customer"],
    ["email", (i: number) => `a${i % 15}@b.c`, "email"],
    // Each id once: a row is a person either way.
    ["id", (i: number) => String(i), undefined],
    ["households", (i: number) => String(i % 15), undefined],
    ["zip", (i: number) => String(10_000 + (i % 15)), undefined],
  ])("a column %s: the safe side is proposed", async (name, id, person) => {
    const { schema: found } = await openedFile(visits(name, id));
    expect(found!.person).toBe(person);
  });

  test("a person, a visit and an id are not offered as what is drawn", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 9, i % 4, i % 11, i / 7].join(",")).join("\n");
    const outline = outlineOf(await openedFile(`person,visit,id,x\n${rows}\n`));
    expect(outline.columns.filter(({ numeric }) => numeric).map(({ name }) => name)).toEqual(["x"]);
  });
});
