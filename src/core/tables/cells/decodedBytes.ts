import { lastASCII } from "./fileBytes.ts";

/**
 * Number of bytes that became so many characters of a text; a broken one became one replacement.
 *
 * @param text decoded from `bytes`, from `start` on
 * @param characters UTF-16 code units from the beginning of the text
 * @param encoding "utf-8", or one with a byte for each character
 */
export function decodedBytes(
  text: string,
  characters: number,
  bytes: Uint8Array,
  start: number,
  encoding: string,
): number {
  if (encoding !== "utf-8") return characters;
  let at = start;
  // Each broken byte was read as a replacement: walk along the text.
  for (let i = 0; i < characters; i++) {
    const code = text.charCodeAt(i);
    if (code <= lastASCII) at++;
    else if (code === 0xfffd && !isReplacement(bytes, at)) at = afterBroken(bytes, at);
    else if (code < 0x800) at += 2;
    else if (code >= 0xd800 && code < 0xdc00) {
      at += 4;
      i++;
    } else at += 3;
  }
  return at - start;
}

function isReplacement(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}

/** End of a broken character: its first byte and those that may follow. */
function afterBroken(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  const follows =
    lead >= 0xf0 && lead <= 0xf4 ? 3 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xc2 && lead < 0xe0 ? 1 : 0;
  let end = at + 1;
  for (let k = 0; k < follows; k++) {
    const byte = bytes[end]!;
    const lower = k > 0 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    const upper = k > 0 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    if (!(byte >= lower && byte <= upper)) break;
    end++;
  }
  return end;
}
