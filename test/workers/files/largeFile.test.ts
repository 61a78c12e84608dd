import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { describe, expect, test } from "vitest";
import { countOnLattice } from "../../support/countOnLattice.ts";
import { latticeAccumulation } from "../../../src/core/records/latticeAccumulation.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { ParameterError } from "../../../src/core/errors.ts";
import type { LargeFile } from "../../../workers/files/largeFile.ts";
import { recordsOfLarge } from "../../../workers/largeRecords.ts";
import type { AnyStudyWorker } from "../../../workers/registry.ts";
import { studyWorker } from "../../../workers/studies/density.ts";
import { sha256 } from "../../../src/core/sha256.ts";
import { openTableFile, readTableFile } from "../../../workers/tableFile.ts";
import { batchOf, field, float, message, schemaOf } from "../../support/arrowBytes.ts";
import { parquetBytes } from "../../support/parquetBytes.ts";
import { casesOf } from "../../support/fuzzing.ts";
import { seededKeys } from "../../support/cellKeys.ts";

const quiet = () => Promise.resolve();
const silent = () => undefined;
/** Everything is too large. */
const limits = { rows: 0, cells: 0 };
const lattice = { lower: -2, upper: 3, cells: 2 ** 16 };

async function openLarge(bytes: Uint8Array | string): Promise<LargeFile> {
  const opened = await openTableFile(new Blob([bytes as Uint8Array<ArrayBuffer>]), {
    ...{ reading: {}, checkpoint: quiet, progress: silent, limits },
  });
  if (!("scan" in opened)) throw new Error("it was held");
  return opened;
}

async function countsOf(file: LargeFile, column: string, shares: number[] = []): Promise<Map<number, number>> {
  const counts = latticeAccumulation({ axes: [lattice], missing: "drop" });
  await file.scan({ columns: [{ name: column }], take: counts.take }, quiet, (share) => shares.push(share));
  const { points, multiplicities } = counts.counted()!;
  return new Map(Array.from(points.coordinates, (x, i) => [x, multiplicities[i]!]));
}

const random = seededSource(17);
const rows = Array.from({ length: casesOf(60_000, 25_000) }, (_, i) => ({
  v: i % 97 === 0 ? "NA" : String(6 * random.uniform() - 2.5),
  who: `person ${Math.floor(900 * random.uniform())}`,
}));
const text = `id,"v",who\n${rows.map(({ v, who }, i) => `${i},${v},"${who}"`).join("\n")}\n`;

