import { refusal } from "../../src/core/tables/refusal.ts";
import { bytesOf, unpacked } from "./filePieces.ts";

export interface ZipEntry {
  readonly name: string;
  /** As declared; more is never unpacked. */
  readonly length: number;
  /**
   * In pieces.
   *
   * @throws {ParameterError} if encrypted, packed by another method than Deflate, or damaged
   */
  bytes(): AsyncGenerator<Uint8Array>;
}

const unpackFirst = "an archive that programs unpack without more: unpack it, and open the table itself";
const damaged = () => refusal("file", "a ZIP archive that is damaged or cut off", "whole");
const longestDirectory = 2 ** 24;
/** The last record, and the longest comment after it. */
const [lastLength, longestComment] = [22, 2 ** 16];

/**
 * Files by the directory at the end; without folders.
 *
 * @throws {ParameterError} also for the format of very large archives
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
 */
export async function zipEntries(file: Blob): Promise<readonly ZipEntry[]> {
  const tailStart = Math.max(0, file.size - lastLength - longestComment);
  const tail = viewOf(await bytesOf(file.slice(tailStart)));
  let last = tail.byteLength - lastLength;
  while (last >= 0 && !(tail.getUint32(last, true) === 0x06054b50 && isEnd(tail, last))) last--;
  if (last < 0) throw damaged();
  const count = tail.getUint16(last + 10, true);
  const length = tail.getUint32(last + 12, true);
  const offset = tail.getUint32(last + 16, true);
  if (count === 0xffff || length === 0xffffffff || offset === 0xffffffff)
    throw refusal("file", "a ZIP64 archive, as of files of gigabytes", unpackFirst);
  // Bytes before an archive move all its places.
  const end = tailStart + last;
  const start = end - length;
  const moved = start - offset;
  if (start < 0 || moved < 0 || length > longestDirectory) throw damaged();
  const directory = viewOf(await bytesOf(file.slice(start, end)));
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let k = 0; k < count; k++) {
    if (at + 46 > directory.byteLength || directory.getUint32(at, true) !== 0x02014b50) throw damaged();
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const next = at + 46 + nameLength + extra + comment;
    if (next > directory.byteLength) throw damaged();
    const flags = directory.getUint16(at + 8, true);
    const name = nameIn(directory, at + 46, nameLength);
    const entry = {
      ...{ file, name, isEncrypted: (flags & 1) !== 0, method: directory.getUint16(at + 10, true), end: start },
      ...{ checksum: directory.getUint32(at + 16, true), packed: directory.getUint32(at + 20, true) },
      ...{ length: directory.getUint32(at + 24, true), place: moved + directory.getUint32(at + 42, true) },
    };
    if (!name.endsWith("/")) entries.push({ name, length: entry.length, bytes: () => bytesOfEntry(entry) });
    at = next;
  }
  return entries;
}

/** True if the last record's comment ends with the file. */
function isEnd(tail: DataView, at: number): boolean {
  return at + lastLength + tail.getUint16(at + 20, true) <= tail.byteLength;
}

interface Packed {
  readonly file: Blob;
  readonly name: string;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly checksum: number;
  readonly packed: number;
  readonly length: number;
  readonly place: number;
  readonly end: number;
}

async function* bytesOfEntry(entry: Packed): AsyncGenerator<Uint8Array> {
  const { file, name, isEncrypted, method, checksum, packed, length, place, end } = entry;
  if (isEncrypted) throw refusal("file", `a ZIP archive whose “${name}” has a password`, unpackFirst);
  if (method !== 0 && method !== 8)
    throw refusal("file", `a ZIP archive whose “${name}” is packed by an unusual method`, unpackFirst);
  if (packed === 0xffffffff || length === 0xffffffff)
    throw refusal("file", "a ZIP64 archive, as of files of gigabytes", unpackFirst);
  const head = viewOf(await bytesOf(file.slice(place, place + 30)));
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) throw damaged();
  const start = place + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  if (start + packed > end || (method === 0 && packed !== length)) throw damaged();
  const content = file.slice(start, start + packed);
  let read = 0;
  let sum = 0;
  const parts = method === 0 ? stored(content) : unpacked(content, () => undefined, "deflate-raw");
  for await (const part of parts) {
    if ((read += part.length) > length) throw damaged();
    sum = crc32(part, sum);
    yield part;
  }
  if (read !== length || sum !== checksum) throw damaged();
}

const storedAtOnce = 2 ** 20;

async function* stored(content: Blob): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.size; at += storedAtOnce) yield await bytesOf(content.slice(at, at + storedAtOnce));
}

/** An entry in memory of the browser. @throws {ParameterError} if longer */
export async function unpackedEntry(entry: ZipEntry, longest: number): Promise<Blob> {
  if (entry.length > longest)
    throw refusal(
      "file",
      `a ZIP archive whose “${entry.name}” unpacks to more than ${longest / 2 ** 20} MB`,
      unpackFirst,
    );
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of entry.bytes()) parts.push(part.slice());
  return new Blob(parts);
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const decoder = new TextDecoder();

function nameIn(view: DataView, start: number, length: number): string {
  const name = decoder.decode(new Uint8Array(view.buffer, view.byteOffset + start, length));
  return name.replaceAll("\\", "/").replaceAll(/\p{Cc}/gu, "");
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let k = 0; k < 8; k++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of ZIP. @param before of earlier bytes */
function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let i = 0; i < bytes.length; i++) sum = table[(sum ^ bytes[i]!) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
