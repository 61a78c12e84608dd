import { Buffer } from "node:buffer";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { sha256 } from "../../src/core/sha256.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { readTableFile } from "../../workers/tableFile.ts";
import { point, schemaOf } from "./files.ts";

// Without its keys a table has no ledger, and without a ledger there is no release. Keys read all cells, and by the proposal's rules.

const keysOf = async (bytes: Uint8Array) => {
  try {
    await fileKeys(new Blob([Buffer.from(bytes)]), sha256, () => Promise.resolve());
    return "found";
  } catch (error) {
    return String(error);
  }
};
const job = [() => Promise.resolve(), () => undefined] as const;
const schema = schemaOf([point("x")]);
const readable = async (bytes: Uint8Array) => {
  try {
    return (await readTableFile(new Blob([Buffer.from(bytes)]), { schema }, ...job)).rowCount;
  } catch (error) {
    return String(error);
  }
};
const rows = Array.from({ length: 200 }, (_, i) => `${i / 200},note ${i}`);
const file = (note: string) => `x,note\n0.5,${note}\n${rows.join("\n")}\n`;

test.each([
  ["a NUL in a note", Buffer.from(file("a\0b"))],
  ["a note of control characters", Buffer.from(file("\x01".repeat(900)))],
  [
    "a note of bytes that are no UTF-8",
    Buffer.concat([Buffer.from("x,note\n0.5,"), Buffer.alloc(9000, 0x81), Buffer.from(`\n${rows.join("\n")}\n`)]),
  ],
  [
    "a note with a byte that is no UTF-8",
    Buffer.concat([Buffer.from("x,note\n0.5,"), Buffer.alloc(1, 0x81), Buffer.from(`\n${rows.join("\n")}\n`)]),
  ],
  ["a note with a quote inside", Buffer.from(file('"a ""b"" c"'))],
  ["a note of many separators", Buffer.from(file(`"${";".repeat(5000)}"`))],
  ["a note of 5 million characters", Buffer.from(file(`"${"ab".repeat(4_500_000)}"`))],
  ["a note of a thousand lines", Buffer.from(file(`"${"1;2\n".repeat(30_000)}"`))],
])("%s: the table is read, and has keys as before", async (_, bytes) => {
  expect(await readable(Buffer.from(file("plain")))).toBe(201);
  expect(await keysOf(Buffer.from(file("plain")))).toBe("found");
  expect(await readable(bytes)).toBe(201);
  expect(await keysOf(bytes)).toBe("found");
});

test("Parquet: a cell of JSON that is none", async () => {
  const place = join(mkdtempSync(join(tmpdir(), "attack-")), "t.parquet");
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  await connection.run(
    `COPY (SELECT i / 200.0::DOUBLE AS x, ('{"k": ' || i || '}')::JSON AS note FROM range(200) t(i)) TO '${place}' (FORMAT parquet, COMPRESSION uncompressed)`,
  );
  const d = readFileSync(place);
  const e = Buffer.from(d);
  const at = e.indexOf('{"k": 77}');
  expect(at).toBeGreaterThan(0);
  e.write("nothing!!", at);
  expect([await readable(d), await keysOf(d)]).toEqual([200, "found"]);
  expect([await readable(e), await keysOf(e)]).toEqual([200, "found"]);
});
