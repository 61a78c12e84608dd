import { refusal } from "../../src/core/tables/refusal.ts";

const frameMark = 0x184d2204;
/** No byte unpacks to more. */
const mostPerByte = 255;

/** Unpacks a frame without its checksums. @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md */
export function unpackLz4(input: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const damaged = () => refusal("file", "a frame of LZ4 that is damaged", "whole");
  if (!(length <= mostPerByte * input.length)) throw damaged();
  const out = new Uint8Array(length);
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  const flags = input[4]!;
  if (input.length < 11 || view.getUint32(0, true) !== frameMark || flags >> 6 !== 1) throw damaged();
  const hasBlockChecksums = (flags & 16) !== 0;
  let at = 7 + (flags & 8 ? 8 : 0) + (flags & 1 ? 4 : 0);
  let to = 0;
  for (;;) {
    if (at + 4 > input.length) throw damaged();
    const sizeField = view.getUint32(at, true);
    at += 4;
    if (sizeField === 0) break;
    const end = at + (sizeField & 0x7fffffff);
    if (end > input.length) throw damaged();
    if (sizeField >= 2 ** 31) {
      if (to + end - at > length) throw damaged();
      out.set(input.subarray(at, end), to);
      to += end - at;
    } else to = unpackBlock(input, at, end, out, to, damaged);
    at = end + (hasBlockChecksums ? 4 : 0);
  }
  if (to !== length) throw damaged();
  return out;
}

export function unpackLz4Block(input: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const damaged = () => refusal("file", "a block of LZ4 that is damaged", "whole");
  if (!(length <= mostPerByte * input.length)) throw damaged();
  const out = new Uint8Array(length);
  if (unpackBlock(input, 0, input.length, out, 0, damaged) !== length) throw damaged();
  return out;
}

/** Unpacks Hadoop's blocks, each after its lengths; or a frame or block, which some programs write under this name. */
export function unpackLz4OfHadoop(input: Uint8Array, length: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(input.buffer, input.byteOffset, input.byteLength);
  if (input.length >= 4 && view.getUint32(0, true) === frameMark) return unpackLz4(input, length);
  const blocks: { readonly from: number; readonly end: number; readonly length: number }[] = [];
  let [at, total] = [0, 0];
  while (at + 8 <= input.length) {
    const block = { from: at + 8, end: at + 8 + view.getUint32(at + 4), length: view.getUint32(at) };
    blocks.push(block);
    total += block.length;
    at = block.end;
  }
  if (at !== input.length || total !== length || total > mostPerByte * input.length)
    return unpackLz4Block(input, length);
  const out = new Uint8Array(length);
  let to = 0;
  for (const block of blocks) {
    out.set(unpackLz4Block(input.subarray(block.from, block.end), block.length), to);
    to += block.length;
  }
  return out;
}

/** @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md @returns the end of the written block */
function unpackBlock(
  input: Uint8Array,
  from: number,
  end: number,
  out: Uint8Array,
  start: number,
  damaged: () => Error,
): number {
  let at = from;
  let to = start;
  /** 15 goes on in further bytes, up to one below 255. */
  const goOn = (length: number): number => {
    if (length !== 15) return length;
    for (;;) {
      if (at >= end) throw damaged();
      const byte = input[at++]!;
      length += byte;
      if (byte !== 255) return length;
    }
  };
  while (at < end) {
    const token = input[at++]!;
    const literals = goOn(token >> 4);
    if (at + literals > end || to + literals > out.length) throw damaged();
    if (literals > 16) out.set(input.subarray(at, at + literals), to);
    else for (let k = 0; k < literals; k++) out[to + k] = input[at + k]!;
    at += literals;
    to += literals;
    // The last sequence has only literals.
    if (at === end) return to;
    if (at + 2 > end) throw damaged();
    const back = input[at]! + input[at + 1]! * 2 ** 8;
    at += 2;
    const size = goOn(token & 15) + 4;
    if (!(back >= 1 && back <= to && to + size <= out.length)) throw damaged();
    // Overlapping copies go byte by byte.
    if (back >= size) out.copyWithin(to, to - back, to - back + size);
    else for (let k = 0; k < size; k++) out[to + k] = out[to + k - back]!;
    to += size;
  }
  return to;
}
