/** A value of thrift's compact protocol. */
type Thrift =
  | { readonly i32: number }
  | { readonly i64: number }
  | { readonly text: string }
  | { readonly bool: boolean }
  | { readonly list: readonly Thrift[]; readonly announced?: number }
  | ThriftStruct;
interface ThriftStruct {
  readonly fields: Readonly<Record<number, Thrift>>;
}

/** A whole number, seven bits in a byte. */
export function varint(value: number): number[] {
  const bytes = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

const textOf = (text: string) => [...new TextEncoder().encode(text)];

function typeOf(value: Thrift): number {
  if ("bool" in value) return value.bool ? 1 : 2;
  if ("i32" in value) return 5;
  if ("i64" in value) return 6;
  if ("text" in value) return 8;
  return "list" in value ? 9 : 12;
}

function bytesOf(value: Thrift): number[] {
  if ("bool" in value) return [];
  if ("i32" in value) return varint(value.i32 < 0 ? -2 * value.i32 - 1 : 2 * value.i32);
  if ("i64" in value) return varint(2 * value.i64);
  if ("text" in value) return [...varint(textOf(value.text).length), ...textOf(value.text)];
  if ("list" in value) {
    const element = value.list[0] ? typeOf(value.list[0]) : 12;
    return [0xf0 | element, ...varint(value.announced ?? value.list.length), ...value.list.flatMap(bytesOf)];
  }
  let last = 0;
  const fields = Object.entries(value.fields).flatMap(([place, field]) => {
    const step = Number(place) - last;
    last = Number(place);
    return [(step << 4) | typeOf(field), ...bytesOf(field)];
  });
  return [...fields, 0];
}

export const [types, encodings, codecs] = [
  { BOOLEAN: 0, INT32: 1, INT64: 2, DOUBLE: 5, BYTE_ARRAY: 6 },
  { PLAIN: 0, RLE: 3, DELTA_BINARY_PACKED: 5, DELTA_BYTE_ARRAY: 7, RLE_DICTIONARY: 8 },
  { UNCOMPRESSED: 0, SNAPPY: 1, GZIP: 2, ZSTD: 6, LZ4_RAW: 7 },
];

/** A page as it is announced, whatever it holds. */
export interface WrittenPage {
  readonly values: number;
  readonly content: readonly number[];
  readonly encoding?: keyof typeof encodings;
  /** The announced length of its content; that which it has if absent. */
  readonly length?: number;
  readonly isDictionary?: boolean;
  /** The values of a dictionary that are announced beside those of a page. */
  readonly further?: number;
  /** A page of the second kind, without levels. */
  readonly isSecond?: boolean;
}

function pageBytes({ values, content, encoding = "PLAIN", length = content.length, ...kind }: WrittenPage): number[] {
  const how = { i32: encodings[encoding] };
  const count = { i32: values };
  const rle = { i32: encodings.RLE };
  const dictionary = {
    7: { fields: { 1: kind.isDictionary ? { i32: kind.further ?? values } : count, 2: { i32: 0 } } },
  };
  const second = { 8: { fields: { 1: count, 2: { i32: 0 }, 3: count, 4: how, 5: { i32: 0 }, 6: { i32: 0 } } } };
  const first = { 5: { fields: { 1: count, 2: how, 3: rle, 4: rle } } };
  const header = {
    fields: {
      ...{ 1: { i32: kind.isDictionary ? 2 : kind.isSecond ? 3 : 0 }, 2: { i32: length }, 3: { i32: content.length } },
      ...(kind.isSecond ? {} : kind.isDictionary && kind.further === undefined ? {} : first),
      ...(kind.isDictionary ? dictionary : {}),
      ...(kind.isSecond ? second : {}),
    },
  };
  return [...bytesOf(header), ...content];
}

interface WrittenColumn {
  readonly type: keyof typeof types;
  readonly pages: readonly WrittenPage[];
  readonly codec?: keyof typeof codecs;
  readonly isOptional?: boolean;
}

/** A Parquet file that announces what it likes: one group of so many rows, and a column x. */
export function parquetBytes(
  rows: number,
  { type, pages, codec = "UNCOMPRESSED", isOptional = false }: WrittenColumn,
  { dictionaryAt, rowsOfGroup = rows, groups }: { dictionaryAt?: number; rowsOfGroup?: number; groups?: number } = {},
): Uint8Array<ArrayBuffer> {
  const content = pages.flatMap(pageBytes);
  const size = { i64: content.length };
  const chunk = {
    ...{ 1: { i32: types[type] }, 2: { list: [{ i32: 0 }] }, 3: { list: [{ text: "x" }] }, 4: { i32: codecs[codec] } },
    ...{ 5: { i64: rows }, 6: size, 7: size, 9: { i64: 4 } },
    ...(dictionaryAt !== undefined && { 11: { i64: dictionaryAt } }),
  };
  const group = {
    fields: { 1: { list: [{ fields: { 2: { i64: 4 }, 3: { fields: chunk } } }] }, 2: size, 3: { i64: rowsOfGroup } },
  };
  const root = { fields: { 4: { text: "schema" }, 5: { i32: 1 } } };
  const element = { fields: { 1: { i32: types[type] }, 3: { i32: isOptional ? 1 : 0 }, 4: { text: "x" } } };
  const end = bytesOf({
    fields: {
      ...{ 1: { i32: 1 }, 2: { list: [root, element] }, 3: { i64: rows } },
      4: { list: [group], ...(groups !== undefined && { announced: groups }) },
    },
  });
  const length = [0, 8, 16, 24].map((shift) => (end.length >> shift) & 255);
  return Uint8Array.from([...textOf("PAR1"), ...content, ...end, ...length, ...textOf("PAR1")]);
}
