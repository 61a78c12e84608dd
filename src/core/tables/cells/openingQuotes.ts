import { blank, quote } from "./fileBytes.ts";

/** The place of the quote that opens a cell, behind blanks or not; else the beginning of the cell. */
export function openingQuote(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === blank) at++;
  return bytes[at] === quote && bytes[at + 1] !== quote ? at : start;
}

/** The text with opening quotes before blanks, `," y"` for `, "y"`, as the parser demands. A doubled one may be within a cell. */
export function withQuotesFirst(text: string, delimiter: string): string {
  return text.includes(' "') ? text.replace(new RegExp(`(^|[${delimiter}\n\r])( +)"(?!")`, "g"), '$1"$2') : text;
}
