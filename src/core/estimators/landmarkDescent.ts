import { addMultiple, dot } from "../linalg/vectors.ts";
import { gapOf, rangesOf } from "./dualPoint.ts";
import { moveTo } from "./landmarkState.ts";
import type { LandmarkState } from "./landmarkState.ts";

/** Elements of features touched between two yields: some milliseconds. */
const sliceWork = 4e6;
const sweepsPerRound = 8;

/**
 * Dual coordinate descent for a loss with kinks, ℓ*(y, −b) = κ|b| − y b on the dual range: exact steps, one record
 * after another, in rounds of one sweep over all records and some over those that moved or are free. It is quick at
 * first and slow at last, so that it stops after a round that leaves more than 0.7 of the gap.
 *
 * @param state updated; on return v = w
 * @param tolerance duality gap at which it stops at the latest
 * @yields the duality gap at the last look
 * @returns the number of sweeps
 * @see Hsieh, Chang, Lin, Keerthi & Sundararajan (2008), A dual coordinate descent method, ICML
 */
export function* landmarkDescent(state: LandmarkState, tolerance: number): Generator<number, number> {
  const { responses, loss, scale, dual, features, dualWeights: w } = state;
  const { rank, rows, squares } = features;
  const n = dual.length;
  const kink = loss.kink!;
  const { lower, upper } = rangesOf(state);
  const active = new Int32Array(n);
  let sweeps = 0;
  let work = 0;
  for (let last = Infinity; ; ) {
    moveTo(w, state);
    const gap = gapOf(state);
    if (gap <= tolerance || !(gap < 0.7 * last)) return sweeps;
    if (sweeps > 0) last = gap;
    yield gap;

    let count = n;
    for (let i = 0; i < n; i++) active[i] = i;
    for (let sweep = 0; sweep < sweepsPerRound && count > 0; sweep++, sweeps++) {
      let kept = 0;
      for (let k = 0; k < count; k++) {
        const i = active[k]!;
        // A record without features reaches nothing; any step is then exact.
        const q = Math.max(squares[i]! / scale, 1e-300);
        const from = dual[i]!;
        const slope = responses[i]! - dot(rows, i * rank, w, 0, rank) + q * from;
        const soft = slope > kink ? slope - kink : slope < -kink ? slope + kink : 0;
        const to = Math.min(upper[i]!, Math.max(lower[i]!, soft / q));
        if (to !== from) {
          dual[i] = to;
          addMultiple(w, (to - from) / scale, rows, i * rank, rank);
        }
        if (to !== from || (to > lower[i]! && to < upper[i]!)) active[kept++] = i;
        work += 2 * rank;
        if (work > sliceWork) {
          work = 0;
          yield gap;
        }
      }
      count = kept;
    }
  }
}
