/** Makes an array of a length, of any content: who asks for it fills it. */
export type Allocate = (length: number) => Float64Array;

/** A fresh array of zeros. */
export const allocateFresh: Allocate = (length) => new Float64Array(length);

/** Buffers that wait to be filled again, so that a redraw need not allocate. */
export interface BufferPool {
  /** An array on a buffer of that length that waits here, or a fresh one. It is a new object in any case, as caches want it. */
  readonly allocate: Allocate;
  /** Takes arrays that nobody uses any more, each whole and once. Beyond `limit` bytes, those that have waited longest go. */
  giveBack(arrays: readonly Float64Array[]): void;
  /** Everything that waits here, which is then no longer the pool's. */
  readonly takeAll: () => Float64Array<ArrayBuffer>[];
}

/** @param limit bytes that may wait, ≥ 0 */
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
