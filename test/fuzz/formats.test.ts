import { gzipSync } from "node:zlib";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { strToU8, unzipSync, zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { ParameterError } from "../../src/core/errors.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { caseFile, tableOfBytes } from "../support/cases.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";
import { sheetRows, workbookBytes } from "../support/workbooks.ts";

type Bytes = Uint8Array<ArrayBuffer>;
const csv = `x,g\n${Array.from({ length: 40 }, (_, i) => `${i / 8},${"abc"[i % 3]}`).join("\n")}\n`;
const records = Array.from({ length: 40 }, (_, i) => ({ x: i / 8, g: "abc"[i % 3], 'n"': { k: [i] }, t: `é\\${i}` }));
const workbook = workbookBytes({
  sheets: [
    {
      name: "S",
      rows: sheetRows([["x", "g", "ok"], ...Array.from({ length: 30 }, (_, i) => [i / 8, "abc"[i % 3]!, i % 2 === 0])]),
    },
  ],
  texts: "<si><t>a</t></si>",
  formats: ["yyyy-mm-dd"],
});
const files = new Map<string, Bytes>([
  ["records", strToU8(JSON.stringify(records)) as Bytes],
  ["JSON lines", strToU8(records.map((record) => JSON.stringify(record)).join("\n")) as Bytes],
  ["JSON columns", strToU8('{"x":[1.5,-2e-3,3,null],"g":["a","b\\u00e9","",null]}') as Bytes],
  ["pandas' split", strToU8('{"columns":["x","g"],"index":[0,1],"data":[[1.5,"a"],[2.5,"b"]]}') as Bytes],
  ["workbook", workbook],
  ["ZIP of CSV", zipSync({ "t.csv": strToU8(csv) }) as Bytes],
  ["ZIP of gzip", zipSync({ "t.csv.gz": new Uint8Array(gzipSync(csv)) }, { level: 0 }) as Bytes],
  ["Parquet by Snappy", caseFile("120-decimals.parquet")],
  ["Parquet by gzip", caseFile("131-gzip.parquet")],
  ["nested Parquet", caseFile("124-nested.parquet")],
  ["Parquet of many types", caseFile("127-time-date-uuid.parquet")],
]);

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "curveil-fuzz-"));
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  for (const packing of ["lz4_raw", "zstd", "uncompressed"]) {
    const path = join(folder, `${packing}.parquet`);
    await connection.run(
      `COPY (SELECT i / 8 AS x, 'g' || (i % 3) AS g, i % 2 = 0 AS ok FROM range(40) r(i)) TO '${path}' (FORMAT parquet, COMPRESSION ${packing})`,
    );
    files.set(`Parquet by ${packing}`, new Uint8Array(await readFile(path)));
  }
  connection.closeSync();
  await rm(folder, { recursive: true });
});

/** The table of bytes, or undefined where they are refused with a sentence. */
async function refusedOrRead(bytes: Bytes): Promise<Table | undefined> {
  try {
    const table = await tableOfBytes(bytes);
    for (const { values, missingCount } of table.columns) {
      expect(values.length).toBe(table.rowCount);
      expect(values.filter(Number.isNaN).length).toBe(missingCount);
    }
    return table;
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    expect(error.parameter).toBe("file");
    expect(error.message).toMatch(/^file must be .+; got .+/s);
    return undefined;
  }
}

const names = [...files.keys(), "Parquet by lz4_raw", "Parquet by zstd", "Parquet by uncompressed"];

describe("a damaged file", () => {
  test.each(names)("%s, cut off at any byte, is refused or has fewer rows", async (name) => {
    const bytes = files.get(name)!;
    const whole = (await refusedOrRead(bytes))!.rowCount;
    const count = Math.min(bytes.length - 1, casesOf(2_000, 60));
    for (let k = 1; k <= count; k++) {
      const table = await refusedOrRead(bytes.slice(0, Math.floor((bytes.length * k) / (count + 1))));
      // Only lines of JSON are whole at a cut between two of them.
      if (table) expect([name, table.rowCount < whole]).toEqual(["JSON lines", true]);
    }
  });

  test.each(names)(
    "%s with other bytes, or lengths beyond all measure, is read or refused with a sentence",
    async (name) => {
      const bytes = files.get(name)!;
      const { below, one } = chanceOf(1867);
      let refused = 0;
      const count = casesOf(2_000, 40);
      for (let k = 0; k < count; k++) {
        const harmed = bytes.slice();
        const view = new DataView(harmed.buffer);
        for (let j = below(3); j >= 0; j--) {
          // Places of files with a directory stand at their ends.
          const place = one([below(bytes.length), bytes.length - 1 - below(Math.min(bytes.length, 400))]);
          if (below(2) === 0) harmed[place] = below(256);
          else view.setInt32(Math.min(place, bytes.length - 4), one([-1, 0x7fffffff, 0x10000000, 1, 0]), true);
        }
        if (!(await refusedOrRead(harmed))) refused++;
      }
      expect(refused).toBeGreaterThan(0);
    },
  );

  test("a workbook whose parts are cut or changed within the archive is read or refused with a sentence", async () => {
    const parts = unzipSync(workbook);
    const { below, one } = chanceOf(1868);
    let refused = 0;
    const count = casesOf(2_000, 80);
    for (let k = 0; k < count; k++) {
      const name = one(Object.keys(parts));
      const part = parts[name]!;
      const place = below(part.length);
      const other =
        below(2) === 0
          ? part.slice(0, place)
          : Uint8Array.from([
              ...part.subarray(0, place),
              ...strToU8(one(["<", ">", '"', "&", "</", "<c/>", "]]>", "9".repeat(30), "<row>"])),
              ...part.subarray(place),
            ]);
      if (!(await refusedOrRead(zipSync({ ...parts, [name]: other }) as Bytes))) refused++;
    }
    expect(refused).toBeGreaterThan(count / 10);
  });

  test("JSON with marks taken out, put in or nested is read or refused with a sentence", async () => {
    const { below, one } = chanceOf(1869);
    let refused = 0;
    const count = casesOf(5_000, 200);
    for (let k = 0; k < count; k++) {
      let text = JSON.stringify(records.slice(0, 3));
      for (let j = below(3); j >= 0; j--) {
        const place = 1 + below(text.length - 1);
        const more = one([
          "",
          "[",
          "]",
          "{",
          "}",
          '"',
          ",",
          ":",
          "\\",
          "null",
          "[".repeat(70),
          "1e9999",
          "\u0000",
          " ",
        ]);
        text = text.slice(0, place) + more + text.slice(place + below(2));
      }
      if (!(await refusedOrRead(strToU8(text) as Bytes))) refused++;
    }
    expect(refused).toBeGreaterThan(count / 4);
  });
});
