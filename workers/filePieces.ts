import { refusal } from "../src/core/datasets/refusal.ts";
import { ParameterError } from "../src/core/errors.ts";

const pieceLength = 2 ** 20;

/**
 * A file, at most a megabyte at a time; the next piece is read while the one before is used. The memory of a piece is used again
 * once the next one is asked for: what a long file leaves to a collector is hundreds of megabytes before it comes.
 *
 * @throws {ParameterError} naming "file", if it cannot be read
 */
export async function* pieces(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = readerOf(file);
  try {
    let next = reader.fill(new ArrayBuffer(pieceLength));
    next.catch(() => undefined); // Whoever awaits it hears of it.
    let free = new ArrayBuffer(pieceLength);
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
  }
}

/** Reads a stream into memory that it is given, where the browser can; else into new memory. */
function readerOf(file: Blob): {
  /** The next bytes: half of the memory or more, fewer at the end, and none beyond it. */
  readonly fill: (buffer: ArrayBuffer) => Promise<Uint8Array<ArrayBuffer>>;
  readonly cancel: () => Promise<void>;
} {
  let own: ReadableStreamBYOBReader;
  try {
    own = file.stream().getReader({ mode: "byob" });
  } catch {
    const plain = file.stream().getReader();
    const fill = async () => {
      for (;;) {
        const { done, value = new Uint8Array(0) } = await plain.read();
        if (done || value.length > 0) return value;
      }
    };
    return { fill, cancel: () => plain.cancel() };
  }
  return {
    fill: async (given) => {
      let buffer = given;
      let filled = 0;
      while (filled < pieceLength / 2) {
        const { done, value } = await own.read(new Uint8Array(buffer, filled, pieceLength - filled));
        if (value) buffer = value.buffer as ArrayBuffer;
        if (done) break;
        filled += value.length;
      }
      return new Uint8Array(buffer, 0, filled);
    },
    cancel: () => own.cancel(),
  };
}

/**
 * A file packed by gzip, unpacked.
 *
 * @param tell is told how many packed bytes were read
 * @throws {ParameterError} naming "file", if it is damaged
 */
export async function* unpacked(file: Blob, tell: (packedBytes: number) => void): AsyncGenerator<Uint8Array> {
  const unpacking = new DecompressionStream("gzip");
  const writer = unpacking.writable.getWriter();
  const feeding = (async () => {
    let fed = 0;
    for await (const piece of pieces(file)) {
      tell((fed += piece.length));
      await writer.write(piece as Uint8Array<ArrayBuffer>);
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
    throw refusal("file", "a file packed by gzip that is damaged or cut off", "whole");
  } finally {
    await reader.cancel().catch(() => undefined);
  }
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
