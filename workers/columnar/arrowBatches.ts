import { refusal } from "../../src/core/tables/refusal.ts";
import { bytesOf } from "../files/filePieces.ts";
import { flatBuffer, type FlatTable } from "./flatBuffer.ts";
import { unpackLz4 } from "./lz4.ts";
import { unpackZstd } from "./zstd.ts";

/** Some rows of columns or of a dictionary, with places of buffers. */
export interface ArrowBatch {
  readonly rows: number;
  /** Length of each node, and its missing cells. */
  readonly nodes: readonly { readonly length: number; readonly missing: number }[];
  readonly bufferCount: number;
  /** Further buffers of each column of views. */
  readonly viewBuffers: readonly number[];
  /** In memory of their own or at a multiple of eight. A packed buffer is unpacked whole and cached until `forget`. */
  readonly bytes: (buffer: number, start: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly forget: () => void;
}

export type ArrowPart =
  | { readonly kind: "rows"; readonly batch: ArrowBatch }
  | { readonly kind: "dictionary"; readonly id: number; readonly isDelta: boolean; readonly batch: ArrowBatch };

interface ArrowMessages {
  readonly schema: FlatTable;
  /** In reading order: a stream may replace a dictionary. */
  readonly parts: readonly ArrowPart[];
  readonly isEnded: boolean;
}

const magic = "ARROW1";
const headLength = 2 ** 14;
/** Bytes of metadata, of a packed buffer, and of a batch unpacked at once. */
const longest = { metadata: 2 ** 26, buffer: 2 ** 30, batch: 2 ** 31 };

export const damagedArrow = () => refusal("file", "an Arrow file that is damaged or cut off", "whole");

/**
 * Schema and places of batches, without cells. A file lists them at its end; a stream is read from its beginning.
 *
 * @throws {RangeError} if it names a place outside of it
 * @see https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc
 */
export async function arrowMessages(file: Blob): Promise<ArrowMessages> {
  return isMagic(await bytesOf(file.slice(0, 6))) ? messagesOfFile(file) : messagesOfStream(file);
}

async function messagesOfFile(file: Blob): Promise<ArrowMessages> {
  if (file.size < 24) throw damagedArrow();
  const tail = await bytesOf(file.slice(file.size - 10));
  const length = new DataView(tail.buffer, tail.byteOffset, 4).getUint32(0, true);
  const end = file.size - 10 - length;
  if (!isMagic(tail.subarray(4)) || end < 8 || length > longest.metadata) throw damagedArrow();
  const footer = flatBuffer(await bytesOf(file.slice(end, file.size - 10)));
  const schema = footer.table(1);
  if (!schema) throw damagedArrow();
  const places = [...placesIn(footer, 2, "dictionary"), ...placesIn(footer, 3, "rows")] as const;
  const found: ArrowPart[] = [];
  // In any order, but without overlap: a short file could claim a long table.
  let before = 0;
  for (const { place, kind, k } of places.map((each, k) => ({ ...each, k })).sort((a, b) => a.place - b.place)) {
    const message = place < before ? undefined : await messageAt(file, place, end);
    if (message?.part?.kind !== kind) throw damagedArrow();
    found[k] = message.part;
    before = message.end;
  }
  return { schema, parts: found, isEnded: true };
}

/** Triples: place, length of metadata, length of cells. */
function placesIn(footer: FlatTable, field: number, kind: ArrowPart["kind"]) {
  const places = footer.counts(field, 3).filter((_, k) => k % 3 === 0);
  return places.map((place) => ({ place, kind }));
}

async function messagesOfStream(file: Blob): Promise<ArrowMessages> {
  const parts: ArrowPart[] = [];
  let schema: FlatTable | undefined;
  for (let at = 0; ;) {
    const message = at < file.size ? await messageAt(file, at, file.size) : undefined;
    if (!message) {
      if (!schema) throw damagedArrow();
      return { schema, parts, isEnded: at < file.size };
    }
    schema ??= message.schema;
    if (message.part) parts.push(message.part);
    at = message.end;
  }
}

interface Message {
  readonly schema?: FlatTable;
  readonly part?: ArrowPart;
  readonly end: number;
}

/** Undefined at the end mark. */
async function messageAt(file: Blob, at: number, end: number): Promise<Message | undefined> {
  const head = await bytesOf(file.slice(at, Math.min(end, at + headLength)));
  if (head.length < 8) throw damagedArrow();
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  // Before 2019 messages began with their length.
  const prefix = view.getUint32(0, true) === 0xffffffff ? 8 : 4;
  const length = view.getUint32(prefix - 4, true);
  if (length === 0) return undefined;
  const body = at + prefix + length;
  if (length > longest.metadata || body > end) throw damagedArrow();
  const message = flatBuffer(
    prefix + length <= head.length
      ? head.subarray(prefix, prefix + length)
      : await bytesOf(file.slice(at + prefix, body)),
  );
  if (message.int16(0) < 3) throw refusal("file", "an Arrow file of before 2018", "written by a newer version");
  const header = message.table(2);
  const next = body + message.count(3);
  if (!header || next > end) throw damagedArrow();
  switch (message.uint8(1)) {
    case 1:
      return { schema: header, end: next };
    case 2: {
      const data = header.table(1);
      if (!data) throw damagedArrow();
      const batch = batchOf(file, data, body, next);
      return { part: { kind: "dictionary", id: header.count(0), isDelta: header.uint8(2) !== 0, batch }, end: next };
    }
    case 3:
      return { part: { kind: "rows", batch: batchOf(file, header, body, next) }, end: next };
    default:
      throw refusal("file", "an Arrow file of tensors", "one of a table");
  }
}

const isMagic = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 6)) === magic;

