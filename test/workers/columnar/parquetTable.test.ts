import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import { readTableFile } from "../../../workers/tableFile.ts";
import { readCase, shownCells } from "../../support/cases.ts";

describe("a Parquet file", () => {
  test("decimals are the doubles of their CSV", async () => {
    const { tiny, neg, price } = shownCells(await readCase("120-decimals.parquet"));
    expect(tiny).toEqual(shownCells(await readCase("133-decimals-as-double.csv"))["a"]);
    expect(tiny!.slice(0, 3)).toEqual([0, 0.0001, 0.0002]);
    expect(neg!.slice(0, 3)).toEqual([0, -1.5, -3]);
    expect(price![0]).toBe(Number("1234567890123456.78"));
  });

  test("packed by gzip is read", async () => {
    const { id, x } = shownCells(await readCase("131-gzip.parquet"));
    expect([id!.length, x!.length]).toEqual([20, 20]);
    expect(id!.slice(0, 3)).toEqual([0, 1, 2]);
  });

  test("a column of an unknown type is left out by name, and times of day are times", async () => {
    const table = await readCase("127-time-date-uuid.parquet");
    expect(table.notices).toEqual(["Left out: gap (intervals)."]);
    expect(outlineOf(table).columns.map(({ name, kind }) => [name, kind])).toEqual([
      ["clock", "time"],
      ["day", "date"],
      ["u", "category"],
      ["x", "integer"],
    ]);
  });

  test("nested columns are named, the others read", async () => {
    const table = await readCase("124-nested.parquet");
    expect(table.notices).toEqual(["Left out: curve (lists), s (nested)."]);
    expect(table.columns.map(({ name }) => name)).toEqual(["id", "x"]);
  });

  test("nanoseconds, truth values, dictionaries and what is no number keep their nulls", async () => {
    const { at } = shownCells(await readCase("121-nanoseconds.parquet"));
    expect(at!.slice(2, 4)).toEqual([-25_567, NaN]);
    const missing = async (name: string) =>
      Object.fromEntries(
        (await readCase(name)).columns.map(({ name: column, missingCount }) => [column, missingCount]),
      );
    const truths = await readCase("123-booleans-with-nulls.parquet");
    const [even] = truths.columns.filter(({ categories }) => categories);
    expect(even!.categories!.names.toSorted()).toEqual(["false", "true"]);
    expect(even!.categories!.codes.filter((code) => code < 0)).toHaveLength(3);
    expect(Object.values(await missing("125-dictionary-and-nulls.parquet"))).toContain(10);
    expect(Object.values(await missing("128-nan-inf-null.parquet"))).toContain(4);
  });

  test("one without rows, and one packed by Brotli, is refused with the reason", async () => {
    await expect(readCase("126-no-rows.parquet")).rejects.toThrow("0 rows");
    await expect(readCase("129-timestamptz-brotli.parquet")).rejects.toThrow(
      "file must be packed by Snappy, gzip, LZ4, Zstandard or not at all; got a Parquet file packed by Brotli",
    );
  });

  test("instants to the microsecond and decimals of any width are those of the CSV that DuckDB writes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "curveil-parquet-"));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const query = `SELECT TIMESTAMP '1969-12-30 23:59:58' + to_microseconds(i * 7654321) AS moment,
      TIME '01:02:03' + to_microseconds(i * 12345) AS clock, (i / 7 - 3)::DECIMAL(4, 1) AS small,
      (i / 7 - 3)::DECIMAL(18, 7) AS middle, (i * 1e15 / 7)::DECIMAL(38, 12) AS wide, i * 9007199254740993 AS long
      FROM range(500) r(i)`;
    const [csv, parquet] = ["t.csv", "t.parquet"].map((name) => join(folder, name));
    await connection.run(`COPY (${query}) TO '${csv}' (HEADER)`);
    const text = shownCells(await tableAt(csv!));
    for (const packing of ["gzip", "snappy", "zstd", "lz4_raw", "uncompressed"]) {
      await connection.run(`COPY (${query}) TO '${parquet}' (FORMAT parquet, COMPRESSION ${packing})`);
      expect(shownCells(await tableAt(parquet!)), packing).toEqual(text);
    }
    connection.closeSync();
    await rm(folder, { recursive: true });
  });
});

async function tableAt(path: string) {
  const bytes = new Uint8Array(await readFile(path));
  return readTableFile(
    new Blob([bytes]),
    {},
    () => Promise.resolve(),
    () => undefined,
  );
}
