import type { Rows } from "../../linalg/smallMatrix.ts";
import { placesPerAxis } from "./farthestPair.ts";

/** The unit box a ∈ [0, 1]^d in coordinates w = Ca, C unit lower triangular, and the least box of w that holds it. */
export interface ShearedBox {
  /** C_ji for i < j. */
  readonly slopes: readonly (readonly number[])[];
  /** Least w_j. */
  readonly low: readonly number[];
  /** Largest w_j less the least. */
  readonly length: readonly number[];
  /** 1 + Σ_i |C|_ji with absolute values all the way: rounding of (Ca)_j is at most some units of it. */
  readonly reach: readonly number[];
  /** The place that is nearest to w_j of a point a. */
  readonly placeOf: (a: readonly number[], j: number) => number;
  /** a_i of the point whose places are at `from` and after it. */
  readonly pointAt: (places: Int32Array, from: number, i: number) => number;
  /** Whether no point of the unit box is in the boxes of w with these corners, by place, of one or of more points. */
  readonly isOutside: (from: Int32Array, to: Int32Array) => boolean;
}

/**
 * The box of C = the inverse of L with each column divided by its diagonal. L⁻¹(p − a) is then C(p − a), divided by the diagonal.
 *
 * The test of boxes looks at each a_i = (C⁻¹w)_i alone, and is content with two places beside the box: it may keep what is
 * outside, and never leaves out a point of the box.
 *
 * @param factor L, d × d, lower triangular with a positive diagonal
 */
export function shearedBox(factor: Rows): ShearedBox {
  const d = factor.length;
  const back = factor.map((row) => row.map((value, j) => value / factor[j]![j]!));
  const slopes: number[][] = [];
  const reach: number[] = [];
  const absolute: number[][] = [];
  for (let j = 0; j < d; j++) {
    // C_ji = −B_ji − Σ_{i<m<j} B_jm C_mi.
    slopes.push(
      Array.from({ length: j }, (_, i) =>
        slopes.slice(i + 1).reduce((sum, row, m) => sum - back[j]![i + 1 + m]! * row[i]!, -back[j]![i]!),
      ),
    );
    absolute.push(
      Array.from({ length: j }, (_, i) =>
        absolute
          .slice(i + 1)
          .reduce((sum, row, m) => sum + Math.abs(back[j]![i + 1 + m]!) * row[i]!, Math.abs(back[j]![i]!)),
      ),
    );
    reach.push(absolute[j]!.reduce((sum, value) => sum + value, 1));
  }
  const low = slopes.map((row) => row.reduce((sum, c) => sum + Math.min(0, c), 0));
  const length = slopes.map((row) => row.reduce((sum, c) => sum + Math.abs(c), 1));
  const beside = back.map(
    (row) =>
      row.reduce((sum, b, j) => sum + Math.abs(b) * (length[j]! + reach[j]! * 2 ** -20), 0) / (placesPerAxis / 2),
  );
  return {
    slopes,
    low,
    length,
    reach,
    placeOf: (a, j) => {
      const w = slopes[j]!.reduce((sum, c, i) => sum + c * a[i]!, a[j]!);
      return Math.min(placesPerAxis, Math.max(0, Math.round(((w - low[j]!) / length[j]!) * placesPerAxis)));
    },
    pointAt: (places, from, i) =>
      slopes
        .slice(0, i + 1)
        .reduce((sum, _, j) => sum + back[i]![j]! * (low[j]! + (length[j]! * places[from + j]!) / placesPerAxis), 0),
    isOutside: (from, to) => {
      for (let start = 0; start < from.length; start += d) {
        for (let i = 0; i < d; i++) {
          let [least, most] = [-beside[i]!, beside[i]!];
          for (let j = 0; j <= i; j++) {
            const b = back[i]![j]!;
            const [x, y] = [from[start + j]!, to[start + j]!];
            least += b * (low[j]! + (length[j]! * (b > 0 ? x : y)) / placesPerAxis);
            most += b * (low[j]! + (length[j]! * (b > 0 ? y : x)) / placesPerAxis);
          }
          if (most < 0 || least > 1) return true;
        }
      }
      return false;
    },
  };
}
