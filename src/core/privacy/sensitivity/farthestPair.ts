import { checkPositive, checkPositiveInteger } from "../../checks.ts";

/** Places on an axis are i·2⁻¹⁴; an interval is numbered as in a heap: 1 is [0, 1], and 2i and 2i + 1 are the halves of i. */
export const placesPerAxis = 2 ** 14;

/** How far apart the images of two points of the unit box are, as what branch and bound asks of it. */
export interface PairDistance {
  /** d */
  readonly dimension: number;
  /**
   * F(a, b) = max over some C² functions f of f(a, b), for given places of a and then of b, shape (2d,): a distance, or its
   * square. It may be smaller by `rounding`.
   */
  readonly valueAt: (places: Int32Array) => number;
  readonly rounding: number;
  /**
   * Writes K_i ≥ −∂²f/∂x_i², i = 1, …, 2d, for every f that is the largest at some pair in the intervals of a and b, and for
   * all pairs there; F is at most `largest` there.
   */
  readonly concavities: (intervals: Int32Array, largest: number, K: Float64Array) => void;
  /** Whether F stays when one axis of a and b is reflected; it always stays when all are, and when a and b are swapped. */
  readonly isMirroredByAxis: boolean;
}

/**
 * A bound on the largest F(a, b) over a, b in [0, 1]^d, by branch and bound over pairs of boxes.
 *
 * Let a and b be in boxes of sides η_i, i = 1, …, 2d. Each f exceeds its multilinear interpolation of the 4^d corners by at most
 * Σ_i ½K_i η_i² λ_i(1 − λ_i), with λ the place in the boxes; so F is at most the interpolation of its corners plus the same. The
 * maximum of that is bounded one coordinate after the other: of two values v₀, v₁, with 4e = ½K η²,
 *
 *     max over λ of (1 − λ)v₀ + λv₁ + 4eλ(1 − λ)  =  max(v₀, v₁) + max(0, 4e − |v₁ − v₀|)²/(16e).
 *
 * The pair with the largest bound is halved where e is largest, until no bound exceeds the largest F that was met by more than
 * `within` of it, or `mostValues` are spent: what is returned is a bound at every time. Pairs with a_j > b_j (on the first axis,
 * or on all) or a_1 + b_1 > 1 are mirrored ones and left out.
 *
 * @param ceiling a bound that is known, > 0; the result is at most that
 * @param within > 0, such as 0.005
 * @param mostValues ≥ 1, when to give up
 * @param seeds places of pairs that may be far apart, tried first
 * @throws {ParameterError} if an argument is out of range
 * @see docs/proofs/latticeKernelDensity.md, Lemma 6
 */
export function farthestPairBound(
  { dimension: d, valueAt, rounding, concavities, isMirroredByAxis }: PairDistance,
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
  const places = new Int32Array(coordinates);
  const collapsed = new Float64Array(corners);
  const K = new Float64Array(coordinates);
  let met = 0;
  for (const seed of seeds) met = Math.max(met, valueAt(seed));
  if (met * (1 + within) >= ceiling) return ceiling;

  let spent = seeds.length + corners;
  let settled = 0;
  const open: PairOfBoxes[] = [];
  const isEnough = (bound: number) => bound <= met * (1 + within);

  const add = (intervals: Int32Array, values: Float64Array, parent: number) => {
    for (const value of values) met = Math.max(met, value);
    collapsed.set(values);
    concavities(intervals, parent, K);
    let [widest, most] = [-1, -1];
    for (let i = coordinates - 1, half = corners >> 1; i >= 0; i--, half >>= 1) {
      const rise = (K[i]! * (lengthOf(intervals[i]!) / placesPerAxis) ** 2) / 2;
      if (rise > most && 2 * intervals[i]! < placesPerAxis) [widest, most] = [i, rise];
      for (let at = 0; at < half; at++) {
        const [low, high] = [collapsed[at]!, collapsed[at + half]!];
        const beyond = rise - Math.abs(high - low);
        collapsed[at] = Math.max(low, high) + (beyond > 0 ? beyond ** 2 / (4 * rise) : 0);
      }
    }
    const bound = Math.min(collapsed[0]!, parent);
    if (isEnough(bound) || widest < 0) settled = Math.max(settled, bound);
    else push(open, { intervals, values, bound, widest });
  };

  const firstIntervals = new Int32Array(coordinates).fill(1);
  const firstValues = new Float64Array(corners);
  for (let corner = 0; corner < corners; corner++) {
    for (let i = 0; i < coordinates; i++) places[i] = ((corner >> i) & 1) * placesPerAxis;
    firstValues[corner] = valueAt(places);
  }
  add(firstIntervals, firstValues, ceiling);

  while (open.length > 0 && !isEnough(open[0]!.bound) && open[0]!.bound > settled && spent < mostValues) {
    const { intervals, values, bound, widest } = pop(open);
    const bit = 1 << widest;
    const lower = values.slice();
    const upper = values.slice();
    const middle = startOf(2 * intervals[widest]! + 1);
    for (let corner = 0; corner < corners; corner++) {
      if (corner & bit) continue;
      for (let i = 0; i < coordinates; i++)
        places[i] = startOf(intervals[i]!) + ((corner >> i) & 1) * lengthOf(intervals[i]!);
      places[widest] = middle;
      const value = valueAt(places);
      lower[corner | bit] = value;
      upper[corner] = value;
    }
    spent += corners >> 1;
    for (const which of [0, 1]) {
      const half = intervals.slice();
      half[widest] = 2 * intervals[widest]! + which;
      if (!isMirrored(half, d, isMirroredByAxis)) add(half, which ? upper : lower, bound);
    }
  }
  const bound = Math.max(settled, open[0]?.bound ?? 0);
  return Math.min(ceiling, (bound + rounding) * (1 + 1e-13));
}

interface PairOfBoxes {
  /** Numbers of the intervals of a and b, shape (2d,). */
  readonly intervals: Int32Array;
  /** F at the corners; bit i of the index is the end of interval i. */
  readonly values: Float64Array;
  readonly bound: number;
  /** The coordinate to be halved. */
  readonly widest: number;
}

/** The length of an interval, in places. */
function lengthOf(interval: number): number {
  return placesPerAxis >> (31 - Math.clz32(interval));
}

/** The place where an interval starts. */
function startOf(interval: number): number {
  return interval * lengthOf(interval) - placesPerAxis;
}

/** Whether a pair of boxes, but for its faces, is mirrored by one with a_j < b_j and a_1 + b_1 < 1. */
function isMirrored(intervals: Int32Array, d: number, byAxis: boolean): boolean {
  for (let j = 0; j < (byAxis ? d : 1); j++) {
    const b = intervals[d + j]!;
    if (startOf(intervals[j]!) >= startOf(b) + lengthOf(b)) return true;
  }
  return startOf(intervals[0]!) + startOf(intervals[d]!) >= placesPerAxis;
}

/** A heap with the largest bound first. */
function push(heap: PairOfBoxes[], pair: PairOfBoxes): void {
  let at = heap.length;
  heap.push(pair);
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (heap[above]!.bound >= pair.bound) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = pair;
}

function pop(heap: PairOfBoxes[]): PairOfBoxes {
  const first = heap[0]!;
  const last = heap.pop()!;
  if (heap.length === 0) return first;
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && heap[below + 1]!.bound > heap[below]!.bound) below++;
    if (heap[below]!.bound <= last.bound) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = last;
  return first;
}
