import { parquetHeader } from "hyparquet/src/column.js";
import { deltaBinaryUnpack } from "hyparquet/src/delta.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import type { ColumnMetaData, RowGroup, SchemaElement } from "hyparquet";
import type { DataReader, PageHeader } from "hyparquet/src/types.js";
import { ParameterError } from "../../src/core/errors.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { checkThrift } from "./parquetThrift.ts";

type Slice = (start: number, end?: number) => Promise<ArrayBuffer>;
export type Unpackers = Readonly<Record<string, (input: Uint8Array, length: number) => Uint8Array>>;

/** A text takes more memory than a number. */
const mostValues = { numbers: 2 ** 24, texts: 2 ** 23 } as const;
/** Most characters of texts that repeat the beginning of the one before. */
const longestTexts = 2 ** 28;
/** A run's values beyond its page: the last is filled up. */
const mostFilled = 512;

const tooManyValues = () =>
  refusal("file", "a Parquet file whose pages have more values than it has rows", "whole, or in pages of fewer rows");
const damaged = () => refusal("file", "a Parquet file with a damaged page", "whole");

/**
 * Looks at each page of whole columns before it is decoded: a few bytes can announce more values than memory holds.
 *
 * @param read by name
 * @throws {ParameterError} if a page has more values than its group has rows, or than its bytes can say
 */
export function pageChecks(
  groups: readonly RowGroup[],
  read: ReadonlyMap<string, { readonly element: SchemaElement }>,
  slice: Slice,
  unpackers: Unpackers,
): { readonly slice: Slice; readonly unpackers: Unpackers } {
  const chunks = groups.flatMap(({ columns, num_rows: rows }) =>
    columns.flatMap(({ meta_data: chunk }) => {
      // Lists are not read, and have any number of values.
      const column = chunk && read.get(chunk.path_in_schema.join("."));
      if (!column) return [];
      // As the decoder: some programs write 0 for no dictionary.
      const first = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
      const end = first + Number(chunk.total_compressed_size);
      return [{ ...{ first, end, rows: Number(rows), chunk }, element: column.element }];
    }),
  );
  /** Checks by place in the part of the file. */
  const packed = new WeakMap<ArrayBufferLike, Map<number, (content: Uint8Array) => void>>();
  return {
    slice: async (start, end) => {
      const bytes = await slice(start, end);
      const later = new Map<number, (content: Uint8Array) => void>();
      packed.set(bytes, later);
      for (const { first, end: last, rows, chunk, element } of chunks) {
        if (first < start || last > start + bytes.byteLength) continue;
        refusing(() =>
          checkPages(new DataView(bytes, first - start, last - first), { rows, chunk, element }, (place, check) =>
            later.set(place, check),
          ),
        );
      }
      return bytes;
    },
    unpackers: Object.fromEntries(
      Object.entries(unpackers).map(([codec, unpack]) => [
        codec,
        (input: Uint8Array, length: number) => {
          const check = packed.get(input.buffer)?.get(input.byteOffset);
          if (!check) throw damaged();
          const content = unpack(input, length);
          refusing(() => check(content));
          return content;
        },
      ]),
    ),
  };
}

/** Places outside of a page are damage. */
function refusing(check: () => void): void {
  try {
    check();
  } catch (error) {
    throw error instanceof ParameterError ? error : damaged();
  }
}

interface Column {
  readonly rows: number;
  readonly chunk: ColumnMetaData;
  readonly element: SchemaElement;
}

/** @param later takes a packed page's check, and its place */
function checkPages(
  view: DataView,
  { rows, chunk, element }: Column,
  later: (place: number, check: (content: Uint8Array) => void) => void,
): void {
  const reader = { view, offset: 0 };
  const isText = chunk.type === "BYTE_ARRAY" || chunk.type === "FIXED_LEN_BYTE_ARRAY" || chunk.type === "INT96";
  const most = isText ? mostValues.texts : mostValues.numbers;
  let read = 0;
  while (read < rows && reader.offset < view.byteLength - 1) {
    const header = pageHeader(reader);
    const { compressed_page_size: size } = header;
    const page = dataIn(header);
    const isDictionary = header.type === "DICTIONARY_PAGE";
    const values = isDictionary ? (header.dictionary_page_header?.num_values ?? NaN) : (page?.values ?? 0);
    if (!(values >= 0 && values <= (isDictionary ? most : Math.min(most, rows - read)))) throw tooManyValues();
    if (!(size >= 0 && reader.offset + size <= view.byteLength)) throw damaged();
    const check = (content: Uint8Array) => {
      const { byteOffset, byteLength, buffer } = content;
      const inner = { view: new DataView(buffer, byteOffset, byteLength), offset: 0 };
      if (isDictionary) checkPlain(inner, values, chunk.type, element);
      else if (page) checkValues(inner, page, chunk.type, element);
    };
    const start = reader.offset + (page?.levels ?? 0);
    const content = new Uint8Array(view.buffer, view.byteOffset + start, size - (page?.levels ?? 0));
    if (page?.levels !== undefined && element.repetition_type !== "REQUIRED") {
      const levels = { view: new DataView(view.buffer, view.byteOffset + reader.offset, page.levels), offset: 0 };
      checkRuns(levels, 1, values);
    }
    if (chunk.codec === "UNCOMPRESSED" || page?.isPlain) check(content);
    else later(content.byteOffset, check);
    if (!isDictionary) read += values;
    reader.offset += size;
  }
}

