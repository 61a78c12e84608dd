import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Table } from "../../src/core/tables/table.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { readTableFile } from "../../workers/tableFile.ts";
import { casesOf, chanceOf } from "../support/fuzzing.ts";

const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/arrow/${name}`, import.meta.url)));
const read = (bytes: Uint8Array) =>
  readTableFile(
    new Blob([bytes as Uint8Array<ArrayBuffer>]),
    {},
    () => Promise.resolve(),
    () => undefined,
  );
const packed = ["file.arrow", "stream.arrows", "zstd.arrow", "lz4.feather", "polars-zstd.arrow"];

describe("a damaged Arrow file", () => {
  const refusedOrRead = async (bytes: Uint8Array): Promise<Table | undefined> => {
    try {
      const table = await read(bytes);
      for (const { values, missingCount } of table.columns) {
        expect(values.length).toBe(table.rowCount);
        expect(values.filter(Number.isNaN).length).toBe(missingCount);
      }
      return table;
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      expect(error.parameter).toBe("file");
      expect(error.message).toMatch(/^file must be .+; got .+/);
      return undefined;
    }
  };

  test.each([...packed, "nested.arrow", "views.arrow"])("%s, cut off anywhere, is refused", async (name) => {
    const bytes = bytesOf(name);
    const places = casesOf(200, 60);
    for (let k = 0; k < places; k++) {
      const table = await refusedOrRead(bytes.subarray(0, 8 + Math.floor(((bytes.length - 8) * k) / places)));
      // A stream has whole batches before the place, and no mark there.
      if (table) expect([name, table.notices.length]).toEqual(["stream.arrows", 1]);
    }
  });

  test.each([...packed, "nested.arrow", "views.arrow", "dictionaries.arrows"])(
    "%s with other bytes, or lengths beyond all measure, is read or refused with a sentence",
    async (name) => {
      const bytes = bytesOf(name);
      const { below, one } = chanceOf(1866);
      let refused = 0;
      const count = casesOf(2_000, 30);
      for (let i = 0; i < count; i++) {
        const harmed = bytes.slice();
        const view = new DataView(harmed.buffer);
        for (let k = below(3); k >= 0; k--) {
          // Beginnings say most of what is in a file.
          const place = below(one([bytes.length, Math.min(bytes.length, 4000)]));
          if (below(2) === 0) harmed[place] = below(256);
          else view.setInt32(Math.min(place & ~3, bytes.length - 4), one([-1, 0x7fffffff, 0x10000000, 1, 0]), true);
        }
        if (!(await refusedOrRead(harmed))) refused++;
      }
      expect(refused).toBeGreaterThan(count / 20);
      expect(refused).toBeLessThan(count);
    },
  );
});
