import { blank, quote } from "./fileBytes.ts";

/** The place of the quote that opens a cell behind blanks; the beginning of the cell if there is none, or a doubled one. */
export function openingQuote(bytes: Uint8Array, start: number): number {
  let at = start;
  while (bytes[at] === blank) at++;
  return bytes[at] === quote && bytes[at + 1] !== quote ? at : start;
}

/**
 * A text of the same length in which blanks before a quote that opens a cell stand behind it, `, "y"` as `," y"`: the parser
 * takes only a quote at the beginning of a cell. Blanks around a cell are cut off; a doubled quote may be within one.
 */
export function withQuotesFirst(text: string, delimiter: string): string {
  return text.includes(' "') ? text.replace(new RegExp(`(^|[${delimiter}\n\r])( +)"(?!")`, "g"), '$1"$2') : text;
}
