import { decompress } from "fzstd";
import { refusal } from "../../src/core/tables/refusal.ts";

/** No byte unpacks to more: four make a block of 128 kB. */
const mostPerByte = 2 ** 15;
const longestBlock = 2 ** 17;

/**
 * Unpacks a frame.
 *
 * A match is at least three bytes, a block at most 128 kB: larger blocks are refused beforehand. Still one block may
 * cost 43,690 matches of 128 kB, as the decoder goes on beyond its end; the next is then refused.
 *
 * @throws {ParameterError} also if the frame declares another length
 */
export function unpackZstd(input: Uint8Array, length: number): Uint8Array {
  const frame = headerOf(input);
  try {
    const isDeclared = (frame.contentSize ?? length) === length && length <= mostPerByte * input.length;
    if (isDeclared && leastLength(input, frame) <= length) {
      const { buffer } = decompress(input, bytesWithin(length));
      return new Uint8Array(buffer as ArrayBuffer, 0, length);
    }
  } catch {
    // The decoder's message helps only its author.
  }
  throw refusal("file", "a frame of Zstandard that is damaged", "whole");
}

/** No block begins beyond the end. */
function bytesWithin(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const subarray = (start = 0, end = length) => {
    if (start > length) throw new RangeError("a block beyond the end");
    return new Uint8Array(bytes.buffer, start, Math.min(end, length) - start);
  };
  return Object.assign(bytes, { subarray });
}

interface FrameHeader {
  readonly length: number;
  /** Unpacked, if declared. */
  readonly contentSize: number | undefined;
  readonly checksumLength: number;
}

/** @see RFC 8878, section 3.1.1.1 */
function headerOf(frame: Uint8Array): FrameHeader {
  const flags = frame[4] ?? 0;
  const isSingle = (flags & 32) !== 0;
  const kind = flags >> 6;
  const bytes = kind === 0 ? Number(isSingle) : 2 ** kind;
  const start = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3]!;
  let size = kind === 1 ? 256 : 0;
  for (let k = 0; k < bytes; k++) size += frame[start + k]! * 2 ** (8 * k);
  return {
    length: start + bytes,
    contentSize: bytes === 0 ? undefined : size,
    checksumLength: (flags & 4) === 0 ? 0 : 4,
  };
}

/** Least unpacked length; Infinity if a block is too long, or the frame is not the whole input. */
function leastLength(frame: Uint8Array, { length, checksumLength }: FrameHeader): number {
  let least = 0;
  let isLast = false;
  let at = length;
  while (!isLast && at + 3 <= frame.length) {
    const head = frame[at]! | (frame[at + 1]! << 8) | (frame[at + 2]! << 16);
    const [kind, size] = [(head >> 1) & 3, head >> 3];
    isLast = (head & 1) === 1;
    const own = kind === 2 ? leastOfBlock(frame.subarray(at + 3, at + 3 + size)) : size;
    if (own > longestBlock) return Infinity;
    least += own;
    at += 3 + (kind === 1 ? 1 : size);
  }
  return isLast && at + checksumLength === frame.length ? least : Infinity;
}

/** Literals, and three bytes for each match. */
function leastOfBlock(block: Uint8Array): number {
  const at = (place: number) => block[place] ?? 0;
  const [kind, format] = [at(0) & 3, (at(0) >> 2) & 3];
  const word = at(0) + at(1) * 2 ** 8 + at(2) * 2 ** 16 + at(3) * 2 ** 24 + at(4) * 2 ** 32;
  const isPlain = kind < 2;
  const header = isPlain ? [1, 2, 1, 3][format]! : [3, 3, 4, 5][format]!;
  const bits = isPlain ? [5, 12, 5, 20][format]! : [10, 10, 14, 18][format]!;
  const shift = isPlain && format % 2 === 0 ? 3 : 4;
  const literals = Math.floor(word / 2 ** shift) % 2 ** bits;
  const packed = kind === 0 ? literals : kind === 1 ? 1 : Math.floor(word / 2 ** (shift + bits)) % 2 ** bits;
  const count = header + packed;
  const first = at(count);
  const matches =
    first < 128
      ? first
      : first < 255
        ? (first - 128) * 2 ** 8 + at(count + 1)
        : at(count + 1) + at(count + 2) * 2 ** 8 + 0x7f00;
  return literals + 3 * matches;
}
