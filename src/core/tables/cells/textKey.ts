import { plainNumber } from "./numberCell.ts";
import type { TextFormat } from "./columnFormat.ts";
import { isBeyondDoubles, wholeText } from "./wholeText.ts";

/**
 * A number below 2⁵³ for a text, equal for equal texts. Among 10⁷ different texts two share one with a probability of
 * less than 1 %; a bound on the rows of one person then holds for the two together, so nothing is protected less.
 *
 * After bryc's cyrb53: two multiplicative hashes of 32 bits that are mixed at the end.
 */
export function textKey(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/** The key by which a scan tells the cells of a column apart: numbers are their own. */
export function keyOfText(text: string, { isNumberAlike }: TextFormat): number {
  const number = isNumberAlike ? plainNumber(text) : NaN;
  if (isBeyondDoubles(number)) return textKey(wholeText(text, "."));
  return Number.isNaN(number) ? textKey(text) : number;
}