describe("a file that is too large to be held", () => {
  const doubles = [1, Infinity, -Infinity, NaN, -0, 5e-324, 1.7e308, 2.5];
  const content = [...new Uint8Array(Float64Array.from(doubles).buffer)];
  const ofArrow = [
    ...message(1, schemaOf([field("x", float)])),
    ...message(3, batchOf(8, [8, 0], [0, 0, 0, 64]), content),
  ];
  test.each([
    ["Parquet", parquetBytes(8, { type: "DOUBLE", pages: [{ values: 8, content }] })],
    ["Arrow", Uint8Array.from(ofArrow)],
  ])("%s has no value where one that is held has none, infinite ones too", async (_, bytes) => {
    const held = await readTableFile(new Blob([bytes]), {}, quiet, silent);
    const large = await openLarge(bytes);
    const found: number[] = [];
    const take = (values: Float64Array, rows: number) => void found.push(...values.subarray(0, rows));
    await large.scan({ columns: [{ name: "x" }], take }, quiet, silent);
    expect(found).toEqual([1, NaN, NaN, NaN, -0, 5e-324, 1.7e308, 2.5]);
    expect(found).toEqual([...held.columns[0]!.values]);
  });

  test("gives the counts that the page's own reading of the same file gives, packed or not", async () => {
    const held = await readTableFile(new Blob([text]), {}, quiet, silent);
    const own = countOnLattice(held.columns[1]!.values, lattice);
    for (const bytes of [text, gzipSync(text)]) {
      const file = await openLarge(bytes);
      const shares: number[] = [];
      const counts = await countsOf(file, "v", shares);
      const step = (lattice.upper - lattice.lower) / (lattice.cells - 1);
      const found = new Float64Array(lattice.cells);
      for (const [x, count] of counts) found[Math.round((x - lattice.lower) / step)] = count;
      expect(found).toEqual(own);
      expect(shares.at(-1)).toBe(1);
      expect(file.outline.columns.map(({ name, kind }) => [name, kind])).toEqual([
        ["id", "id"],
        ["v", "number"],
        ["who", "category"],
      ]);
      expect(file.outline.large?.isEstimated).toBe(true);
    }
    const { outline } = await openLarge(text);
    expect(Math.abs(outline.rowCount / rows.length - 1)).toBeLessThan(0.05);
  });

  test("of each person the first rows are counted, as of a file that is held", async () => {
    const file = await openLarge(text);
    const bound = 3;
    const counts = latticeAccumulation({ axes: [lattice], missing: "drop", bound });
    const columns = [{ name: "v" }, { name: "who", keys: seededKeys() }];
    await file.scan({ columns, take: counts.take }, quiet, silent);
    const seen = new Map<string, number>();
    const kept = rows.filter(({ v, who }) => {
      if (v === "NA") return false;
      seen.set(who, (seen.get(who) ?? 0) + 1);
      return seen.get(who)! <= bound;
    });
    const { multiplicities } = counts.counted()!;
    expect(multiplicities.reduce((a, b) => a + b)).toBe(kept.length);
    expect(counts.droppedCount()).toBe(rows.length - kept.length);
  });

  test("Parquet gives the counts of DuckDB, and dates and texts of a beginning in its formats", async () => {
    const folder = await mkdtemp(join(tmpdir(), "curveil-large-"));
    const connection = await (await DuckDBInstance.create(":memory:")).connect();
    const path = join(folder, "large.parquet");
    const count = casesOf(50_000, 20_000);
    await connection.run(
      `COPY (SELECT i AS id, CASE WHEN i % 10 = 3 THEN NULL ELSE sin(i) * 2 END AS v, 'p' || (i % 7) AS who,
       DATE '2024-01-01' + CAST(i % 365 AS INTEGER) AS day, CAST(cos(i) AS VARCHAR) AS written FROM range(${count}) r(i))
       TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 8000)`,
    );
    const sums = await (await connection.run(`SELECT count(v), count(*) FROM '${path}'`)).getRows();
    const file = await openLarge(new Uint8Array(await readFile(path)));
    expect(file.outline).toMatchObject({ rowCount: count, large: { isEstimated: false } });
    const counts = await countsOf(file, "v");
    expect(Array.from(counts.values()).reduce((a, b) => a + b)).toBe(Number(sums[0]![0]));
    let days = 0;
    let written = 0;
    await file.scan(
      {
        columns: ["day", "written"].map((name) => ({ name })),
        take: (values, count) => {
          for (let i = 0; i < count; i++) {
            days += Number(values[2 * i]! >= Date.UTC(2024, 0, 1) / 86_400_000);
            written += Number(Math.abs(values[2 * i + 1]!) <= 1);
          }
        },
      },
      quiet,
      silent,
    );
    expect([days, written]).toEqual([count, count]);
    connection.closeSync();
    await rm(folder, { recursive: true });
  });

  test.each(["snappy", "zstd", "uncompressed"])(
    "Parquet packed by %s gives the doubles of DuckDB, with and without missing ones",
    async (codec) => {
      const folder = await mkdtemp(join(tmpdir(), "curveil-doubles-"));
      const connection = await (await DuckDBInstance.create(":memory:")).connect();
      const path = join(folder, "doubles.parquet");
      await connection.run(
        `COPY (SELECT sin(i * i) AS whole, CASE WHEN i % 1000 = 3 THEN NULL ELSE cos(i * i) END AS gaps, i % 5 * 1.5 AS few
       FROM range(${casesOf(60_000, 12_000)}) r(i)) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 5000, COMPRESSION ${codec})`,
      );
      const rows = await (await connection.run(`SELECT * FROM '${path}'`)).getRows();
      const file = await openLarge(new Uint8Array(await readFile(path)));
      const found: (number | null)[][] = [];
      const take = (values: Float64Array, count: number) => {
        for (let i = 0; i < 3 * count; i += 3)
          found.push(Array.from(values.subarray(i, i + 3), (value) => (Number.isNaN(value) ? null : value)));
      };
      const columns = ["whole", "gaps", "few"].map((name) => ({ name }));
      await file.scan({ columns, take }, quiet, silent);
      expect(found).toEqual(rows.map((row) => row.map((value) => (value === null ? null : Number(value)))));
      connection.closeSync();
      await rm(folder, { recursive: true });
    },
  );

  test("cells that its beginning did not announce are counted and shown by example", async () => {
    const late = `v\n${"1.5\n".repeat(400_000)}oops\n2.5\nwhat\n`;
    const file = await openLarge(late);
    let count = 0;
    const unread = await file.scan({ columns: [{ name: "v" }], take: (_, taken) => (count += taken) }, quiet, silent);
    expect([count, unread]).toEqual([400_003, [{ count: 2, first: "oops" }]]);
    const large = { ...file, columns: () => Promise.reject(new Error("read whole")) };
    const choice = { columns: ["v"], missing: "drop", lattice: [lattice] };
    const worker = studyWorker as unknown as AnyStudyWorker;
    const records = await recordsOfLarge({ large, worker, choice, part: silent }, quiet, silent);
    expect(records).toMatchObject({ droppedCount: 2, unread: [{ column: "v", count: 2, first: "oops" }] });
  });

  test.each([
    ["cut off inside of gzip", gzipSync(text.repeat(3)).subarray(0, 900_000), "damaged or cut off"],
    ["with an open quote", `${text}1,2,"never\n`, "never closed"],
  ])("one that is %s is refused with a sentence", async (_, bytes, sentence) => {
    const counted = async () => countsOf(await openLarge(bytes), "v");
    await expect(counted()).rejects.toThrow(sentence);
    await expect(counted()).rejects.toBeInstanceOf(ParameterError);
  });

  test("earlier versions knew it by a digest of its bytes, piece by piece", async () => {
    const bytes = new TextEncoder().encode(text);
    const piece = (start: number) =>
      createHash("sha256")
        .update(bytes.subarray(start, start + 2 ** 22))
        .digest("hex");
    const form = { form: "curveil-file/1", bytes: bytes.length, pieces: [piece(0)] };
    expect(await (await openLarge(text)).formerDigest(sha256)).toBe(
      createHash("sha256").update(JSON.stringify(form)).digest("hex"),
    );
  });
});
