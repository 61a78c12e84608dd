import { checkPositive, checkPositiveInteger } from "../../../checks.ts";
import { largestFirst, pairsOfBoxes } from "./pairsOfBoxes.ts";

/** Places on an axis, i·2⁻¹⁴. Intervals are numbered as in a heap: 2i and 2i + 1 are the halves of i. */
export const placesPerAxis = 2 ** 14;

export interface PairDistance {
  readonly dimension: number;
  /** True if no pair of the region is in the boxes with these corners. */
  readonly isOutside?: (from: Int32Array, to: Int32Array) => boolean;
  /** F, a maximum of C² functions f, at places of a and then b, shape (2d,); at most `rounding` too small. */
  readonly valueAt: (places: Int32Array) => number;
  readonly rounding: number;
  /** Bound on F for all places; `ceiling` if absent. */
  readonly anywhere?: number;
  /** Writes K_i ≥ −∂²f/∂x_i², i = 1, …, 2d, for pairs in the intervals, where F ≤ `largest`. */
  readonly concavities: (intervals: Int32Array, largest: number, K: Float64Array) => void;
  /** True if F is unchanged when one axis of a and b is reflected. */
  readonly isMirroredByAxis: boolean;
}

/**
 * Bound on the largest F(a, b) over a, b in [0, 1]^d, by branch and bound over pairs of boxes.
 *
 * @param ceiling a known bound for the region, > 0
 * @param within > 0, such as 0.005
 * @param mostValues ≥ 1, when to give up
 * @param seeds places of pairs that may be far apart
 * @see docs/proofs/latticeKernelDensity.md, Lemma 6
 */
export function farthestPairBound(
  { dimension: d, isOutside = nowhere, valueAt, rounding, anywhere, concavities, isMirroredByAxis }: PairDistance,
  {
    ceiling,
    within,
    mostValues,
    seeds,
  }: {
    readonly ceiling: number;
    readonly within: number;
    readonly mostValues: number;
    readonly seeds: readonly Int32Array[];
  },
): number {
  checkPositiveInteger("dimension", d);
  checkPositive("ceiling", ceiling);
  checkPositive("within", within);
  checkPositiveInteger("mostValues", mostValues);
  const coordinates = 2 * d;
  const corners = 1 << coordinates;
  const known = rememberedValues(coordinates, valueAt);
  const { places, value } = known;
  let met = farthestOf(known, seeds, isOutside);
  if (met * (1 + 1.2 * within) >= ceiling) return ceiling;

  const collapsed = new Float64Array(corners);
  const K = new Float64Array(coordinates);
  const [intervals, halved] = [new Int32Array(coordinates), new Int32Array(coordinates)];
  const [below, above] = [new Float64Array(corners), new Float64Array(corners)];
  const boxes = pairsOfBoxes(coordinates);
  const open = largestFirst();
  let settled = 0;
  const isEnough = (bound: number) => bound <= met * (1 + within);

  const add = (pair: number, parent: number) => {
    boxes.read(pair, intervals, collapsed);
    for (let corner = 0; corner < corners; corner++) {
      if (!(collapsed[corner]! > met)) continue;
      for (let i = 0; i < coordinates; i++)
        places[i] = startOf(intervals[i]!) + ((corner >> i) & 1) * lengthOf(intervals[i]!);
      if (!isOutside(places, places)) met = collapsed[corner]!;
    }
    concavities(intervals, parent + rounding, K);
    let [widest, most] = [-1, -1];
    for (let i = coordinates - 1, half = corners >> 1; i >= 0; i--, half >>= 1) {
      const rise = (K[i]! * (lengthOf(intervals[i]!) / placesPerAxis) ** 2) / 2;
      if (rise > most && 2 * intervals[i]! < placesPerAxis) {
        widest = i;
        most = rise;
      }
      for (let at = 0; at < half; at++) {
        const low = collapsed[at]!;
        const high = collapsed[at + half]!;
        const beyond = rise - Math.abs(high - low);
        collapsed[at] = (low > high ? low : high) + (beyond > 0 ? (beyond * beyond) / (4 * rise) : 0);
      }
    }
    const bound = Math.min(collapsed[0]!, parent);
    boxes.widest[pair] = widest;
    if (widest >= 0 && !isEnough(bound)) {
      open.push(pair, bound);
      return;
    }
    settled = Math.max(settled, bound);
    boxes.remove(pair);
  };

  intervals.fill(1);
  for (let corner = 0; corner < corners; corner++) {
    for (let i = 0; i < coordinates; i++) places[i] = ((corner >> i) & 1) * placesPerAxis;
    below[corner] = value();
  }
  // The ceiling may hold in the region only.
  add(boxes.add(intervals, below), anywhere ?? ceiling);

  const starts = new Int32Array(coordinates);
  const lengths = new Int32Array(coordinates);
  /** True if `halved` has unmirrored pairs of the region. */
  const isWanted = () => {
    if (isMirrored(halved, d, isMirroredByAxis)) return false;
    for (let i = 0; i < coordinates; i++) {
      starts[i] = startOf(halved[i]!);
      places[i] = starts[i]! + lengthOf(halved[i]!);
    }
    return !isOutside(starts, places);
  };
  while (!isEnough(open.largest()) && open.largest() > settled && known.count() < mostValues) {
    const bound = open.largest();
    const pair = open.pop();
    boxes.read(pair, halved, below);
    above.set(below);
    for (let i = 0; i < coordinates; i++) {
      starts[i] = startOf(halved[i]!);
      lengths[i] = lengthOf(halved[i]!);
    }
    const widest = boxes.widest[pair]!;
    boxes.remove(pair);
    const bit = 1 << widest;
    const middle = starts[widest]! + (lengths[widest]! >> 1);
    for (let corner = 0; corner < corners; corner++) {
      if (corner & bit) continue;
      for (let i = 0; i < coordinates; i++) places[i] = (corner >> i) & 1 ? starts[i]! + lengths[i]! : starts[i]!;
      places[widest] = middle;
      const there = value();
      below[corner | bit] = there;
      above[corner] = there;
    }
    halved[widest] = 2 * halved[widest]!;
    if (isWanted()) add(boxes.add(halved, below), bound);
    halved[widest] = halved[widest] + 1;
    if (isWanted()) add(boxes.add(halved, above), bound);
  }
  const bound = Math.max(settled, open.largest());
  return Math.min(ceiling, (bound + rounding) * (1 + 1e-13));
}

