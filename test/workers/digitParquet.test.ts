import { expect, test } from "vitest";
import { digitsOfTable } from "../../src/core/records/digits.ts";
import { proposedSchema } from "../../src/core/records/schemaProposal.ts";
import type { TableSchema } from "../../src/core/tables/schema.ts";
import { digitSchema } from "../../src/studies/fabrication/digits/digitFiles.ts";
import { smallDigits } from "../../src/core/examples/smallDigits.ts";
import { readTableFile } from "../../workers/tableFile.ts";
import { digitParquet } from "../support/digitParquet.ts";

const read = async (bytes: Uint8Array<ArrayBuffer>, schema?: TableSchema) =>
  readTableFile(
    new Blob([bytes]),
    schema ? { schema } : {},
    () => Promise.resolve(),
    () => undefined,
  );

test("digits that DuckDB wrote as Parquet are the digits, pixel by pixel, and what is none is refused in a sentence", async () => {
  const digits = smallDigits();
  const rows = Array.from({ length: 500 }, (_, i) => ({
    label: digits.classOf[i]!,
    pixels: Array.from(digits.entries.subarray(64 * i, 64 * (i + 1)), (x) => 16 * x),
  }));
  const parquet = await digitParquet(rows);
  const table = await read(parquet);
  expect(digitsOfTable(table, 16)).toEqual(digits);
  const asDigits = await read(parquet, digitSchema(proposedSchema(table)));
  expect(digitsOfTable(asDigits, 16)).toEqual(digits);
  const narrow = await read(await digitParquet(rows.slice(0, 4).map(({ label }) => ({ label, pixels: [1, 2, 3] }))));
  expect(() => digitsOfTable(narrow, 16)).toThrow(/a square number of pixels/);
  await expect(read(parquet.slice(0, parquet.length - 40))).rejects.toThrow(/damaged/);
});
