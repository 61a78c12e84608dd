import { gzipSync } from "node:zlib";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../src/core/records/outline.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { openTableFile, readTableFile } from "../../workers/tableFile.ts";
import { firstOf } from "../support/fuzzing.ts";

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
    ["a damaged archive", [0x50, 0x4b, 0x03, 0x04, 20, 0], /got a ZIP archive that is damaged/],
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
    for (const compression of ["snappy", "zstd", "gzip", "lz4_raw", "uncompressed"]) {
      const path = join(folder, `${compression}.parquet`);
      await connection.run(
        `COPY (SELECT * FROM t ORDER BY id) TO '${path}' (FORMAT parquet, COMPRESSION ${compression})`,
      );
      const table = await read(new Uint8Array(await readFile(path)));
      expect(outlineOf(table).columns.map(({ name, kind }) => [name, kind])).toEqual([
        ["id", "id"],
        ["x", "number"],
        ["day", "date"],
        ["who", "category"],
        ["even", "category"],
      ]);
      expect(Array.from(table.columns[1]!.values)).toEqual(rows.map(([x]) => (x === null ? NaN : x)));
      expect(table.columns[2]!.values[366]).toBe(Date.UTC(2024, 0, 2) / 86_400_000);
      expect(table.columns[3]!.categories!.names).toHaveLength(5);
    }
    connection.closeSync();
    await rm(folder, { recursive: true });
  });
});

