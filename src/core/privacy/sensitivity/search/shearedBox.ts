import type { Rows } from "../../../linalg/smallMatrix.ts";
import { placesPerAxis } from "./farthestPair.ts";

/** Unit square in coordinates w = Ca, C = (1 0; c 1), and the least box of w around it. */
interface ShearedBox {
  /** c = C₂₁ */
  readonly slope: number;
  readonly low: readonly [number, number];
  readonly length: readonly [number, number];
  readonly placeOf: (a: readonly [number, number], j: 0 | 1) => number;
  /** Point whose places are at `from` and `from + 1`. */
  readonly pointAt: (places: Int32Array, from: number) => readonly [number, number];
  /** True if no point of the unit square is in these boxes of w, for some point. */
  readonly isOutside: (from: Int32Array, to: Int32Array) => boolean;
}

/** Box of C, the inverse of L with each column divided by its diagonal. */
export function shearedBox(factor: Rows): ShearedBox {
  const slope = -factor[1]![0]! / factor[0]![0]!;
  const low = [0, Math.min(0, slope)] as const;
  const length = [1, 1 + Math.abs(slope)] as const;
  const valueAt = (j: 0 | 1, place: number) => low[j] + (length[j] * place) / placesPerAxis;
  const margin = ((Math.abs(slope) + length[1]) * (1 + 2 ** -20)) / (placesPerAxis / 2);
  return {
    slope,
    low,
    length,
    placeOf: (a, j) => {
      const w = j === 0 ? a[0] : a[1] + slope * a[0];
      return Math.min(placesPerAxis, Math.max(0, Math.round(((w - low[j]) / length[j]) * placesPerAxis)));
    },
    pointAt: (places, from) => {
      const w = valueAt(0, places[from]!);
      return [w, valueAt(1, places[from + 1]!) - slope * w];
    },
    isOutside: (from, to) => {
      for (let start = 0; start < from.length; start += 2) {
        const [x, y] = [slope * valueAt(0, from[start]!), slope * valueAt(0, to[start]!)];
        if (valueAt(1, to[start + 1]!) - Math.min(x, y) < -margin) return true;
        if (valueAt(1, from[start + 1]!) - Math.max(x, y) > 1 + margin) return true;
      }
      return false;
    },
  };
}
