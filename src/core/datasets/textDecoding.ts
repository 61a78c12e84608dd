import { refusal } from "./refusal.ts";

declare class TextDecoder {
  constructor(label: string);
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

/**
 * A decoder of text files in pieces: UTF-8 or UTF-16, with or without a byte-order mark, by its first piece.
 *
 * @throws {ParameterError} when a piece is not text
 */
export function textDecoding(): (bytes: Uint8Array, last: boolean) => string {
  let decoder: TextDecoder | undefined;
  return (bytes, last) => {
    decoder ??= new TextDecoder(encodingOf(bytes));
    const text = decoder.decode(bytes, { stream: !last });
    if (looksBinary(text)) {
      throw refusal("a binary file", "text: rows of numbers separated by comma, semicolon or tab");
    }
    return text;
  };
}

function encodingOf(bytes: Uint8Array): string {
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
  return "utf-8";
}

const mostReplaced = 0.05;

/** Whether text holds a NUL, or is full of control characters and bytes that were no characters. */
function looksBinary(text: string): boolean {
  const head = text.slice(0, 4096);
  if (head.includes("\0")) return true;
  let odd = 0;
  for (let i = 0; i < head.length; i++) {
    const code = head.charCodeAt(i);
    if ((code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 0xfffd) odd++;
  }
  return odd > mostReplaced * head.length;
}