describe("rows and declared columns decide whether a file is held", () => {
  const schema: TableSchema = {
    from: "elsewhere",
    text: { encoding: "utf-8", delimiter: ",", newline: "\n", preamble: 0, header: true },
    columns: [{ name: "x", type: "point", unit: "" }],
  };
  const fileOf = (rows: number, note: string) => `x,note\n0.5,"${note}"\n${"0.5,a\n".repeat(rows - 1)}`;
  const isHeld = async (content: string | Uint8Array, columns = schema.columns) => {
    const file = new Blob([content as Uint8Array<ArrayBuffer>]);
    const reading = { schema: { ...schema, columns } };
    const opened = await openTableFile(file, { reading, checkpoint: quiet, progress: silent, limits });
    return !("scan" in opened);
  };
  const limits = { rows: 20_000, cells: 30_000 };

  test.each([
    ["text", (text: string) => text],
    ["gzip", (text: string) => new Uint8Array(gzipSync(text))],
  ])("%s: whatever the length of a record", async (_, bytes) => {
    for (const note of ["", "b", "b\n".repeat(100_000), "b".repeat(5_000_000)]) {
      expect([await isHeld(bytes(fileOf(20_000, note))), await isHeld(bytes(fileOf(20_001, note)))]).toEqual([
        true,
        false,
      ]);
    }
  });

  test("of two columns half as many cells fit", async () => {
    const two = [...schema.columns, { name: "note", type: "text", unit: "" } as const];
    expect([await isHeld(fileOf(15_000, "a"), two), await isHeld(fileOf(15_001, "a"), two)]).toEqual([true, false]);
  });

  test("a short file of many rows is held or not whatever the length of a record", async () => {
    const [a, b] = ["x,note\n1\n", "1\n".repeat(20_000)];
    expect([await isHeld(`${a}${b}`), await isHeld(`${a}${b}1,${"b".repeat(70_000)}\n`)]).toEqual([false, false]);
  });

  test("a row that is too long gives the same held and scanned, in pieces of a megabyte", async () => {
    const cells = [`"${`q""${" ".repeat(9)}`.repeat(400_000)}"`, `"${"\n,".repeat(2_500_000)}"`, "x".repeat(4_500_000)];
    for (const cell of firstOf(cells, 1)) {
      const content = `note,x\na,1\n${cell},2\n${cell},3,${cell}\nb,4\n`;
      const held = await readTableFile(new Blob([content]), { schema }, quiet, silent);
      expect(Array.from(held.columns[0]!.values)).toEqual([1, 2, 3, 4]);
      const opened = await openTableFile(new Blob([content]), {
        ...{ reading: { schema }, checkpoint: quiet, progress: silent },
        limits: { rows: 0, cells: 0 },
      });
      if (!("scan" in opened)) throw new Error("held");
      const found: number[] = [];
      const take = (values: Float64Array, rows: number) => found.push(...values.subarray(0, rows));
      await opened.scan({ columns: [{ name: "x" }], take }, quiet, silent);
      expect(found).toEqual([1, 2, 3, 4]);
    }
  });

  const long = "x".repeat(4_500_000);
  test.each([
    ...["7", "  ", '""', '" "'].map((row) => [["x"], "\n", row] as const),
    ...["1\t2", "\t", " \t "].map((row) => [["x", "note"], "\t", row] as const),
    ...["1\t2", `\t${long}`, long].map((row) => [["x"], "\tnote\n", row] as const),
  ])(
    "columns %j, and “%j” after them: what the last row holds does not tell how many there are",
    async (names, rest, row) => {
      const columns = names.map((name) => ({ name, type: "point", unit: "" }) as const);
      const text = { ...schema.text!, delimiter: "\t" } as const;
      const header = rest === "\t" ? "x\tnote\n" : `x${rest}`;
      const content = `${header}${"1\n".repeat(60_000)}${row}`;
      const opening = { reading: { schema: { ...schema, text, columns } }, checkpoint: quiet, progress: silent };
      const held = await openTableFile(new Blob([content]), opening);
      expect("scan" in held ? undefined : held.rowCount).toBe(60_001);
      const large = await openTableFile(new Blob([content]), { ...opening, limits: { rows: 0, cells: 0 } });
      if (!("scan" in large)) throw new Error("held");
      let rows = 0;
      await large.scan({ columns: [{ name: "x" }], take: (_, count) => (rows += count) }, quiet, silent);
      expect(rows).toBe(60_001);
    },
  );

  test("rows without any value are rows, also where no row has another one", async () => {
    const columns = ["column 1", "column 2"].map((name) => ({ name, type: "point", unit: "" }) as const);
    const text = { ...schema.text!, delimiter: "\t", header: false } as const;
    for (const last of ["1\t2", "\t"]) {
      const reading = { schema: { ...schema, text, columns } };
      expect((await readTableFile(new Blob([`\t\n\t\n${last}`]), reading, quiet, silent)).rowCount).toBe(3);
    }
  });

  test("a cell of more than 10,000 characters is missing, held and scanned", async () => {
    const content = `x,note\n1${" ".repeat(9_999)},a\n1${" ".repeat(10_000)},a\n"1${" ".repeat(10_000)}",a\n${"2,b\n".repeat(30_000)}`;
    const held = await readTableFile(new Blob([content]), { schema }, quiet, silent);
    expect(Array.from(held.columns[0]!.values.subarray(0, 4))).toEqual([1, NaN, NaN, 2]);
    const opened = await openTableFile(new Blob([content]), {
      ...{ reading: { schema }, checkpoint: quiet, progress: silent },
      limits: { rows: 0, cells: 0 },
    });
    if (!("scan" in opened)) throw new Error("held");
    const found: number[] = [];
    const take = (values: Float64Array, rows: number) => found.push(...values.subarray(0, rows));
    await opened.scan({ columns: [{ name: "x" }], take }, quiet, silent);
    expect(found.slice(0, 4)).toEqual([1, NaN, NaN, 2]);
  });

  test("without a header a packed file proposes that it is packed, and is read by that", async () => {
    const content = new Uint8Array(gzipSync("1,2\n3,4\n5,6\n"));
    const job = { checkpoint: quiet, progress: silent };
    const found = await openTableFile(new Blob([content]), { reading: {}, ...job });
    if ("scan" in found) throw new Error("not held");
    expect(found.schema!.text!.packing).toBe("gzip");
    const again = await openTableFile(new Blob([content]), { reading: { schema: found.schema! }, ...job });
    if ("scan" in again) throw new Error("not held");
    expect(again.columns.map(({ values }) => Array.from(values))).toEqual([
      [1, 3, 5],
      [2, 4, 6],
    ]);
  });
});