export function pageHeader(reader: DataReader): PageHeader {
  checkThrift({ ...reader });
  return parquetHeader(reader);
}

interface DataPage {
  readonly values: number;
  readonly encoding: string;
  /** Its levels' bytes before the packed ones, and its number of present values; absent where both are packed. */
  readonly levels?: number;
  readonly present?: number;
  readonly isPlain?: boolean;
}

function dataIn({ type, data_page_header: first, data_page_header_v2: second }: PageHeader): DataPage | undefined {
  if (type === "DATA_PAGE" && first) return { values: first.num_values, encoding: first.encoding };
  if (type !== "DATA_PAGE_V2" || !second) return undefined;
  const { num_values: values, num_nulls: nulls, num_rows: rows, encoding } = second;
  const { repetition_levels_byte_length: repeated, definition_levels_byte_length: levels } = second;
  if (!(nulls >= 0 && nulls <= values && rows === values && repeated === 0 && levels >= 0)) throw damaged();
  return { values, encoding, levels, present: values - nulls, isPlain: second.is_compressed === false };
}

function checkValues(
  reader: DataReader,
  { values, encoding, present: known }: DataPage,
  type: ColumnMetaData["type"],
  element: SchemaElement,
): void {
  let present = known ?? values;
  if (known === undefined && element.repetition_type !== "REQUIRED") {
    const length = reader.view.getUint32(0, true);
    reader.offset = 4;
    present = checkRuns(reader, 1, values);
    reader.offset = 4 + length;
  }
  const { view } = reader;
  switch (encoding) {
    case "PLAIN":
    case "BYTE_STREAM_SPLIT":
      checkPlain(reader, present, type, element);
      return;
    case "RLE":
    case "PLAIN_DICTIONARY":
    case "RLE_DICTIONARY": {
      const isSecond = known !== undefined;
      if (isSecond ? encoding === "RLE" : type === "BOOLEAN") {
        reader.offset += 4;
        checkRuns(reader, 1, present);
      } else {
        const width = view.getUint8(reader.offset++);
        if (width > 0 || isSecond) checkRuns(reader, width, present);
      }
      return;
    }
    case "DELTA_BINARY_PACKED": {
      const [, blocks] = [readVarInt(reader), readVarInt(reader)];
      if (!(blocks >= 1 && blocks <= view.byteLength)) throw damaged();
      return;
    }
    case "DELTA_BYTE_ARRAY":
      checkTexts(reader, present);
      return;
    default:
  }
}

const leastBytes = { BOOLEAN: 1 / 8, INT32: 4, INT64: 8, INT96: 12, FLOAT: 4, DOUBLE: 8, BYTE_ARRAY: 4 } as const;

function checkPlain(
  { view, offset }: DataReader,
  values: number,
  type: ColumnMetaData["type"],
  element: SchemaElement,
): void {
  const bytes = type === "FIXED_LEN_BYTE_ARRAY" ? (element.type_length ?? NaN) : leastBytes[type];
  if (!(values * bytes <= view.byteLength - offset)) throw damaged();
}

/** Follows runs as the decoder does. @returns how many values are 1, at one bit each */
function checkRuns(reader: DataReader, width: number, values: number): number {
  const { view } = reader;
  let [seen, ones] = [0, 0];
  while (seen < values) {
    const head = readVarInt(reader);
    const isPacked = (head & 1) === 1;
    const length = isPacked ? (head >> 1) * 8 : head >>> 1;
    if (!(length >= 0 && length <= values - seen + mostFilled)) throw tooManyValues();
    const counted = Math.min(length, values - seen);
    if (isPacked) {
      const start = reader.offset;
      reader.offset += Math.max(1, (length / 8) * width);
      if (width === 1) for (let i = 0; i < counted; i++) ones += (view.getUint8(start + (i >> 3)) >> (i & 7)) & 1;
    } else {
      if (width === 1) ones += view.getUint8(reader.offset) === 1 ? counted : 0;
      reader.offset += (width + 7) >> 3;
    }
    if (reader.offset > view.byteLength) throw damaged();
    seen += length;
  }
  return ones;
}

/** Each may begin as the one before. */
function checkTexts(reader: DataReader, values: number): void {
  if (values === 0) return;
  const [repeated, own] = [new Int32Array(values), new Int32Array(values)];
  deltaBinaryUnpack(reader, values, repeated);
  deltaBinaryUnpack(reader, values, own);
  let [before, all] = [0, 0];
  for (let i = 0; i < values; i++) {
    if (!(repeated[i]! >= 0 && repeated[i]! <= before && own[i]! >= 0)) throw damaged();
    before = repeated[i]! + own[i]!;
    if ((all += before) > longestTexts)
      throw refusal("file", "a Parquet file with a page of more than 256 MB", "written in pages of fewer rows");
  }
}
