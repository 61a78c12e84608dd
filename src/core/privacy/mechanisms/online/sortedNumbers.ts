import { checkPositiveInteger } from "../../../checks.ts";
import { ParameterError } from "../../../errors.ts";

/** Neighbours of a number; a missing one has an infinite key and the value 0. */
export interface Neighbours {
  /** Greatest key at or below the number, and its value. */
  leftKey: number;
  leftValue: number;
  rightKey: number;
  rightValue: number;
}

export function noNeighbours(): Neighbours {
  return { leftKey: -Infinity, leftValue: 0, rightKey: Infinity, rightValue: 0 };
}

interface SortedNumbers {
  readonly size: () => number;
  readonly neighbours: (key: number, out: Neighbours) => Neighbours;
  /** @param key finite, and not stored yet. @throws {ParameterError} if the capacity is used up */
  readonly insert: (key: number, value: number) => void;
}

const chunkLength = 512;

/**
 * Sorted numbers in chunks of at most 512, a B-tree of two levels. A look-up is O(log i); an insertion moves at most 4
 * KiB.
 *
 * @param capacity ≥ 1
 */
export function sortedNumbers(capacity: number): SortedNumbers {
  checkPositiveInteger("capacity", capacity);
  // Only full chunks are split, so all but one are half full.
  const most = Math.ceil((2 * capacity) / chunkLength) + 1;
  const keys = new Float64Array(most * chunkLength);
  const values = new Float64Array(most * chunkLength);
  const order = new Int32Array(most);
  const sizes = new Int32Array(most);
  let [chunkCount, size] = [1, 0];

  /** Rank of the chunk in whose range a key is. */
  const chunkOf = (key: number): number => {
    let [low, high] = [0, chunkCount - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (keys[order[middle]! * chunkLength]! <= key) low = middle;
      else high = middle - 1;
    }
    return low;
  };
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
