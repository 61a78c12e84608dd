import { gapOf, rangesOf } from "./dualPoint.ts";
import { moveTo, type LandmarkState } from "./landmarkState.ts";

const sliceWork = 1e7;
const sweepsPerRound = 8;

/**
 * Dual coordinate descent for kinks, ℓ*(y, −b) = κ|b| − y b on the dual range, in an order of a fixed seed. A round
 * sweeps over all records, then over moving or free ones; it is the last if it leaves more than 0.7 of the gap.
 *
 * @param state updated; on return v = w
 * @param tolerance duality gap at which it stops at the latest
 * @yields the last duality gap
 * @returns the number of sweeps
 * @see Hsieh, Chang, Lin, Keerthi & Sundararajan (2008), ICML
 */
export function* landmarkDescent(state: LandmarkState, tolerance: number): Generator<number, number> {
  const { responses, loss, scale, dual, features, dualWeights: w } = state;
  const n = dual.length;
  const kink = loss.kink!;
  const { lower, upper } = rangesOf(state);
  const curvatures = features.squares.map((square) => Math.max(square / scale, 1e-300));
  const order = new Float64Array(n);
  const atOnce = Math.ceil(sliceWork / (2 * features.rank));
  let sweeps = 0;
  for (let last = Infinity; ;) {
    moveTo(w, state);
    const gap = gapOf(state);
    if (gap <= tolerance || !(gap < 0.7 * last)) return sweeps;
    if (sweeps > 0) last = gap;
    yield gap;

    let turn = { active: n, first: 0, kept: 0 };
    for (let i = 0; i < n; i++) order[i] = i;
    for (const end = sweeps + sweepsPerRound; sweeps < end && turn.active > 0; yield gap) {
      features.sweep(w, (by, block, memory, free) => {
        const places = free + 5 * n;
        [dual, lower, upper, curvatures, responses, order].forEach((values, k) => memory.set(values, free + k * n));
        for (let left = atOnce; left > 0 && sweeps < end && turn.active > 0;) {
          const { active, first } = turn;
          const until = Math.min(active, first + left);
          const seed = sweeps * n + first;
          const kept = by.sweepFeatures({
            ...block,
            coordinates: free,
            kink,
            scale,
            order: places,
            ...turn,
            last: until,
            seed,
          });
          left -= until - first;
          turn = until === active ? { active: kept, first: 0, kept: 0 } : { active, first: until, kept };
          if (until === active) sweeps++;
        }
        dual.set(memory.subarray(free, free + n));
        order.set(memory.subarray(places, places + n));
      });
    }
  }
}
