import { checkPositiveInteger } from "../../../checks.ts";
import { ParameterError } from "../../../errors.ts";

/** Where a number stands among those that are kept: of the neighbour that is not there the key is infinite and the value 0. */
export interface Neighbours {
  /** The greatest key below, or at, the number, and its value. */
  leftKey: number;
  leftValue: number;
  /** The least key above it, and its value. */
  rightKey: number;
  rightValue: number;
}

/** Those of a number where nothing is kept. */
export function noNeighbours(): Neighbours {
  return { leftKey: -Infinity, leftValue: 0, rightKey: Infinity, rightValue: 0 };
}

/** Keys in order, each with a value. */
interface SortedNumbers {
  readonly size: () => number;
  /** @param out is written to and returned: a caller who asks often makes no garbage */
  readonly neighbours: (key: number, out: Neighbours) => Neighbours;
  /**
   * @param key finite, and not kept yet
   * @throws {ParameterError} if as many as there may be are kept
   */
  readonly insert: (key: number, value: number) => void;
}

const chunkLength = 512;

/**
 * Sorted numbers in chunks of at most 512, each in order and the chunks in order: a B-tree of two levels. A look-up is
 * two binary searches, O(log i); an insertion moves at most 4 KiB, and one in 256 splits a chunk. All memory is taken at once, so
 * that no insertion waits for memory, or for a larger table.
 *
 * @param capacity the most keys, ≥ 1
 * @throws {ParameterError} if it is no positive integer
 */
export function sortedNumbers(capacity: number): SortedNumbers {
  checkPositiveInteger("capacity", capacity);
  // A chunk is split when it is full, so that all but one hold half of that or more.
  const most = Math.ceil((2 * capacity) / chunkLength) + 1;
  const keys = new Float64Array(most * chunkLength);
  const values = new Float64Array(most * chunkLength);
  /** Where the chunks are, in the order of their keys, and how many keys each place holds. */
  const order = new Int32Array(most);
  const sizes = new Int32Array(most);
  let [chunkCount, size] = [1, 0];

  /** The chunk in whose range a key is, by its rank. */
  const chunkOf = (key: number): number => {
    let [low, high] = [0, chunkCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (keys[order[middle]! * chunkLength]! <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  /** How many keys of a chunk are at most a key. */
  const placeIn = (chunk: number, key: number): number => {
    const start = chunk * chunkLength;
    let [low, high] = [start, start + sizes[chunk]!];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (keys[middle]! <= key) low = middle + 1;
      else high = middle;
    }
    return low - start;
  };
  const split = (rank: number): void => {
    const half = chunkLength / 2;
    const [from, to] = [order[rank]!, chunkCount];
    for (const numbers of [keys, values]) {
      numbers.copyWithin(to * chunkLength, from * chunkLength + half, (from + 1) * chunkLength);
    }
    sizes[from] = half;
    sizes[to] = half;
    order.copyWithin(rank + 2, rank + 1, chunkCount);
    order[rank + 1] = to;
    chunkCount++;
  };

  return {
    size: () => size,
    neighbours: (key, out) => {
      const rank = chunkOf(key);
      const chunk = order[rank]!;
      const start = chunk * chunkLength;
      const place = placeIn(chunk, key);
      const isFirst = place === 0;
      out.leftKey = isFirst ? -Infinity : keys[start + place - 1]!;
      out.leftValue = isFirst ? 0 : values[start + place - 1]!;
      const isInside = place < sizes[chunk]!;
      const isLast = !isInside && rank + 1 === chunkCount;
      const right = isInside ? start + place : isLast ? 0 : order[rank + 1]! * chunkLength;
      out.rightKey = isLast ? Infinity : keys[right]!;
      out.rightValue = isLast ? 0 : values[right]!;
      return out;
    },
    insert: (key, value) => {
      if (size >= capacity) throw new ParameterError("capacity", capacity, "larger: as many keys are kept");
      let rank = chunkOf(key);
      if (sizes[order[rank]!] === chunkLength) {
        split(rank);
        rank = chunkOf(key);
      }
      const chunk = order[rank]!;
      const end = chunk * chunkLength + sizes[chunk]!;
      const place = chunk * chunkLength + placeIn(chunk, key);
      keys.copyWithin(place + 1, place, end);
      values.copyWithin(place + 1, place, end);
      keys[place] = key;
      values[place] = value;
      sizes[chunk]!++;
      size++;
    },
  };
}
