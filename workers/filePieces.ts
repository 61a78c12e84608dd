import { refusal } from "../src/core/datasets/refusal.ts";
import { ParameterError } from "../src/core/errors.ts";

const pieceLength = 2 ** 20;

/** A file, a megabyte at a time; the next is asked for while the one before is used. */
export async function* pieces(file: Blob): AsyncGenerator<Uint8Array> {
  const from = (start: number) => bytesOf(file.slice(start, start + pieceLength));
  let next = from(0);
  for (let start = 0; start < file.size; start += pieceLength) {
    const piece = await next;
    next = start + pieceLength < file.size ? from(start + pieceLength) : Promise.resolve(new Uint8Array(0));
    next.catch(() => undefined); // Whoever awaits it hears of it.
    yield piece;
  }
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

/**
 * Gives the memory of bytes back at once, where there is a way to say so; they must not be used any more. Of a long file the
 * collector would let hundreds of megabytes come together.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  // A part of something larger is not alone there.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) (buffer as Transferring).transfer?.(0);
}

/** A buffer that hands its memory over, as the language of 2024 has it. */
interface Transferring extends ArrayBuffer {
  readonly transfer?: (length: number) => ArrayBuffer;
}

/** Reading fails for a folder, and for a file that was changed or removed after it was chosen. */
export async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw new ParameterError("file", "something the browser cannot read", "a file that is still where it was chosen");
  }
}
