import { instantOf } from "../../src/core/tables/cells/instant.ts";
import { isBeyondDoubles } from "../../src/core/tables/cells/beyondDoubles.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import { damagedArrow, type ArrowBatch } from "./arrowBatches.ts";
import type { CellType } from "./arrowSchema.ts";

/** Numbers, NaN where missing, or other values, null where missing. */
export type Cells = Float64Array | unknown[];

/** Places of a column's node and buffers in a batch. */
export interface Place {
  readonly node: number;
  readonly buffer: number;
  readonly views: number;
}

/**
 * A column in some rows of a batch.
 *
 * @param from a multiple of eight
 * @throws {ParameterError} unless the batch has a cell for each row, with all bytes
 */
export async function cellsIn(
  batch: ArrowBatch,
  { node, buffer, views }: Place,
  type: CellType,
  from: number,
  rows: number,
): Promise<Cells> {
  const { length, missing } = batch.nodes[node] ?? { length: NaN, missing: 0 };
  if (length !== batch.rows || !(missing <= length)) throw damagedArrow();
  const isThere = missing > 0 ? bitsOf(await batch.bytes(buffer, from / 8, Math.ceil(rows / 8))) : () => true;
  const fixed = async (bytes: number) => {
    const content = await batch.bytes(buffer + 1, from * bytes, rows * bytes);
    return new DataView(content.buffer, content.byteOffset, content.byteLength);
  };
  switch (type.kind) {
    case "int":
    case "float":
    case "decimal": {
      const view = await fixed(type.bytes);
      const read = numberReader(type, view);
      const values = new Float64Array(rows);
      for (let i = 0; i < rows; i++) values[i] = isThere(i) ? read(i * type.bytes) : NaN;
      return withWholeNumbers(values, type, view);
    }
    case "instant": {
      const { bytes, perSecond } = type;
      const view = await fixed(bytes);
      // Nanoseconds since 1970 exceed the digits of doubles.
      const read =
        perSecond === 1e9
          ? (at: number) => view.getBigInt64(at, true)
          : numberReader({ kind: "int", bytes, signed: true }, view);
      const isDays = perSecond < 1;
      return Array.from({ length: rows }, (_, i) => {
        if (!isThere(i)) return null;
        const units = read(i * bytes);
        return isDays ? new Date(Number(units) * 86_400_000) : instantOf(units, perSecond);
      });
    }
    case "timeOfDay": {
      const read = numberReader({ kind: "int", bytes: type.bytes, signed: true }, await fixed(type.bytes));
      return Array.from({ length: rows }, (_, i) =>
        isThere(i) ? clockText(read(i * type.bytes), type.perSecond) : null,
      );
    }
    case "bool": {
      const isTrue = bitsOf(await batch.bytes(buffer + 1, from / 8, Math.ceil(rows / 8)));
      return Array.from({ length: rows }, (_, i) => (isThere(i) ? isTrue(i) : null));
    }
    case "text":
      return texts(batch, buffer, type.offsetBytes, { from, rows, isThere });
    case "textView":
      return viewedTexts(batch, buffer, views, await fixed(16), { rows, isThere });
  }
}

const bitsOf = (bytes: Uint8Array) => (i: number) => ((bytes[i >> 3]! >> (i & 7)) & 1) === 1;

function numberReader(
  type: Extract<CellType, { kind: "int" | "float" | "decimal" }>,
  view: DataView,
): (at: number) => number {
  if (type.kind === "decimal") return (at) => decimal(view, at, type.bytes, type.scale);
  if (type.kind === "float") {
    if (type.bytes === 8) return (at) => view.getFloat64(at, true);
    return type.bytes === 4 ? (at) => view.getFloat32(at, true) : (at) => half(view.getUint16(at, true));
  }
  const { bytes, signed } = type;
  switch (bytes) {
    case 1:
      return signed ? (at) => view.getInt8(at) : (at) => view.getUint8(at);
    case 2:
      return signed ? (at) => view.getInt16(at, true) : (at) => view.getUint16(at, true);
    case 4:
      return signed ? (at) => view.getInt32(at, true) : (at) => view.getUint32(at, true);
    default: {
      // The high half times 2³² is exact, so the sum is rounded once.
      const high = signed ? (at: number) => view.getInt32(at + 4, true) : (at: number) => view.getUint32(at + 4, true);
      return (at) => high(at) * 2 ** 32 + view.getUint32(at, true);
    }
  }
}

/** Keeps whole numbers beyond 2⁵³, where the type has such. */
function withWholeNumbers(
  values: Float64Array,
  type: Extract<CellType, { kind: "int" | "float" | "decimal" }>,
  view: DataView,
): Cells {
  const isWhole = type.kind === "int" || (type.kind === "decimal" && type.scale === 0);
  if (!isWhole || !values.some(isBeyondDoubles)) return values;
  const isSigned = type.kind === "decimal" || type.signed;
  return Array.from(values, (value, i) =>
    isBeyondDoubles(value) ? wholeNumber(view, i * type.bytes, type.bytes, isSigned) : value,
  );
}

