import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../src/core/errors.ts";
import { allocations } from "../../support/allocations.ts";
import { batchOf, field, float, message, schemaOf, utf8, utf8View } from "../../support/arrowBytes.ts";
import { parquetBytes, varint } from "../../support/parquetBytes.ts";
import { workbookBytes, workbookParts } from "../../support/workbooks.ts";
import { heldLimits } from "../../../workers/columnar/heldCells.ts";
import { openTableFile } from "../../../workers/tableFile.ts";

// Small files that announce more than memory holds: each is refused with a sentence before memory is taken.

const quiet = () => Promise.resolve();
const silent = () => undefined;

/** Opens a file and reads it through. */
async function readThrough(bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const table = await openTableFile(new Blob([bytes]), { reading: {}, checkpoint: quiet, progress: silent });
  if (!("scan" in table)) return table.rowCount;
  let count = 0;
  const columns = table.outline.columns.map(({ name }) => ({ name }));
  await table.scan({ columns, take: (_, rows) => (count += rows) }, quiet, silent);
  return count;
}

/** The most bytes that a small file may ask for in all. */
const most = 2 ** 24;

async function refused(bytes: Uint8Array<ArrayBuffer>, sentence: string, inAll = 4 * most) {
  const { error, largest, total } = await allocations(() => readThrough(bytes));
  expect(error).toBeInstanceOf(ParameterError);
  expect(error!.message).toContain(sentence);
  expect(largest).toBeLessThan(most);
  expect(total).toBeLessThan(inAll);
}

const eight = (count: number) => Array.from({ length: 8 * count }, (_, i) => (i % 8 === 7 ? 63 : 0));
const u32 = (value: number) => [0, 8, 16, 24].map((shift) => (value >>> shift) & 255);
const huge = 2 ** 30;
const zstd = [0x28, 0xb5, 0x2f, 0xfd];
const damaged = "a Parquet file with a damaged page";
const tooMany = "pages have more values than it has rows";

describe("a Parquet file of a few bytes", () => {
  test("is read where it announces what it holds", async () => {
    const found = await allocations(() =>
      readThrough(parquetBytes(4, { type: "DOUBLE", pages: [{ values: 4, content: eight(4) }] })),
    );
    expect(found.value).toBe(4);
    expect(found.largest).toBeGreaterThan(0);
  });

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    [
      "2³⁰ rows, of which ten thousand are there",
      parquetBytes(huge, { type: "DOUBLE", pages: [{ values: 10_000, content: eight(10_000) }] }),
      "columns are of different lengths",
    ],
    [
      "a group of more rows than the file",
      parquetBytes(4, { type: "DOUBLE", pages: [{ values: huge, content: eight(4) }] }, { rowsOfGroup: huge }),
      "whose end is damaged",
    ],
    ["2³⁰ values in a page", parquetBytes(huge, { type: "INT32", pages: [{ values: huge, content: [] }] }), tooMany],
    [
      "2³⁰ values in a page, and no place of a dictionary",
      parquetBytes(
        huge,
        { type: "INT32", isOptional: true, pages: [{ values: huge, content: [] }] },
        { dictionaryAt: 0 },
      ),
      tooMany,
    ],
    [
      "a run of 2³⁰ present values in a page of four",
      parquetBytes(4, {
        ...{ type: "DOUBLE", isOptional: true },
        pages: [{ values: 4, content: [...u32(6), ...varint(2 * huge), 1, ...eight(4)] }],
      }),
      tooMany,
    ],
    [
      "a run of 2³⁰ places of a dictionary",
      parquetBytes(4, {
        type: "INT32",
        pages: [
          { values: 1, content: [1, 0, 0, 0], isDictionary: true },
          { values: 4, content: [1, ...varint(2 * huge), 0], encoding: "RLE_DICTIONARY" },
        ],
      }),
      tooMany,
    ],
    [
      "2²⁷ places without bits",
      parquetBytes(4, {
        type: "INT32",
        pages: [
          { values: 1, content: [1, 0, 0, 0], isDictionary: true },
          { values: 4, content: [0, ...varint(huge / 8 + 1)], encoding: "RLE_DICTIONARY", isSecond: true },
        ],
      }),
      tooMany,
    ],
    [
      "a dictionary of 2³⁰ values",
      parquetBytes(4, { type: "BYTE_ARRAY", pages: [{ values: huge, content: u32(0), isDictionary: true }] }),
      tooMany,
    ],
    [
      "a dictionary of 2³⁰ values in a page that also says four",
      parquetBytes(4, { type: "INT32", pages: [{ values: 4, further: huge, content: u32(0), isDictionary: true }] }),
      tooMany,
    ],
    [
      "a text of 2³¹ characters",
      parquetBytes(4, { type: "BYTE_ARRAY", pages: [{ values: 4, content: [...u32(2 ** 31), ...eight(3)] }] }),
      "a Parquet file that cannot be read",
    ],
    [
      "texts that repeat 2³⁰ characters each",
      parquetBytes(4, {
        type: "BYTE_ARRAY",
        pages: [{ values: 4, content: deltas(4, huge, huge), encoding: "DELTA_BYTE_ARRAY" }],
      }),
      damaged,
    ],
    [
      "blocks of 2³⁰ parts",
      parquetBytes(4, {
        type: "INT64",
        pages: [{ values: 4, content: [...varint(128), ...varint(huge), 4, 0, 0], encoding: "DELTA_BINARY_PACKED" }],
      }),
      damaged,
    ],
    [
      "a list of 2³⁰ groups",
      parquetBytes(4, { type: "DOUBLE", pages: [{ values: 4, content: eight(4) }] }, { groups: huge }),
      "whose metadata are damaged",
    ],
  ])("that announces %s is refused before memory is taken", async (_, bytes, sentence) => {
    expect(bytes.length).toBeLessThan(100_000);
    await refused(bytes, sentence);
  });

  test.each<[string, "SNAPPY" | "GZIP" | "ZSTD" | "LZ4_RAW", readonly number[], string]>([
    ["Snappy", "SNAPPY", [...varint(2 ** 28), 0, 0], "a block of Snappy that is damaged"],
    [
      "gzip",
      "GZIP",
      [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, ...u32(2 ** 28)],
      "a block of gzip that is damaged",
    ],
    ["LZ4", "LZ4_RAW", [0xff, 0xff, 0, 1], "a block of LZ4 that is damaged"],
    [
      "Zstandard, with its length",
      "ZSTD",
      [...zstd, 0xa0, ...u32(2 ** 28), 1, 0, 0],
      "a frame of Zstandard that is damaged",
    ],
    [
      "Zstandard, with a window of a gigabyte",
      "ZSTD",
      [...zstd, 0, 0xa0, 1, 0, 0],
      "a frame of Zstandard that is damaged",
    ],
  ])(
    "whose page of 256 MB is packed by %s into a few bytes is refused before memory is taken",
    async (_, codec, content, sentence) => {
      const pages = [{ values: 2 ** 24, content, length: 2 ** 28 }];
      await refused(parquetBytes(2 ** 24, { type: "DOUBLE", codec, pages }), sentence);
      await refused(parquetBytes(4, { type: "INT64", codec, pages: [{ ...pages[0]!, values: 4 }] }), sentence);
    },
  );
});

