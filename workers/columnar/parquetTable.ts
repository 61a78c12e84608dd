import {
  parquetMetadataAsync,
  parquetRead,
  parquetSchema,
  type FileMetaData,
  type RowGroup,
  type SchemaElement,
} from "hyparquet";
import { ParameterError } from "../../src/core/errors.ts";
import { instantOf } from "../../src/core/tables/cells/instant.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { columnarFile, leftOutNotice, rowsAtOnce, type ColumnarFile } from "./columnarFile.ts";
import { unpackGzip } from "./gzip.ts";
import { unpackLz4Block, unpackLz4OfHadoop } from "./lz4.ts";
import { bytesOf } from "../files/filePieces.ts";
import { plainDoubles } from "./parquetDoubles.ts";
import { pageChecks } from "./parquetPages.ts";
import { checkThrift } from "./parquetThrift.ts";
import { parquetColumn, type ParquetColumn } from "./parquetTypes.ts";
import { unpackSnappy } from "./snappy.ts";
import { unpackZstd } from "./zstd.ts";

const longestPage = 2 ** 28;

const unpackers = Object.fromEntries(
  Object.entries({
    ...{ ZSTD: unpackZstd, SNAPPY: unpackSnappy, GZIP: unpackGzip },
    ...{ LZ4: unpackLz4OfHadoop, LZ4_RAW: unpackLz4Block },
  }).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, length: number) => {
      if (length >= 0 && length <= longestPage) return unpack(input, length);
      throw refusal("file", "a Parquet file with a page of more than 256 MB", "written in pages of fewer rows");
    },
  ]),
);
const packings = "packed by Snappy, gzip, LZ4, Zstandard or not at all";

/** Instants to the last digit, also before 1970. */
const parsers = {
  timestampFromMilliseconds: (units: bigint | number) => instantOf(units, 1e3),
  timestampFromMicroseconds: (units: bigint) => instantOf(units, 1e6),
  timestampFromNanoseconds: (units: bigint) => instantOf(units, 1e9),
  jsonFromBytes: (bytes: Uint8Array) => bytes,
};

/** Reads the metadata at the end of a Parquet file. */
export async function openParquet(file: Blob): Promise<ColumnarFile> {
  const buffer = {
    byteLength: file.size,
    slice: (start: number, end = file.size) => {
      // Some engines end at places beyond 32 bits.
      const isWithin = Number.isSafeInteger(start) && Number.isSafeInteger(end) && start <= end && end <= file.size;
      return isWithin ? file.slice(start, end).arrayBuffer() : Promise.reject(damagedParquet());
    },
  };
  const { metadata, metadataOf, columns, leftOut, slice, checkedUnpackers } = await checkEnd(file)
    .then(() => parquetMetadataAsync(buffer))
    .then((found) => {
      const described = columnsIn(found, file.size);
      const checks = pageChecks(described.metadata.row_groups, described.columns, buffer.slice, unpackers);
      const metadataOf = metadataByColumn(described.metadata, described.columns);
      return { ...described, metadataOf, slice: checks.slice, checkedUnpackers: checks.unpackers };
    })
    .catch((error: unknown) => {
      throw error instanceof ParameterError ? error : damagedParquet();
    });
  const checked = { ...buffer, slice };

  /** Columns are decoded one after the other. */
  const cellsIn = async (name: string, rowStart: number, rowEnd: number): Promise<ArrayLike<unknown>> => {
    let found: unknown[] | ArrayLike<unknown> = [];
    let filled = 0;
    await parquetRead({
      file: checked,
      metadata: metadataOf(name),
      rowStart,
      rowEnd,
      compressors: checkedUnpackers,
      parsers,
      onChunk: ({ columnData, rowStart: first }) => {
        const begin = Math.max(0, rowStart - first);
        const end = Math.min(columnData.length, rowEnd - first);
        if (begin === 0 && end === rowEnd - rowStart && filled === 0) found = columnData;
        else for (let i = begin; i < end; i++) (found as unknown[])[first + i - rowStart] = columnData[i];
        filled += end - begin;
      },
    }).catch((error: unknown) => {
      if (error instanceof ParameterError) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw refusal("file", `a Parquet file that cannot be read (${reason})`, "whole, or written once more");
    });
    if (filled !== rowEnd - rowStart)
      throw refusal("file", "a Parquet file whose columns are of different lengths", "whole");
    const { cell } = columns.get(name)!;
    return cell ? Array.from(found, cell) : found;
  };
  const cellsOf = async (names: readonly string[], rowStart: number, rowEnd: number): Promise<ArrayLike<unknown>[]> => {
    const cells: ArrayLike<unknown>[] = [];
    for (const name of names) cells.push(await cellsIn(name, rowStart, rowEnd));
    return cells;
  };

  const doublesOf = async (name: string, group: RowGroup, rows: number) => {
    const element = columns.get(name)?.element;
    const chunk = group.columns.find(({ meta_data: meta }) => meta?.path_in_schema.join() === name)?.meta_data;
    return element && chunk && plainDoubles(file, chunk, element, rows, unpackers);
  };

  return columnarFile({
    file,
    names: [...columns.keys()],
    rowCount: Number(metadata.num_rows),
    notices: leftOutNotice(leftOut),
    blocks: async function* (names, end) {
      for (let start = 0; start < end; start += rowsAtOnce) {
        const next = Math.min(end, start + rowsAtOnce);
        yield { cells: await cellsOf(names, start, next), rows: next - start };
      }
    },
    wholeBlocks: async function* (names) {
      let start = 0;
      for (const group of metadata.row_groups) {
        const rows = Number(group.num_rows);
        const plain = await Promise.all(names.map((name) => doublesOf(name, group, rows)));
        const others = names.filter((_, k) => !plain[k]);
        for (let from = 0; from < rows; from += rowsOfGroup) {
          const end = Math.min(rows, from + rowsOfGroup);
          const slow = await cellsOf(others, start + from, start + end);
          const cells = names.map((name, k) => plain[k]?.subarray(from, end) ?? slow[others.indexOf(name)]!);
          yield { cells, rows: end - from };
        }
        start += rows;
      }
    },
  });
}

