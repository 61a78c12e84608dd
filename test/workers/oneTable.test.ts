import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { DuckDBInstance } from "@duckdb/node-api";
import { strToU8, zipSync } from "fflate";
import Papa from "papaparse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { kernelDensity } from "../../src/core/density/estimator/kernelDensity.ts";
import { pointsFrom } from "../../src/core/points.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { openedFile } from "../support/openedFile.ts";
import { sheetRows, workbookBytes } from "../support/workbooks.ts";

// One table in every format: one ledger, and one curve to the last bit.

type Bytes = Uint8Array<ArrayBuffer>;
const fixture = (name: string) => readFile(new URL(`../fixtures/arrow/${name}`, import.meta.url));
const sha256 = (content: Uint8Array | string) => Promise.resolve(createHash("sha256").update(content).digest("hex"));
const keysOf = async (content: string | Bytes) =>
  fileKeys(new Blob([content]), await openedFile(content), sha256, () => Promise.resolve());

const folder = { path: "" };
/** The same table by the name of its format. */
const formats = new Map<string, string | Bytes>();

beforeAll(async () => {
  folder.path = await mkdtemp(join(tmpdir(), "curveil-formats-"));
  const csv = (await fixture("table.csv")).toString();
  const [names, ...rows] = Papa.parse<string[]>(csv.trim()).data as [string[], ...string[][]];
  /** Whether cells of a column are numbers, which a file with types has as such. */
  const isNumber = names.map((_, j) =>
    rows.every((row) => row[j] === "" || /^-?\d+(?:\.\d+)?(?:e-?\d+)?$/.test(row[j]!)),
  );
  const isTruth = names.map((_, j) => rows.every((row) => /^(?:true|false|)$/.test(row[j]!)));
  const value = (cell: string, j: number) =>
    cell === "" ? "null" : isNumber[j] || isTruth[j] ? cell : JSON.stringify(cell);
  const records = rows.map(
    (row) => `{${row.map((cell, j) => `${JSON.stringify(names[j])}:${value(cell, j)}`).join(",")}}`,
  );
  const lists = names.map((name, j) => `${JSON.stringify(name)}:[${rows.map((row) => value(row[j]!, j)).join(",")}]`);
  const sheet = rows.map(
    (row, i) =>
      `<row r="${i + 2}">${row
        .map((cell, j) => {
          if (cell === "") return "<c/>";
          if (isNumber[j]) return `<c><v>${cell}</v></c>`;
          if (isTruth[j]) return `<c t="b"><v>${Number(cell === "true")}</v></c>`;
          if (names[j] === "day") return `<c s="1"><v>${Date.parse(cell) / 864e5 + 25_569}</v></c>`;
          if (names[j] === "moment")
            return `<c s="2"><v>${Date.parse(`${cell.replace(" ", "T")}Z`) / 864e5 + 25_569}</v></c>`;
          if (names[j] === "time") return `<c s="3"><v>${Date.parse(`1970-01-01T${cell}Z`) / 864e5}</v></c>`;
          return `<c t="inlineStr"><is><t>${cell}</t></is></c>`;
        })
        .join("")}</row>`,
  );
  const xlsx = workbookBytes({
    sheets: [{ name: "Data", rows: sheetRows([names]) + sheet.join("") }],
    formats: [14, "yyyy-mm-dd hh:mm:ss", "hh:mm:ss"],
  });
  const table = join(folder.path, "table.csv");
  const parquet = join(folder.path, "table.parquet");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(
    `COPY (SELECT * FROM '${new URL("../fixtures/arrow/table.csv", import.meta.url).pathname}') TO '${table}' (HEADER)`,
  );
  await connection.run(`COPY (SELECT * FROM '${table}') TO '${parquet}' (FORMAT parquet, COMPRESSION gzip)`);
  connection.closeSync();
  const zipped = (name: string, content: Uint8Array) => zipSync({ [name]: content }) as Bytes;
  const blanks = rows.map((row) =>
    row.map((cell) => (cell === "" ? "NA" : /[\s"]/.test(cell) ? `"${cell}"` : cell)).join("  "),
  );
  for (const [name, content] of [
    ["CSV", csv],
    ["gzip", new Uint8Array(gzipSync(csv))],
    ["UTF-16", new Uint8Array(Buffer.from(`\uFEFF${csv}`, "utf16le"))],
    ["tabs", Papa.unparse([names, ...rows], { delimiter: "\t" })],
    ["blanks", [names.join(" "), ...blanks].join("\n")],
    ["Parquet", new Uint8Array(await readFile(parquet))],
    ["Arrow", new Uint8Array(await fixture("file.arrow"))],
    ["Arrow stream", new Uint8Array(await fixture("stream.arrows"))],
    ["JSON", `[${records.join(",\n")}]`],
    ["JSON lines", records.join("\n")],
    ["JSON columns", `{${lists.join(",")}}`],
    ["JSON packed", new Uint8Array(gzipSync(`[${records.join(",")}]`))],
    ["xlsx", xlsx],
    ["ZIP of CSV", zipped("table.csv", strToU8(csv))],
    ["ZIP of xlsx", zipped("table.xlsx", xlsx)],
  ] as const)
    formats.set(name, content);
});
afterAll(() => rm(folder.path, { recursive: true }));

const numbers = ["tiny", "large", "half", "single", "double", "price", "day", "moment", "time"];

const bitsOf = ({ columns }: Table, name: string) =>
  Buffer.from(columns.find((column) => column.name === name)!.values.slice().buffer).toString("hex");

describe("one table in every format", () => {
  test("has one digest", async () => {
    const found = new Map<string, readonly string[]>();
    for (const [name, content] of formats) found.set(name, (await keysOf(content)).digests);
    const [first] = [...found.values()];
    expect(first).toHaveLength(1);
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries([...formats.keys()].map((name) => [name, first])));
  });

  test("has the same bits in each column, and one curve", async () => {
    const tables = new Map<string, Table>();
    for (const [name, content] of formats) tables.set(name, await openedFile(content));
    const csv = tables.get("CSV")!;
    const at = pointsFrom(Array.from({ length: 50 }, (_, k) => [k - 20]));
    const curveOf = (table: Table) => {
      const { values } = table.columns.find(({ name }) => name === "double")!;
      const points = pointsFrom([...values].filter(Number.isFinite).map((value) => [value]));
      return [...kernelDensity({ points, bandwidth: 3, at })];
    };
    expect(curveOf(csv)).toHaveLength(50);
    for (const [name, table] of tables) {
      expect([name, table.rowCount, table.columns.map((column) => column.name)]).toEqual([
        ...[name, csv.rowCount],
        csv.columns.map((column) => column.name),
      ]);
      for (const column of numbers)
        expect([name, column, bitsOf(table, column)]).toEqual([name, column, bitsOf(csv, column)]);
      expect([name, ...curveOf(table)]).toEqual([name, ...curveOf(csv)]);
      const texts = (of: Table) =>
        of.columns.flatMap(({ name: column, categories }) =>
          categories && !numbers.includes(column) ? [column, [...categories.codes]] : [],
        );
      expect([name, texts(table)]).toEqual([name, texts(csv)]);
    }
  });
});
