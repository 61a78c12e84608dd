import { bumpTails } from "./bumpTails.ts";
import type { BumpsByInterval } from "./bumpsByInterval.ts";
import { lengthOf, placesPerAxis, startOf } from "./farthestPair.ts";
import { ridgeHollows, type Ridge } from "./ridgeHollows.ts";

/**
 * Lowers bounds on −∂²f/∂w_j² of the distances f in ℓ₁ of two correlated bumps in the plane: ridgeHollows, and twice
 * bumpTails beyond a cut.
 *
 * @param first bounds on bumps of the first axis
 * @see docs/proofs/latticeKernelDensity.md, Lemma 8a
 */
export function concavityBeyondCut({
  first,
  ...ridge
}: Ridge & { readonly first: Pick<BumpsByInterval, "most" | "steepest"> }): (
  intervals: Int32Array,
  K: Float64Array,
) => void {
  const { degree, deviations, low, length } = ridge;
  const [r, s] = deviations;
  const hollow = ridgeHollows(ridge);
  const { cellOf, tails, bentTails } = bumpTails(1 / (degree * s));
  const n = degree + 1;
  // In units of L_jj.
  const [start1, start2] = [low[0] / r, low[1] / s];
  const [unit1, unit2] = [length[0] / (placesPerAxis * r), length[1] / (placesPerAxis * s)];
  const line = 1 / (degree * r);
  const [inPlaces1, inPlaces2] = [(length[0] / r) ** 2, (length[1] / s) ** 2];

  return (intervals, K) => {
    for (let own = 0; own <= 2; own += 2) {
      const other = 2 - own;
      const a1 = start1 + unit1 * startOf(intervals[own]!);
      const endA1 = start1 + unit1 * endOf(intervals[own]!);
      const b1 = start1 + unit1 * startOf(intervals[other]!);
      const endB1 = start1 + unit1 * endOf(intervals[other]!);
      let a = start2 + unit2 * startOf(intervals[own + 1]!);
      let endA = start2 + unit2 * endOf(intervals[own + 1]!);
      let b = start2 + unit2 * startOf(intervals[other + 1]!);
      let endB = start2 + unit2 * endOf(intervals[other + 1]!);
      if (endB + b < endA + a) [a, endA, b, endB] = [-endA, -a, -endB, -b];
      const areApart = b > endA;
      const most = first.most(intervals[own]!);
      const steepest = first.steepest(intervals[own]!);
      let along = 0;
      let across = 0;
      for (let i = 0; i < n; i++) {
        const y = line * i;
        const nearest = y < b1 ? b1 - y : y > endB1 ? y - endB1 : 0;
        const farthest = endA1 - y > y - a1 ? endA1 - y : y - a1;
        const level = nearest * nearest - farthest * farthest - 1e-9;
        let cell = cellOf(cutBeyond(level, a, endA, b, endB) - endA);
        along += steepest[i]! * tails[cell]!;
        across += most[i]! * bentTails[cell]!;
        if (areApart) continue;
        cell = cellOf(cutBeyond(level, -endA, -a, -endB, -b) + a);
        along += steepest[i]! * tails[cell]!;
        across += most[i]! * bentTails[cell]!;
      }
      const bound1 = inPlaces1 * (hollow(0, intervals[own]!, intervals[own + 1]!) + 2 * r * r * along);
      const bound2 = inPlaces2 * (hollow(1, intervals[own]!, intervals[own + 1]!) + 2 * across);
      if (bound1 < K[own]!) K[own] = bound1;
      if (bound2 < K[own + 1]!) K[own + 1] = bound2;
    }
  };
}

/**
 * Least x, from the middle of [a, endA] on, with (x − a)² − d² ≥ level, d the distance of x from [b, endB]; any x if
 * the intervals are apart.
 */
function cutBeyond(level: number, a: number, endA: number, b: number, endB: number): number {
  const middle = (a + endA) / 2;
  const gap = b - endA;
  const toB = b - a;
  const toEnd = endB - a;
  let cut = middle;
  if (gap > 0 && level < -gap * toB) return (endA + b + level / gap) / 2;
  if (level >= toEnd * toEnd) cut = toEnd > 0 ? (a + endB + level / toEnd) / 2 : Infinity;
  else if (toB > 0 && level < toB * toB) cut = (a + b + level / toB) / 2;
  else if (level > 0) cut = a + Math.sqrt(level);
  return cut > middle ? cut : middle;
}

function endOf(interval: number): number {
  return startOf(interval) + lengthOf(interval);
}
