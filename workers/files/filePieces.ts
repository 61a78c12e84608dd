import { refusal } from "../../src/core/tables/refusal.ts";
import { encodingOf, type TextEncoding } from "../../src/core/tables/textDecoding.ts";
import { ParameterError } from "../../src/core/errors.ts";

/**
 * While the browser fetches bytes, only its own promise leads to a reader: Chromium sometimes collects such a reader as
 * garbage, and whoever awaits it waits for ever.
 */
const atWork = new Set<object>();

/**
 * Reads half a megabyte to a megabyte at a time, the next while one is used. Its memory is used again once the next is
 * asked for: a collector would come hundreds of megabytes later.
 *
 * @param length at most
 * @param least of all pieces but the last
 */
export async function* pieces(
  file: Blob,
  length = 2 ** 20,
  least = length / 2,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = readerOf(file, least);
  atWork.add(reader);
  try {
    let next = reader.fill(new ArrayBuffer(length));
    next.catch(() => undefined); // Whoever awaits it hears of it.
    let free = new ArrayBuffer(length);
    for (;;) {
      const piece = await next;
      if (piece.length === 0) return;
      next = reader.fill(free);
      next.catch(() => undefined);
      yield piece;
      free = piece.buffer;
    }
  } catch (error) {
    throw error instanceof ParameterError ? error : unreadable();
  } finally {
    await reader.cancel().catch(() => undefined);
    atWork.delete(reader);
  }
}

/** Some browsers unpack all given bytes before any is read, to a thousand times as many. */
const unpackedAtOnce = 2 ** 15;

interface BytesReader {
  /** Fills memory, perhaps of another object: so many bytes at least, fewer at the end. */
  readonly fill: (memory: ArrayBuffer) => Promise<Uint8Array<ArrayBuffer>>;
  readonly cancel: () => Promise<void>;
}

function readerOf(file: Blob, least: number): BytesReader {
  try {
    return filling(file.stream().getReader({ mode: "byob" }), least);
  } catch {
    return copying(file.stream().getReader(), least);
  }
}

function filling(reader: ReadableStreamBYOBReader, least: number): BytesReader {
  return {
    fill: async (memory) => {
      let filled = 0;
      while (filled < least) {
        const { done, value } = await reader.read(new Uint8Array(memory, filled));
        if (value) memory = value.buffer;
        if (done) break;
        filled += value.length;
      }
      return new Uint8Array(memory, 0, filled);
    },
    cancel: () => reader.cancel(),
  };
}

/** Copies in browsers without readers into given memory. */
function copying(reader: ReadableStreamDefaultReader<Uint8Array>, least: number): BytesReader {
  let left = new Uint8Array(0) as Uint8Array;
  return {
    fill: async (memory) => {
      const bytes = new Uint8Array(memory);
      let filled = 0;
      for (;;) {
        const part = left.subarray(0, bytes.length - filled);
        bytes.set(part, filled);
        filled += part.length;
        left = left.subarray(part.length);
        if (filled >= least) break;
        const { done, value } = await reader.read();
        if (done) break;
        left = value;
      }
      return bytes.subarray(0, filled);
    },
    cancel: () => reader.cancel(),
  };
}

/**
 * Unpacks a gzip file, or the packed bytes within a file.
 *
 * @param tell takes the number of packed bytes read
 */
export async function* unpacked(
  file: Blob,
  tell: (packedBytes: number) => void,
  format: "gzip" | "deflate-raw" = "gzip",
): AsyncGenerator<Uint8Array> {
  const unpacking = new DecompressionStream(format);
  const writer = unpacking.writable.getWriter();
  const feeding = (async () => {
    let fed = 0;
    for await (const piece of pieces(file)) {
      tell((fed += piece.length));
      for (let at = 0; at < piece.length; at += unpackedAtOnce)
        await writer.write(piece.subarray(at, at + unpackedAtOnce));
    }
    await writer.close();
  })();
  feeding.catch(() => undefined); // The reader hears of it as well.
  const reader = unpacking.readable.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (error) {
    if (error instanceof ParameterError) throw error;
    throw refusal("file", `a file packed by ${format === "gzip" ? format : "ZIP"} that is damaged or cut off`, "whole");
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Without the NUL or Ctrl-Z that loggers and old programs leave at its end; not in UTF-16. */
export async function withoutEndMarks(file: Blob, said: TextEncoding | undefined): Promise<Blob> {
  let end = file.size;
  for (let last = -1; last < 0 && end > 0;) {
    const start = Math.max(0, end - 65_536);
    last = (await bytesOf(file.slice(start, end))).findLastIndex((byte) => byte !== 0 && byte !== 26);
    end = start + last + 1;
  }
  if (end === 0 || end === file.size) return file;
  const head = await bytesOf(file.slice(0, Math.min(end, 1024)));
  // Under a schema no cell decides.
  const isWide = said ? said.startsWith("utf-16") : head.includes(0) || encodingOf(head).startsWith("utf-16");
  return isWide ? file : file.slice(0, end);
}

/** Reading fails for a folder, and for a file that was changed or removed after it was chosen. */
export async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw unreadable();
  }
}

function unreadable(): ParameterError {
  return new ParameterError("file", "something the browser cannot read", "a file that is still where it was chosen");
}
