import { gapOf, rangesOf, type KernelState } from "./dualPoint.ts";

const sliceWork = 5e5;

interface AscentGoal {
  /** Duality gap. */
  readonly tolerance: number;
  /** Share of the last gap that is too slow, after `leastPairs`. */
  readonly patience: number;
  readonly leastPairs: number;
  readonly mostPairs?: number;
}

/**
 * Dual ascent on pairs of coordinates for losses with conjugate ℓ*(y, −b) = w|b| − y b. The first coordinate's exact
 * step gains most; the second gains most after it.
 *
 * @param state updated
 * @param goal it stops there, and where no step gains
 * @yields the last duality gap
 * @returns the number of pairs
 * @see Steinwart, Hush & Scovel (2011), Training SVMs without offset, JMLR 12:141–202
 */
export function* coordinateAscent(
  state: KernelState,
  { tolerance, patience, leastPairs, mostPairs = Math.max(1e5, 100 * state.dual.length) }: AscentGoal,
): Generator<number, number> {
  const n = state.dual.length;
  const constants = constantsOf(state);
  const untilLook = Math.max(50, n >> 5);
  const atOnce = Math.ceil(sliceWork / (2 * n));
  let gap = Infinity;
  let settled = 0;
  for (let pairs = 0; ;) {
    if (pairs % untilLook === 0) {
      const last = gap;
      gap = gapOf(state);
      const slow = pairs >= leastPairs && gap > patience * last && settled < untilLook;
      settled = 0;
      if (gap <= tolerance || slow || pairs >= mostPairs) return pairs;
    }
    const wanted = Math.min(atOnce, untilLook - (pairs % untilLook));
    const done = climb(state, constants, wanted);
    pairs += done.pairs;
    settled += done.settled;
    if (done.pairs < wanted) return pairs;
    yield gap;
  }
}

interface Constants {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** q = K(xᵢ, xᵢ)/2λn. */
  readonly curvatures: Float64Array;
  readonly inverses: Float64Array;
  readonly uniform: boolean;
}

function constantsOf(state: KernelState): Constants {
  const { diagonal } = state.rows;
  const curvatures = diagonal.map((k) => Math.max(k / state.scale, 1e-300));
  const inverses = curvatures.map((q) => 1 / q);
  return { ...rangesOf(state), curvatures, inverses, uniform: diagonal.every((k) => k === diagonal[0]) };
}

/** Up to `most` pairs; counts coordinates moved to an end as settled. */
function climb(
  state: KernelState,
  { lower, upper, curvatures, inverses, uniform }: Constants,
  most: number,
): { readonly pairs: number; readonly settled: number } {
  const { rows, responses, scale, dual: b, fitted, loss } = state;
  const n = b.length;
  const count = rows.stride;
  const by = rows.arithmetic();
  const memory = by.held();
  const s = rows.workspace;
  const at = (array: number) => s + array * count;
  const [places, progress] = [at(8), at(9)];
  const subtract = (to: number, from: number): void => {
    memory[progress] = 1;
    by.subtractMultiples({ to, rows: from, stride: count, count: 1, factors: progress, length: n });
  };
  memory.fill(0, s, places);
  [responses, b, lower, upper, curvatures, inverses, lower, upper, fitted].forEach((of, k) => memory.set(of, at(k)));
  subtract(s, places);
  subtract(at(2), at(1));
  subtract(at(3), at(1));
  memory.fill(-1, places, progress);
  if (rows.keepsAll) rows.writePlaces(places);
  memory.set([-2, -2, 0, 0], progress);
  const kink = loss.kink!;
  const options = { coordinates: s, count, kink, uniform, scale, places, state: progress, most };
  const requested: number[] = [];
  for (let i = by.climb(options); i >= 0; i = by.climb(options)) {
    memory[places + i] = rows.at(i) - s;
    if (rows.keepsAll) continue;
    requested.push(i);
    if (requested.length > 2) memory[places + requested.shift()!] = -1;
  }
  const [pairs, settled] = memory.subarray(progress + 2, progress + 4);
  b.set(memory.subarray(at(1), at(1) + n));
  memory.set(responses, at(2));
  subtract(at(2), s);
  fitted.set(memory.subarray(at(2), at(2) + n));
  return { pairs: pairs!, settled: settled! };
}
