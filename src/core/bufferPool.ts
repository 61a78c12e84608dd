/** Makes an array of any content. */
export type Allocate = (length: number) => Float64Array;

export const allocateFresh: Allocate = (length) => new Float64Array(length);

/** Buffers to fill again, so that a redraw need not allocate. */
export interface BufferPool {
  /** A new array object on a waiting or a fresh buffer. */
  readonly allocate: Allocate;
  /** Takes whole unused arrays, each once; beyond `limit` bytes the longest waiting buffers go. */
  giveBack(arrays: readonly Float64Array[]): void;
  readonly takeAll: () => Float64Array<ArrayBuffer>[];
}

/**
 * A pool without buffers.
 *
 * @param limit bytes that may wait, ≥ 0
 */
export function createBufferPool(limit = 2 ** 24): BufferPool {
  const waiting: ArrayBuffer[] = [];
  let bytes = 0;
  const remove = (index: number): ArrayBuffer => {
    const [buffer] = waiting.splice(index, 1) as [ArrayBuffer];
    bytes -= buffer.byteLength;
    return buffer;
  };
  return {
    allocate: (length) => {
      const found = waiting.findLastIndex((buffer) => buffer.byteLength === 8 * length);
      return found < 0 ? new Float64Array(length) : new Float64Array(remove(found));
    },
    giveBack: (arrays) => {
      for (const { buffer, byteLength } of arrays) {
        if (
          !(buffer instanceof ArrayBuffer) ||
          byteLength === 0 ||
          byteLength < buffer.byteLength ||
          waiting.includes(buffer)
        )
          continue;
        waiting.push(buffer);
        bytes += byteLength;
      }
      while (bytes > limit) remove(0);
    },
    takeAll: () => {
      bytes = 0;
      return waiting.splice(0).map((buffer) => new Float64Array(buffer));
    },
  };
}