/** Largest F found by climbing; no bound. */
export function farthestMet(
  { dimension, valueAt, isOutside = nowhere }: PairDistance,
  seeds: readonly Int32Array[],
): number {
  return farthestOf(rememberedValues(2 * dimension, valueAt), seeds, isOutside);
}

const nowhere = () => false;

function farthestOf(
  known: RememberedValues,
  seeds: readonly Int32Array[],
  isOutside: NonNullable<PairDistance["isOutside"]>,
): number {
  let met = 0;
  let start: Int32Array | undefined;
  for (const seed of seeds) {
    if (isOutside(seed, seed)) continue;
    known.places.set(seed);
    const here = known.value();
    if (here > met) [met, start] = [here, seed];
  }
  return start ? climbed(known, start, met, isOutside) : 0;
}

interface RememberedValues {
  readonly places: Int32Array;
  readonly value: () => number;
  readonly count: () => number;
}

function rememberedValues(coordinates: number, valueAt: PairDistance["valueAt"]): RememberedValues {
  const places = new Int32Array(coordinates);
  let slots = 1 << 12;
  let keys = new Int32Array(slots * coordinates);
  let values = new Float64Array(slots).fill(NaN);
  let count = 0;
  const slotOf = (key: Int32Array, from: number): number => {
    let hash = 0;
    for (let i = 0; i < coordinates; i++) hash = Math.imul(hash ^ key[from + i]!, 0x9e3779b1) ^ (hash >>> 15);
    let slot = (hash ^ (hash >>> 16)) & (slots - 1);
    for (; !Number.isNaN(values[slot]!); slot = (slot + 1) & (slots - 1)) {
      let i = 0;
      while (i < coordinates && keys[slot * coordinates + i] === key[from + i]) i++;
      if (i === coordinates) break;
    }
    return slot;
  };
  const grow = () => {
    const [oldKeys, oldValues] = [keys, values];
    slots *= 2;
    keys = new Int32Array(slots * coordinates);
    values = new Float64Array(slots).fill(NaN);
    for (let old = 0; old < oldValues.length; old++) {
      if (Number.isNaN(oldValues[old]!)) continue;
      const from = old * coordinates;
      const slot = slotOf(oldKeys, from);
      for (let i = 0; i < coordinates; i++) keys[slot * coordinates + i] = oldKeys[from + i]!;
      values[slot] = oldValues[old]!;
    }
  };
  return {
    places,
    count: () => count,
    value: () => {
      const slot = slotOf(places, 0);
      const before = values[slot]!;
      if (!Number.isNaN(before)) return before;
      const made = valueAt(places);
      keys.set(places, slot * coordinates);
      values[slot] = made;
      if (2 * ++count > slots) grow();
      return made;
    },
  };
}

function climbed(
  { places, value }: RememberedValues,
  start: Int32Array,
  height: number,
  isOutside: NonNullable<PairDistance["isOutside"]>,
): number {
  const at = start.slice();
  let best = height;
  for (let step = placesPerAxis >> 3; step >= placesPerAxis >> 7;) {
    const before = best;
    for (let i = 0; i < at.length; i++) {
      for (const sign of [-1, 1]) {
        const moved = at[i]! + sign * step;
        if (moved < 0 || moved > placesPerAxis) continue;
        places.set(at);
        places[i] = moved;
        if (isOutside(places, places)) continue;
        const there = value();
        if (there <= best) continue;
        best = there;
        at[i] = moved;
      }
    }
    if (best === before) step >>= 1;
  }
  return best;
}

export function lengthOf(interval: number): number {
  return placesPerAxis >> (31 - Math.clz32(interval));
}

export function startOf(interval: number): number {
  return interval * lengthOf(interval) - placesPerAxis;
}

/** True if a pair of boxes mirrors one with a_j < b_j and a_1 + b_1 < 1. */
function isMirrored(intervals: Int32Array, d: number, byAxis: boolean): boolean {
  for (let j = 0; j < (byAxis ? d : 1); j++) {
    const b = intervals[d + j]!;
    if (startOf(intervals[j]!) >= startOf(b) + lengthOf(b)) return true;
  }
  return startOf(intervals[0]!) + startOf(intervals[d]!) >= placesPerAxis;
}
