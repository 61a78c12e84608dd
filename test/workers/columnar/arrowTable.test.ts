import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { outlineOf } from "../../../src/core/records/outline.ts";
import type { Table } from "../../../src/core/tables/table.ts";
import { readCase } from "../../support/cases.ts";
import { openTableFile, readTableFile } from "../../../workers/tableFile.ts";

const quiet = () => Promise.resolve();
const silent = () => undefined;
const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/arrow/${name}`, import.meta.url)));
const blob = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]);
const read = (bytes: Uint8Array) => readTableFile(blob(bytes), {}, quiet, silent);

/** What a person sees in each row: the number, or the text. */
const cellsOf = ({ columns }: Table) =>
  Object.fromEntries(
    columns.map(({ name, values, categories }) => [
      name,
      categories ? Array.from(categories.codes, (code) => categories.names[code] ?? null) : Array.from(values),
    ]),
  );

const packed = ["file.arrow", "stream.arrows", "zstd.arrow", "lz4.feather"];

describe("an Arrow file", () => {
  test.each(packed)("%s, which pyarrow wrote, is the table of its CSV, cell by cell", async (name) => {
    const [table, text] = await Promise.all([read(bytesOf(name)), read(bytesOf("table.csv"))]);
    expect(cellsOf(table)).toEqual(cellsOf(text));
    const kinds = (of: Table) => Object.fromEntries(outlineOf(of).columns.map((column) => [column.name, column.kind]));
    expect(kinds(table)).toEqual(kinds(text));
    expect(table.notices).toEqual([]);
    expect(table.columns.map(({ missingCount }) => missingCount)).toEqual(
      text.columns.map(({ missingCount }) => missingCount),
    );
  });

  test.each(["uncompressed", "lz4", "zstd"])("of polars, %s, is the same table", async (codec) => {
    const found = cellsOf(await read(bytesOf(`polars-${codec}.arrow`)));
    const text = cellsOf(await read(bytesOf("table.csv")));
    expect(Object.keys(found)).toEqual(["large", "double", "even", "who", "long", "day", "moment", "level"]);
    for (const [name, cells] of Object.entries(found)) expect(cells, name).toEqual(text[name]);
  });

  test("an empty column, times before 1970, nulls of a dictionary and decimals are as they were written", async () => {
    const { a, b, g } = cellsOf(await readCase("140-null-column-in-the-middle.arrow"));
    expect([a, b, g]).toEqual([
      [1.5, 2.5, 3.5, 4.5],
      [10, 20, 30, 40],
      ["u", "v", "u", null],
    ]);
    const times = cellsOf(await readCase("141-times-before-1970.arrow"));
    expect(times["s"]!.slice(0, 3)).toEqual([0, -1, 0]);
    expect(times["us"]!.slice(1, 3)).toEqual([-1, 0]);
    expect(times["ns"]![1]).toBeCloseTo(-1, 10);
    expect(cellsOf(await readCase("142-dictionary-with-nulls.arrows"))["g"]).toEqual([
      ...["low", null, "high", "low", "high", null],
    ]);
    expect(cellsOf(await readCase("143-decimal128.arrow"))["price"]).toEqual([123.45, -2.5, 1, 0]);
  });

  test("what is nested or of bytes is left out by name, and what stands behind it is read", async () => {
    const table = await read(bytesOf("nested.arrow"));
    expect(table.notices).toEqual(["Left out: tags (lists), blob (bytes), pair (nested)."]);
    const { double, last } = cellsOf(table);
    expect(last).toEqual(double);
    expect(table.columns.some(({ name }) => ["tags", "blob", "pair"].includes(name))).toBe(false);
  });

  test("texts as views are those of texts", async () => {
    const { who, long, double } = cellsOf(await read(bytesOf("file.arrow")));
    expect(cellsOf(await read(bytesOf("views.arrow")))).toEqual({ who, long, double });
  });

  test("a stream adds to its dictionary, and replaces it", async () => {
    const table = await read(bytesOf("dictionaries.arrows"));
    expect(cellsOf(table)).toEqual({ letter: ["a", "b", null, "a", "b", "c", "b", "z", "y"] });
  });

  test("the words of a dictionary are a category", async () => {
    const table = await read(bytesOf("file.arrow"));
    expect(outlineOf(table).columns.find(({ name }) => name === "level")).toMatchObject({
      ...{ kind: "category", classes: ["high", "low", "middle"], different: 3 },
    });
  });

  test.each(packed)("%s, too large to be held, gives the numbers of the table that is held", async (name) => {
    const limits = { rows: 0, cells: 0 };
    const bytes = bytesOf(name);
    const opened = await openTableFile(blob(bytes), { reading: {}, checkpoint: quiet, progress: silent, limits });
    if (!("scan" in opened)) throw new Error("it was held");
    const held = await read(bytes);
    expect(opened.outline).toMatchObject({ rowCount: 300, large: { bytes: bytes.length, isEstimated: false } });
    const names = ["large", "double", "price", "day", "moment", "time"];
    const found: number[] = [];
    const take = (values: Float64Array, rows: number) => found.push(...values.subarray(0, rows * names.length));
    const columns = names.map((column) => ({ name: column }));
    const shares: number[] = [];
    await opened.scan({ columns, take }, quiet, (share) => shares.push(share));
    names.forEach((column, k) => {
      const values = found.filter((_, i) => i % names.length === k);
      expect(values).toEqual(Array.from(held.columns.find((each) => each.name === column)!.values));
    });
    expect(shares.at(-1)).toBe(1);
    const only = await readTableFile(blob(bytes), {}, quiet, silent, new Set(["price"]));
    expect(only.columns.map((column) => column.name)).toEqual(["price"]);
  });

  test.each(["blocks.arrow", "blocks-zstd.arrow", "blocks-lz4.arrow"])(
    "%s of 150,000 rows in one batch",
    async (name) => {
      const table = await read(bytesOf(name));
      expect(table.rowCount).toBe(150_000);
      const cells = cellsOf(table);
      const { isTriple, eighths, word: words } = cells;
      for (let i = 0; i < 150_000; i++) {
        const thousands = Math.floor(i / 1000);
        const isMissing = thousands % 11 === 5;
        const found = [isTriple?.[i], eighths?.[i], words?.[i]];
        const word = i % 149_900 < 100 ? `w${i % 13}` : null;
        const wanted = isMissing ? [null, NaN, word] : [String(i % 3 === 0), thousands / 8, word];
        if (!found.every((cell, k) => cell === undefined || Object.is(cell, wanted[k])))
          expect([i, found]).toEqual([i, wanted]);
      }
      expect(Object.keys(cells)).toEqual(name === "blocks.arrow" ? ["isTriple"] : ["isTriple", "eighths", "word"]);
    },
  );

  test("units of time, zones, wide and negative decimals, and numbers as words of a dictionary", async () => {
    const { columns } = await read(bytesOf("units.arrow"));
    const days = Date.UTC(2024, 2, 10) / 86_400_000;
    const values = Object.fromEntries(columns.map(({ name, values: [first, second] }) => [name, [first, second]]));
    expect(values).toEqual({
      ...{ seconds: [days + 0.25, NaN], milliseconds: [days + 0.25, NaN], nanoseconds: [days + 0.25, NaN] },
      ...{ zoned: [days + 0.25, NaN], date64: [days, NaN], before: [-0.25, NaN] },
      ...{ wide: [Number("-1234567890123456.789"), 0.1], narrow: [-0.5, 2.25], sixteenth: [65504, -(2 ** -24)] },
      ...{ coded: [2.5, -1], clock: [1 + (2 * 60 + 3.5) / 3600, 0] },
    });
  });

  test("a stream that was cut off between two batches says that rows may be missing", async () => {
    const bytes = bytesOf("stream.arrows");
    const table = await read(bytes.subarray(0, bytes.length - 8));
    expect(table.notices).toEqual(["The stream has no mark at its end: rows may be missing."]);
    expect(cellsOf(table)).toEqual(cellsOf(await read(bytes)));
  });

  test("a Feather file of version 1 is refused, and says what to do", async () => {
    await expect(read(Uint8Array.from([...Buffer.from("FEA1"), ...Array<number>(40).fill(0)]))).rejects.toThrow(
      /Feather file of version 1/,
    );
  });
});
