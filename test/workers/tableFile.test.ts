import { gzipSync } from "node:zlib";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import { readTableFile } from "../../workers/tableFile.ts";

const quiet = () => Promise.resolve();
const silent = () => undefined;
const read = (bytes: Uint8Array | string) =>
  readTableFile(new Blob([bytes as Uint8Array<ArrayBuffer>]), {}, quiet, silent);

describe("readTableFile", () => {
  test("a file packed by gzip is the same table, whatever its size", async () => {
    const text = `v,w\n${Array.from({ length: 60_000 }, (_, i) => `${i / 8},${i % 7}`).join("\n")}\n`;
    const fractions: number[] = [];
    const packed = new Blob([gzipSync(text)]);
    const table = await readTableFile(packed, {}, quiet, (fraction) => fractions.push(fraction));
    expect(table.columns.map(({ values }) => values)).toEqual((await read(text)).columns.map(({ values }) => values));
    expect(fractions.at(-1)).toBe(1);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  });

  test("a packed file that was cut off is refused with a sentence", async () => {
    const packed = gzipSync(`v\n${"1.5\n".repeat(10_000)}`);
    await expect(read(packed.subarray(0, packed.length - 9))).rejects.toThrow("damaged or cut off");
  });

  test.each([
    ["an Excel workbook", [0x50, 0x4b, 0x03, 0x04, 20, 0], /“Save as” and “CSV UTF-8/],
    ["an old Excel workbook", [0xd0, 0xcf, 0x11, 0xe0, 0xa1], /“Save as” and “CSV UTF-8/],
    ["a PDF", [...Buffer.from("%PDF-1.7")], /a table as text/],
  ])("%s is refused, and says what to do", async (_, head, message) => {
    await expect(read(Uint8Array.from([...head, ...Array<number>(50).fill(1)]))).rejects.toThrow(message);
  });

  test("a Parquet file that DuckDB wrote is the table that DuckDB has, packed in any usual way", async () => {
    const folder = await mkdtemp(join(tmpdir(), "curveil-parquet-"));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    await connection.run(
      `CREATE TABLE t AS SELECT i AS id, CASE WHEN i % 10 = 3 THEN NULL ELSE sin(i) * 100 END AS x,
       DATE '2024-01-01' + CAST(i % 365 AS INTEGER) AS day, 'person ' || (i % 5) AS who, i % 2 = 0 AS even
       FROM range(5000) r(i)`,
    );
    const rows = await (await connection.run("SELECT x FROM t ORDER BY id")).getRows();
    for (const compression of ["snappy", "zstd", "uncompressed"]) {
      const path = join(folder, `${compression}.parquet`);
      await connection.run(
        `COPY (SELECT * FROM t ORDER BY id) TO '${path}' (FORMAT parquet, COMPRESSION ${compression})`,
      );
      const table = await read(new Uint8Array(await readFile(path)));
      expect(outlineOf(table).columns.map(({ name, kind }) => [name, kind])).toEqual([
        ["id", "integer"],
        ["x", "number"],
        ["day", "date"],
        ["who", "category"],
        ["even", "category"],
      ]);
      expect(Array.from(table.columns[1]!.values)).toEqual(rows.map(([x]) => (x === null ? NaN : x)));
      expect(table.columns[2]!.values[366]).toBe(Date.UTC(2024, 0, 2) / 86_400_000);
      expect(table.columns[3]!.categories!.names).toHaveLength(5);
    }
    const path = join(folder, "gzip.parquet");
    await connection.run(`COPY t TO '${path}' (FORMAT parquet, COMPRESSION gzip)`);
    await expect(read(new Uint8Array(await readFile(path)))).rejects.toThrow(/packed by Snappy/);
    connection.closeSync();
    await rm(folder, { recursive: true });
  });
});
