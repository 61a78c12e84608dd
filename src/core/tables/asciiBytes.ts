import type { TextEncoding } from "./textDecoding.ts";

declare class TextDecoder {
  constructor(label: string);
  decode(input?: Uint8Array, options?: { stream: boolean }): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

/** Pieces of a text file for a scan, in UTF-8 or Windows-1252. */
export function asciiBytes(encoding: TextEncoding): {
  readonly encoding: "utf-8" | "windows-1252";
  readonly convert: (bytes: Uint8Array) => Uint8Array;
  readonly end: () => Uint8Array;
} {
  if (encoding === "utf-8" || encoding === "windows-1252")
    return { encoding, convert: (bytes) => bytes, end: () => new Uint8Array(0) };
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  return {
    encoding: "utf-8",
    convert: (bytes) => encoder.encode(decoder.decode(bytes, { stream: true })),
    end: () => encoder.encode(decoder.decode()),
  };
}