/** Four bytes or a multiple, the lowest first. */
function wholeNumber(view: DataView, at: number, bytes: number, isSigned: boolean): bigint {
  let units = BigInt(isSigned ? view.getInt32(at + bytes - 4, true) : view.getUint32(at + bytes - 4, true));
  for (let k = bytes - 8; k >= 0; k -= 4) units = (units << 32n) | BigInt(view.getUint32(at + k, true));
  return units;
}

/** 16 bits: one of sign, five of exponent, ten of fraction. */
function half(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size =
    exponent === 0
      ? fraction * 2 ** -24
      : exponent === 31
        ? fraction === 0
          ? Infinity
          : NaN
        : (1024 + fraction) * 2 ** (exponent - 25);
  return bits >> 15 ? -size : size;
}

/** The double nearest to a decimal. */
function decimal(view: DataView, at: number, bytes: number, scale: number): number {
  return Number(`${wholeNumber(view, at, bytes, true)}e${-scale}`);
}

/** 01:02:03.5, or 25:00:00 where hours may exceed a day. */
export function clockText(units: number, perSecond: number): string {
  const two = (count: number) => String(count).padStart(2, "0");
  const seconds = Math.floor(units / perSecond);
  const rest = units - seconds * perSecond;
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(":");
  const digits = String(perSecond).length - 1;
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(digits, "0").replace(/0+$/, "")}`;
}

const decoder = new TextDecoder();

interface Rows {
  readonly rows: number;
  readonly isThere: (i: number) => boolean;
}

async function texts(
  batch: ArrowBatch,
  buffer: number,
  offsetBytes: 4 | 8,
  { from, rows, isThere }: Rows & { readonly from: number },
): Promise<Cells> {
  const content = await batch.bytes(buffer + 1, from * offsetBytes, (rows + 1) * offsetBytes);
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const offset = numberReader({ kind: "int", bytes: offsetBytes, signed: true }, view);
  const first = offset(0);
  const length = offset(rows * offsetBytes) - first;
  if (!(first >= 0 && length >= 0)) throw damagedArrow();
  const bytes = await batch.bytes(buffer + 2, first, length);
  return Array.from({ length: rows }, (_, i) => {
    const [start, end] = [offset(i * offsetBytes) - first, offset((i + 1) * offsetBytes) - first];
    // Overlapping texts, also of missing cells, would make a long column of a few bytes.
    if (!(0 <= start && start <= end && end <= length)) throw damagedArrow();
    return isThere(i) ? decoder.decode(bytes.subarray(start, end)) : null;
  });
}

/** Bytes in some rows: views may name the same bytes again and again. */
const longestTexts = 2 ** 28;

/** 16 bytes: a length, then a text of at most twelve bytes, or its place. */
async function viewedTexts(
  batch: ArrowBatch,
  buffer: number,
  count: number,
  view: DataView,
  { rows, isThere }: Rows,
): Promise<Cells> {
  const places: ({ readonly k: number; readonly start: number; readonly end: number } | undefined)[] = [];
  const extents = new Map<number, { start: number; end: number }>();
  let all = 0;
  for (let i = 0; i < rows; i++) {
    const at = 16 * i;
    const length = view.getInt32(at, true);
    if (!isThere(i) || (length >= 0 && length <= 12)) continue;
    const [k, start] = [view.getInt32(at + 8, true), view.getInt32(at + 12, true)];
    if (!(length > 0 && k >= 0 && k < count && start >= 0)) throw damagedArrow();
    if ((all += length) > longestTexts)
      throw refusal("file", "an Arrow file with more than 256 MB of texts in a few rows", "a table of shorter texts");
    const end = start + length;
    const extent = extents.get(k) ?? { start, end };
    extents.set(k, { start: Math.min(start, extent.start), end: Math.max(end, extent.end) });
    places[i] = { k, start, end };
  }
  const data = new Map<number, Uint8Array>();
  for (const [k, { start, end }] of extents) data.set(k, await batch.bytes(buffer + 2 + k, start, end - start));
  return Array.from({ length: rows }, (_, i) => {
    if (!isThere(i)) return null;
    const place = places[i];
    if (place) {
      const { start } = extents.get(place.k)!;
      return decoder.decode(data.get(place.k)!.subarray(place.start - start, place.end - start));
    }
    return decoder.decode(new Uint8Array(view.buffer, view.byteOffset + 16 * i + 4, view.getInt32(16 * i, true)));
  });
}
