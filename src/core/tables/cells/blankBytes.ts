import { lastASCII, quote } from "./fileBytes.ts";

/** True for a space, or a character that ends lines or pages. */
export function isBlank(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

/**
 * True for a blank row: white space, or white space between quotes.
 *
 * @param textOf the trimmed text of bytes, for rows beyond ASCII
 */
export function isBlankBetween(
  bytes: Uint8Array,
  start: number,
  end: number,
  textOf: (bytes: Uint8Array, start: number, end: number) => string,
): boolean {
  let hasOther = false;
  for (let i = start; i < end; i++) {
    if (bytes[i]! > lastASCII) hasOther = true;
    else if (!isBlank(bytes[i]!) && (bytes[i] !== quote || bytes[start] !== quote)) return false;
  }
  const text = hasOther || bytes[start] === quote ? textOf(bytes, start, end) : "";
  return text === "" || (bytes[start] === quote && text.slice(1, -1).trim() === "");
}
