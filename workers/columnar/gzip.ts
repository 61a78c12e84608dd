import { gunzipSync } from "fflate";
import { refusal } from "../../src/core/tables/refusal.ts";

/** No byte unpacks to more. */
const mostPerByte = 1032;

/**
 * The bytes of a block packed by gzip. Its checksum is not verified.
 *
 * @param length of the result, from the file
 * @throws {ParameterError} naming "file", if the block is damaged or of another length
 */
export function unpackGzip(input: Uint8Array, length: number): Uint8Array {
  const end = input.length - 4;
  if (end > 14 && length <= mostPerByte * input.length) {
    const declared = new DataView(input.buffer, input.byteOffset + end, 4).getUint32(0, true);
    try {
      const out = gunzipSync(input, { out: new Uint8Array(length) });
      if (declared === length && out.length === length) return out;
    } catch {
      // The decoder's message helps nobody but its author.
    }
  }
  throw refusal("file", "a block of gzip that is damaged", "whole");
}
