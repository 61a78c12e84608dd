import { gunzipSync } from "fflate";
import { refusal } from "../../src/core/tables/refusal.ts";

/** No byte unpacks to more. */
const mostPerByte = 1032;

/** Unpacks a gzip block without its checksum. @throws {ParameterError} also for another length */
export function unpackGzip(input: Uint8Array, length: number): Uint8Array {
  const end = input.length - 4;
  if (end > 14 && length <= mostPerByte * input.length) {
    const declared = new DataView(input.buffer, input.byteOffset + end, 4).getUint32(0, true);
    try {
      const out = gunzipSync(input, { out: new Uint8Array(length) });
      if (declared === length && out.length === length) return out;
    } catch {
      // The decoder's message helps only its author.
    }
  }
  throw refusal("file", "a block of gzip that is damaged", "whole");
}
