import { decompress } from "fzstd";
import { refusal } from "../../src/core/tables/refusal.ts";

/** No byte unpacks to more: four make a block of 128 kB. */
const mostPerByte = 2 ** 15;

/**
 * The bytes of a frame packed by Zstandard.
 *
 * @param length of the result, from the file
 * @throws {ParameterError} naming "file", if the frame is damaged or declares another length
 */
export function unpackZstd(input: Uint8Array, length: number): Uint8Array {
  const declared = contentSize(input) ?? length;
  try {
    if (declared === length && length <= mostPerByte * input.length) return decompress(input, new Uint8Array(length));
  } catch {
    // The decoder's message helps nobody but its author.
  }
  throw refusal("file", "a frame of Zstandard that is damaged", "whole");
}

/** The unpacked length that a frame declares, if any. @see RFC 8878, section 3.1.1.1 */
function contentSize(frame: Uint8Array): number | undefined {
  const flags = frame[4] ?? 0;
  const isSingle = (flags & 32) !== 0;
  const kind = flags >> 6;
  const bytes = kind === 0 ? Number(isSingle) : 2 ** kind;
  if (bytes === 0) return undefined;
  const start = 5 + (isSingle ? 0 : 1) + [0, 1, 2, 4][flags & 3]!;
  let size = kind === 1 ? 256 : 0;
  for (let k = 0; k < bytes; k++) size += frame[start + k]! * 2 ** (8 * k);
  return size;
}