function batchOf(file: Blob, header: FlatTable, bodyStart: number, bodyEnd: number): ArrowBatch {
  const lengths = header.counts(1, 2);
  const places = header.counts(2, 2);
  const packing = header.table(3);
  const kept = new Map<number, Uint8Array<ArrayBuffer>>();
  let keptBytes = 0;
  // Overlapping buffers would make a long table of a short file.
  if (!(places.reduce((sum, length, k) => sum + (k % 2) * length, 0) <= bodyEnd - bodyStart)) throw damagedArrow();

  const placeOf = (buffer: number): readonly [start: number, end: number] => {
    const start = bodyStart + (places[2 * buffer] ?? NaN);
    const end = start + (places[2 * buffer + 1] ?? NaN);
    if (!(end <= bodyEnd)) throw damagedArrow();
    return [start, end];
  };
  const unpacked = async (buffer: number): Promise<Uint8Array<ArrayBuffer>> => {
    const known = kept.get(buffer);
    if (known) return known;
    const [start, end] = placeOf(buffer);
    const bytes = await bytesOf(file.slice(start, end));
    const content =
      bytes.length === 0 ? new Uint8Array(0) : unpack(bytes, packing!.uint8(0), longest.batch - keptBytes);
    keptBytes += content.length;
    kept.set(buffer, content);
    return content;
  };
  return {
    rows: header.count(0),
    nodes: Array.from({ length: lengths.length / 2 }, (_, i) => ({
      length: lengths[2 * i]!,
      missing: lengths[2 * i + 1]!,
    })),
    bufferCount: places.length / 2,
    viewBuffers: header.counts(4),
    bytes: async (buffer, from, length) => {
      if (packing) {
        const content = await unpacked(buffer);
        if (from + length > content.length) throw damagedArrow();
        return content.slice(from, from + length);
      }
      const [start, end] = placeOf(buffer);
      if (start + from + length > end) throw damagedArrow();
      const bytes = await bytesOf(file.slice(start + from, start + from + length));
      if (bytes.length !== length) throw damagedArrow();
      return bytes as Uint8Array<ArrayBuffer>;
    },
    forget: () => {
      kept.clear();
      keptBytes = 0;
    },
  };
}

/**
 * Packed buffers begin with their unpacked length, or −1 if left unpacked.
 *
 * @param most bytes
 */
function unpack(bytes: Uint8Array, codec: number, most: number): Uint8Array<ArrayBuffer> {
  if (bytes.length < 8) throw damagedArrow();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true) + view.getInt32(4, true) * 2 ** 32;
  const content = bytes.subarray(8);
  if (length === -1) return content as Uint8Array<ArrayBuffer>;
  if (!(length >= 0)) throw damagedArrow();
  if (length > Math.min(longest.buffer, most))
    throw refusal(
      "file",
      "an Arrow file of packed blocks of more than a gigabyte, or batches of more than two",
      "written in batches of fewer rows",
    );
  if (codec > 1)
    throw refusal("file", "an Arrow file packed in an unknown way", "packed by LZ4, Zstandard or not at all");
  return (codec === 0 ? unpackLz4 : unpackZstd)(content, length) as Uint8Array<ArrayBuffer>;
}
