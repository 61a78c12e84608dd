import { refusal } from "../../src/core/tables/refusal.ts";

/** No byte unpacks to more: three make a copy of 64. */
const mostPerByte = 22;

/**
 * Literal runs, the common case for numbers, are copied at once.
 *
 * @see https://github.com/google/snappy/blob/main/format_description.txt
 */
export function unpackSnappy(input: Uint8Array, length: number): Uint8Array {
  const damaged = () => refusal("file", "a block of Snappy that is damaged", "whole");
  if (!(length <= mostPerByte * input.length)) throw damaged();
  const out = new Uint8Array(length);
  let at = 0;
  // The known length, seven bits in a byte.
  while (at < input.length && input[at]! >= 128) at++;
  at++;
  let to = 0;
  while (at < input.length) {
    const tag = input[at++]!;
    if ((tag & 3) === 0) {
      let size = (tag >>> 2) + 1;
      if (size > 60) {
        const bytes = size - 60;
        size = 1;
        for (let k = 0; k < bytes; k++) size += input[at + k]! * 2 ** (8 * k);
        at += bytes;
      }
      // Also refuses NaN, of a block that ends inside of a size.
      if (!(at + size <= input.length && to + size <= length)) throw damaged();
      if (size > 16) out.set(input.subarray(at, at + size), to);
      else for (let k = 0; k < size; k++) out[to + k] = input[at + k]!;
      at += size;
      to += size;
      continue;
    }
    const kind = tag & 3;
    const size = kind === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
    const back =
      kind === 1
        ? ((tag >>> 5) << 8) + input[at]!
        : kind === 2
          ? input[at]! + input[at + 1]! * 2 ** 8
          : input[at]! + input[at + 1]! * 2 ** 8 + input[at + 2]! * 2 ** 16 + input[at + 3]! * 2 ** 24;
    at += kind === 3 ? 4 : kind;
    if (!(back >= 1 && back <= to && to + size <= length)) throw damaged();
    // Overlapping copies go byte by byte.
    if (back >= size) out.copyWithin(to, to - back, to - back + size);
    else for (let k = 0; k < size; k++) out[to + k] = out[to + k - back]!;
    to += size;
  }
  if (to !== length) throw damaged();
  return out;
}
