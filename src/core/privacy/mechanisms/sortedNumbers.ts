/** Where a number stands among those that are kept. */
export interface Neighbours {
  /** The greatest key below, or at, the number, and its value. */
  readonly left: { readonly key: number; readonly value: number } | undefined;
  /** The least key above it, and its value. */
  readonly right: { readonly key: number; readonly value: number } | undefined;
}

/** Keys in order, each with a value. */
export interface SortedNumbers {
  readonly size: () => number;
  readonly neighbours: (key: number) => Neighbours;
  /** @param key not kept yet */
  readonly insert: (key: number, value: number) => void;
}

interface Chunk {
  readonly keys: Float64Array;
  readonly values: Float64Array;
  size: number;
}

const chunkLength = 512;

/**
 * Sorted numbers in chunks of at most 512, each in order and the chunks in order: a B-tree of two levels. A look-up is
 * two binary searches, O(log i); an insertion moves at most 4 KiB, and one in 256 splits a chunk.
 */
export function sortedNumbers(): SortedNumbers {
  const chunks: Chunk[] = [emptyChunk()];
  let size = 0;
  const chunkOf = (key: number) => countWhere(chunks.length - 1, (i) => chunks[i + 1]!.keys[0]! <= key);
  const entry = (chunk: Chunk | undefined, at: number) =>
    chunk && at >= 0 && at < chunk.size ? { key: chunk.keys[at]!, value: chunk.values[at]! } : undefined;

  return {
    size: () => size,
    neighbours: (key) => {
      const c = chunkOf(key);
      const chunk = chunks[c]!;
      const place = countWhere(chunk.size, (i) => chunk.keys[i]! <= key);
      return { left: entry(chunk, place - 1), right: entry(chunk, place) ?? entry(chunks[c + 1], 0) };
    },
    insert: (key, value) => {
      let c = chunkOf(key);
      if (chunks[c]!.size === chunkLength) {
        chunks.splice(c + 1, 0, upperHalf(chunks[c]!));
        c = chunkOf(key);
      }
      const chunk = chunks[c]!;
      const place = countWhere(chunk.size, (i) => chunk.keys[i]! < key);
      chunk.keys.copyWithin(place + 1, place, chunk.size);
      chunk.values.copyWithin(place + 1, place, chunk.size);
      chunk.keys[place] = key;
      chunk.values[place] = value;
      chunk.size++;
      size++;
    },
  };
}

function emptyChunk(): Chunk {
  return { keys: new Float64Array(chunkLength), values: new Float64Array(chunkLength), size: 0 };
}

/** The upper half of a full chunk, taken out of it. */
function upperHalf(chunk: Chunk): Chunk {
  const half = chunkLength / 2;
  const upper = emptyChunk();
  upper.keys.set(chunk.keys.subarray(half));
  upper.values.set(chunk.values.subarray(half));
  upper.size = half;
  chunk.size = half;
  return upper;
}

/** How many of 0, 1, …, count − 1 satisfy a condition that the first ones do and the others do not. */
function countWhere(count: number, holds: (i: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