const rowsOfGroup = 2 ** 24;

/** Checks the end before the metadata are decoded. */
async function checkEnd(file: Blob): Promise<void> {
  const tail = await bytesOf(file.slice(Math.max(0, file.size - 8)));
  const length = new DataView(tail.buffer, tail.byteOffset).getUint32(0, true);
  const bytes = await bytesOf(file.slice(Math.max(0, file.size - 8 - length), file.size - 8));
  checkThrift({ view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 });
}

/** Metadata of one column: the decoder looks through all of it for each part. */
function metadataByColumn(
  { schema, row_groups: groups, ...others }: FileMetaData,
  columns: ReadonlyMap<string, ReadColumn>,
): (name: string) => FileMetaData {
  const chunksOf = new Map<string, Map<number, RowGroup["columns"]>>();
  for (const [g, { columns: chunks }] of groups.entries())
    for (const chunk of chunks) {
      const name = chunk.meta_data?.path_in_schema.join(".") ?? "";
      const ofName = chunksOf.get(name) ?? new Map<number, RowGroup["columns"]>();
      const ofGroup = ofName.get(g) ?? [];
      ofGroup.push(chunk);
      chunksOf.set(name, ofName.set(g, ofGroup));
    }
  return (name) => ({
    ...others,
    schema: [{ ...schema[0]!, num_children: 1 }, columns.get(name)!.element],
    row_groups: groups.map((group, g) => ({ ...group, columns: chunksOf.get(name)?.get(g) ?? [] })),
  });
}

type ReadColumn = Extract<ParquetColumn, { element: SchemaElement }>;

/** Columns that are read, and others with the reason. */
function columnsIn(found: FileMetaData, fileSize: number) {
  const columns = new Map<string, ReadColumn>();
  const leftOut: string[] = [];
  for (const child of parquetSchema(found).children) {
    const column = parquetColumn(child);
    // Damaged schemas may lack names.
    if (typeof column.name !== "string") throw damagedParquet();
    if ("what" in column) leftOut.push(`${column.name} (${column.what})`);
    else if (columns.has(column.name)) leftOut.push(`${column.name} (another of that name)`);
    else columns.set(column.name, column);
  }
  checkPacking(found.row_groups, columns);
  checkPlaces(found, fileSize);
  return { metadata: found, columns, leftOut };
}

const damagedParquet = () => refusal("file", "a Parquet file whose end is damaged", "whole");

/** Refuses groups outside of the file, or with other rows than it. */
function checkPlaces({ row_groups: groups, num_rows: all }: FileMetaData, fileSize: number): void {
  if (groups.reduce((sum, { num_rows: rows }) => sum + Number(rows), 0) !== Number(all)) throw damagedParquet();
  for (const { columns, num_rows: rows } of groups) {
    const isWithin = columns.every(({ meta_data: chunk }) => {
      if (!chunk) return true;
      const places = [chunk.data_page_offset, chunk.dictionary_page_offset ?? chunk.data_page_offset].map(Number);
      const size = Number(chunk.total_compressed_size);
      return size >= 0 && places.every((place) => place >= 0) && Math.min(...places) + size <= fileSize;
    });
    if (!isWithin || !(Number(rows) >= 0)) throw damagedParquet();
  }
}

const packingNames: Readonly<Record<string, string>> = { BROTLI: "Brotli", LZO: "LZO" };

function checkPacking(groups: readonly RowGroup[], columns: ReadonlyMap<string, unknown>): void {
  for (const { columns: chunks } of groups) {
    for (const { meta_data: chunk } of chunks) {
      if (!chunk || chunk.codec === "UNCOMPRESSED" || chunk.codec in unpackers) continue;
      if (!columns.has(chunk.path_in_schema[0]!)) continue;
      throw refusal("file", `a Parquet file packed by ${packingNames[chunk.codec] ?? "an unknown method"}`, packings);
    }
  }
}
