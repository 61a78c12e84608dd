import { refusal } from "./refusal.ts";

/** Encodings of text files, under which no cell hides a line end (docs/proofs/reading.md). */
export const encodings = [
  ...(["utf-8", "utf-16le", "utf-16be", "windows-1252", "iso-8859-2", "iso-8859-15", "windows-1250"] as const),
  ...(["windows-1251", "windows-1253", "windows-1254", "windows-1255", "windows-1256", "windows-1257"] as const),
  ...(["koi8-r", "macintosh", "shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"] as const),
] as const;

export type TextEncoding = (typeof encodings)[number];

declare class TextDecoder {
  constructor(label: string, options?: { fatal?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

interface TextDecoding {
  readonly decode: (bytes: Uint8Array, last: boolean) => string;
  /** Known once there is any text. */
  readonly encoding: () => TextEncoding;
  /** True after bytes that the recognised encoding does not have. */
  readonly isBroken: () => boolean;
}

/**
 * Decoder of text files in pieces: UTF-8 or UTF-16, with or without a byte-order mark, or Windows-1252 where the
 * beginning is not valid UTF-8; recognised from the first 65,536 bytes, which it waits for.
 *
 * @param given the declared encoding: foreign bytes become U+FFFD, each by itself, and nothing is refused
 * @throws {ParameterError} when the text read so far is not text
 */
export function textDecoding(given?: TextEncoding): TextDecoding {
  if (given !== undefined) {
    const decoder = new TextDecoder(given);
    return {
      encoding: () => given,
      isBroken: () => false,
      decode: (bytes, last) => decoder.decode(bytes, { stream: !last }),
    };
  }
  let encoding: TextEncoding = "utf-8";
  let decoder: TextDecoder | undefined;
  let beginning = new Uint8Array(0);
  const seen = { characters: 0, controls: 0, replaced: 0 };
  const strict = new TextDecoder("utf-8", { fatal: true });
  let isBroken = false;
  const check = (bytes: Uint8Array, last: boolean) => {
    try {
      strict.decode(bytes, { stream: !last });
    } catch {
      isBroken = true;
    }
  };
  const decode: TextDecoding["decode"] = (bytes, last) => {
    if (!decoder) {
      bytes = beginning = joined(beginning, bytes);
      if (beginning.length < beginningLength && !last) return "";
      encoding = encodingOf(beginning);
      decoder = new TextDecoder(encoding);
    }
    if (encoding === "utf-8" && !isBroken) check(bytes, last);
    const text = decoder.decode(bytes, { stream: !last });
    const head = text.slice(0, 4096);
    seen.characters += head.length;
    for (let i = 0; i < head.length; i++) {
      const code = head.charCodeAt(i);
      if (code < 32 && code !== 9 && code !== 10 && code !== 13) seen.controls++;
      if (code === 0xfffd) seen.replaced++;
    }
    const binary = seen.controls > mostControls * seen.characters || seen.replaced > mostReplaced * seen.characters;
    if (binary || text.includes("\0")) {
      throw refusal("file", "a binary file", "text: rows of numbers separated by comma, semicolon or tab");
    }
    return text;
  };
  return { encoding: () => encoding, isBroken: () => isBroken, decode };
}

const beginningLength = 65_536;
const mostControls = 0.05;
// Text of one byte per character has names full of bytes that are no UTF-8.
const mostReplaced = 0.3;

/** The encoding of a JSON text, whose first character is ASCII or a byte-order mark: no cell decides it. */
export function encodingOfJson([first, second]: Uint8Array): TextEncoding {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return "utf-16le";
  return first === 0 || (first === 0xfe && second === 0xff) ? "utf-16be" : "utf-8";
}

export function encodingOf(bytes: Uint8Array): TextEncoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const head = bytes.subarray(0, 1024);
  const zeros = [0, 0];
  head.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2]!++;
  });
  const most = head.length / 4;
  if (zeros[1]! > most && zeros[0] === 0) return "utf-16le";
  if (zeros[0]! > most && zeros[1] === 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, beginningLength), { stream: true });
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** Bytes after others. */
export function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