/** A block of matches that need no bits: each is 65,539 bytes long. */
const matches = (count: number, isLast: boolean) => {
  const written = count < 128 ? [count] : [255, ...u32(count - 0x7f00).slice(0, 2)];
  const block = [0, ...written, 0x54, 0, 0, 52, 1];
  return [Number(isLast) + 4 + 8 * block.length, 0, 0, ...block];
};

test.each([
  ["98,047 matches", matches(98_047, true)],
  ["ten matches beyond the end, and ten more", [...matches(10, false), ...matches(10, true)]],
])("blocks of Zstandard with %s are refused, not unpacked", async (_, blocks) => {
  const page = { values: 8, content: [...zstd, 0x20, 64, ...blocks], length: 64 };
  const bytes = parquetBytes(8, { type: "DOUBLE", codec: "ZSTD", pages: [page] });
  await expect(readThrough(bytes)).rejects.toThrow("a frame of Zstandard that is damaged");
});

describe("a small Arrow file", () => {
  const stream = (...parts: readonly (readonly number[])[]) => Uint8Array.from(parts.flat());
  const doubles = schemaOf([field("x", float)]);

  test("is read where it announces what it holds", async () => {
    const found = stream(message(1, doubles), message(3, batchOf(4, [4, 0], [0, 0, 0, 32]), eight(4)));
    expect(await readThrough(found)).toBe(4);
  });

  const views = (count: number, length: number) => [
    ...Array.from({ length: count }, () => [...u32(length), 0, 0, 0, 0, ...u32(0), ...u32(0)]).flat(),
    ...Array<number>(length).fill(97),
  ];
  const offsets = Array.from({ length: 4002 }, (_, i) => u32((i % 2) * 20_000)).flat();
  /** 4001 texts of which every second one is there, all of them the same 20,000 characters. */
  const overlapping = [Array<number>(504).fill(0x55), offsets, Array<number>(20_000).fill(97)].flat();
  const packedBy = (codec: number, content: readonly number[]) => {
    const body = [...u32(huge), 0, 0, 0, 0, ...content];
    return stream(message(1, doubles), message(3, batchOf(4, [4, 0], [0, 0, 0, body.length], { codec }), body));
  };
  const nested = Array.from({ length: 30 }).reduce<ReturnType<typeof field>[]>(
    (children) => [field("s", 13, Array<ReturnType<typeof field>>(2000).fill(children[0] ?? field("x", float)))],
    [],
  );

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    [
      "2⁴⁰ rows, of which four are there",
      stream(message(1, doubles), message(3, batchOf(2 ** 40, [2 ** 40, 0], [0, 0, 0, 32]), eight(4))),
      "damaged or cut off",
    ],
    [
      "a buffer of 2⁴⁰ bytes",
      stream(message(1, doubles), message(3, batchOf(4, [4, 0], [0, 0, 0, 2 ** 40]), eight(4))),
      "damaged or cut off",
    ],
    ["a block of a gigabyte by LZ4", packedBy(0, [4, 0x22, 0x4d, 0x18, 0x40, 0, 0]), "a frame of LZ4 that is damaged"],
    ["a block of a gigabyte by Zstandard", packedBy(1, [...zstd, 0, 0xa0, 1, 0, 0]), "a frame of Zstandard"],
    [
      "thirty fields in each other that name the same two thousand",
      stream(message(1, schemaOf(nested))),
      "damaged or cut off",
    ],
    [
      "four hundred columns that name the same megabyte",
      stream(
        message(1, schemaOf(Array.from({ length: 400 }, (_, k) => field(`x${k}`, float)))),
        message(
          3,
          batchOf(
            20_000,
            Array.from({ length: 400 }, () => [20_000, 0]).flat(),
            Array.from({ length: 400 }, () => [0, 0, 0, 160_000]).flat(),
          ),
          eight(20_000),
        ),
      ),
      "damaged or cut off",
    ],
    [
      "texts that overlap where cells are missing",
      stream(
        message(1, schemaOf([field("x", utf8)])),
        message(
          3,
          batchOf(4001, [4001, 2000], [0, 501, 504, offsets.length, 504 + offsets.length, 20_000]),
          overlapping,
        ),
      ),
      "damaged or cut off",
    ],
    [
      "five thousand texts that are the same sixty thousand characters",
      stream(
        message(1, schemaOf([field("x", utf8View)])),
        message(3, batchOf(5000, [5000, 0], [0, 0, 0, 80_000, 80_000, 60_000], { views: [1] }), views(5000, 60_000)),
      ),
      "more than 256 MB of texts in a few rows",
    ],
  ])("that announces %s is refused before memory is taken", async (_, bytes, sentence) => {
    await refused(bytes, sentence);
  });
});

