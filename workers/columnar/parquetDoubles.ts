import type { ColumnMetaData, SchemaElement } from "hyparquet";
import { bytesOf } from "../files/filePieces.ts";
import { pageHeader, type Unpackers } from "./parquetPages.ts";

/**
 * Doubles of a column in a group of rows, copied as they are if none is missing and all are contiguous. Undefined for
 * other columns.
 *
 * @param rows of the group
 */
export async function plainDoubles(
  file: Blob,
  chunk: ColumnMetaData,
  { repetition_type: repetition, converted_type: converted, logical_type: logical }: SchemaElement,
  rows: number,
  unpackers: Unpackers,
): Promise<Float64Array | undefined> {
  const {
    codec,
    type,
    dictionary_page_offset: dictionary,
    data_page_offset: first,
    total_compressed_size: size,
  } = chunk;
  const unpack = codec === "UNCOMPRESSED" ? (input: Uint8Array) => input : unpackers[codec];
  const isPlain =
    type === "DOUBLE" && converted === undefined && logical === undefined && chunk.path_in_schema.length === 1;
  if (!isPlain || !unpack || dictionary !== undefined || !(repetition === "OPTIONAL" || repetition === "REQUIRED"))
    return undefined;
  const bytes = await bytesOf(file.slice(Number(first), Number(first) + Number(size)));
  const pages = pagesIn(bytes, rows);
  if (!pages) return undefined;
  const values = new Float64Array(rows);
  let to = 0;
  for (const { from, end, length, count } of pages) {
    const page = unpack(bytes.subarray(from, end), length);
    const start = repetition === "OPTIONAL" ? afterWholeLevels(page, count) : 0;
    if (start === undefined || page.length < start + 8 * count) return undefined;
    new Uint8Array(values.buffer, 8 * to).set(page.subarray(start, start + 8 * count));
    to += count;
  }
  return values;
}

interface Page {
  readonly from: number;
  readonly end: number;
  readonly length: number;
  readonly count: number;
}

/** Pages with all rows together; undefined for other pages, or those that announce too much. */
function pagesIn(bytes: Uint8Array, rows: number): readonly Page[] | undefined {
  if (!(rows <= mostRows && 8 * rows <= mostPerByte * bytes.length)) return undefined;
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 };
  const pages: Page[] = [];
  let left = rows;
  while (left > 0) {
    if (reader.offset >= bytes.length) return undefined;
    const { type: kind, data_page_header: header, ...sizes } = pageHeader(reader);
    const [from, length] = [reader.offset, sizes.uncompressed_page_size];
    const end = from + sizes.compressed_page_size;
    if (kind !== "DATA_PAGE" || header?.encoding !== "PLAIN") return undefined;
    const { num_values: count } = header;
    if (!(count >= 0 && count <= left && 8 * count <= length && end >= from && end <= bytes.length)) return undefined;
    pages.push({ from, end, length, count });
    left -= count;
    reader.offset = end;
  }
  return pages;
}

const mostRows = 2 ** 26;
/** Zstandard makes the most. */
const mostPerByte = 2 ** 15;

/** Place of values after levels that are one run of present values; else undefined. */
function afterWholeLevels(page: Uint8Array, count: number): number | undefined {
  if (page.length < 6) return undefined;
  const length = page[0]! + page[1]! * 2 ** 8 + page[2]! * 2 ** 16 + page[3]! * 2 ** 24;
  let at = 4;
  let run = 0;
  for (let shift = 1; ; shift *= 128) {
    const byte = page[at++];
    if (byte === undefined || shift > 2 ** 28) return undefined;
    run += (byte & 127) * shift;
    if (byte < 128) break;
  }
  // Even: twice the length of a run of one level; odd: packed bit by bit.
  return run % 2 === 0 && run / 2 >= count && page[at] === 1 ? 4 + length : undefined;
}