describe("a small file that unpacks to a large one", () => {
  const packed = (text: string) => new Uint8Array(gzipSync(text));
  const row = (number: number, columns: readonly string[]) =>
    `<row r="${number}">${columns.map((column) => `<c r="${column}${number}"><v>1</v></c>`).join("")}</row>`;
  const letters = Array.from({ length: 900 }, (_, k) => String.fromCharCode(65 + (k % 26)));
  const columns = letters.map((letter, k) => (k < 26 ? letter : String.fromCharCode(64 + Math.floor(k / 26)) + letter));
  const distant = row(1, columns.slice(0, 600)) + row(1_000_000, columns.slice(0, 600));
  const names = Array.from({ length: 1000 }, (_, k) => `"a${k}":1`).join(",");

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ["a line of fifty million characters", packed("0".repeat(5e7)), "a line of millions of characters"],
    ["a row of a hundred thousand names", packed(`${"x,".repeat(1e5)}\n1\n2\n`), "got 100,001 columns"],
    ["JSON nested a million deep", packed("[".repeat(1e6)), "nested more than 64 deep"],
    ["a record of a thousand members after a million", packed(`[${"{},".repeat(1e6)}{${names}}]`), "20,000,000 cells"],
    ["a row of 600 cells a million rows below", workbookBytes({ sheets: [{ name: "S", rows: distant }] }), "cells"],
    [
      "a workbook with a hundred megabytes of relations",
      zipSync({
        ...workbookParts({ sheets: [{ name: "S", rows: distant }] }),
        "_rels/.rels": strToU8(`<Relationships>${'<Relationship Id="a"/>'.repeat(2e6)}</Relationships>`),
      }) as Uint8Array<ArrayBuffer>,
      "“_rels/.rels” unpacks to more than 32 MB",
    ],
  ])("of %s is refused before memory is taken", async (_, bytes, sentence) => {
    expect(bytes.length).toBeLessThan(200_000);
    await refused(bytes, sentence, 8 * heldLimits.cells);
  });

  test("of JSON with a text of fifty million characters is read without arrays of its size", async () => {
    const { value, largest, total } = await allocations(() => readThrough(packed(`[{"a":"${"x".repeat(5e7)}"}]`)));
    expect(value).toBe(1);
    expect(largest).toBeLessThan(most);
    expect(total).toBeLessThan(8 * heldLimits.cells);
  });
});

/** Lengths of which all have the same difference to the one before; first those that are repeated, then own ones. */
function deltas(count: number, first: number, each: number): number[] {
  const list = (start: number, step: number) => [
    ...varint(128),
    4,
    count,
    ...varint(2 * start),
    ...varint(2 * step),
    0,
    0,
    0,
    0,
  ];
  return [...list(first, each), ...list(0, 0)];
}
