import { gapOf, rangesOf } from "./dualPoint.ts";
import type { KernelState } from "./dualPoint.ts";

/** Elements of kernel rows touched between two yields: some milliseconds. */
const sliceWork = 2e6;
/** Pairs after which it gives up. */
const mostPairs = (n: number) => Math.max(1e5, 100 * n);

/**
 * Dual coordinate ascent on two coordinates at a time, without equality constraint, for losses whose conjugate is
 * ℓ*(y, −b) = w|b| − y b on the dual range.
 *
 * The first coordinate is the one whose exact step gains most; the second the one that gains most once the first
 * has moved, by the quadratic model of the pair. The pair is then maximised by alternating exact steps of the two,
 * which costs nothing beside the two kernel rows that the update needs anyway.
 *
 * @param state dual variables and fitted values, both updated
 * @param tolerance duality gap at which it stops; it also stops where no step gains, or after too many
 * @param patience after `leastPairs` pairs it stops as well where the gap at a look is more than this share of the last
 * @yields the duality gap, now and then
 * @returns the number of pairs
 * @see Steinwart, Hush & Scovel (2011), Training SVMs without offset, JMLR 12:141–202
 */
export function* coordinateAscent(
  state: KernelState,
  { tolerance, patience, leastPairs }: { readonly tolerance: number; readonly patience: number; readonly leastPairs: number },
): Generator<number, number> {
  const { rows, scale, dual, fitted } = state;
  const n = dual.length;
  const concave = concaveOf(state);
  const untilLook = Math.max(100, n >> 4);
  let gap = Infinity;
  let work = 0;
  for (let pairs = 0; ; pairs++) {
    if (pairs % untilLook === 0) {
      const last = gap;
      gap = gapOf(state);
      const slow = pairs >= leastPairs && gap > patience * last;
      if (gap <= tolerance || slow || pairs > mostPairs(n)) return pairs;
    }
    const i = firstOf(concave);
    if (i < 0) return pairs;
    const rowI = rows.row(i);
    const j = secondOf(concave, i, rowI);
    const fromI = dual[i]!;
    if (j < 0) {
      dual[i] = best(concave, i, fitted[i]!);
      addRows(fitted, rowI, (dual[i] - fromI) / scale, rowI, 0);
    } else {
      const fromJ = dual[j]!;
      maximisePair(concave, i, j, rowI[j]! / scale);
      addRows(fitted, rowI, (dual[i]! - fromI) / scale, rows.row(j), (dual[j]! - fromJ) / scale);
    }
    work += 8 * n;
    if (work > sliceWork) {
      work = 0;
      yield gap;
    }
  }
}

/** The dual objective as a function of one or two coordinates. */
interface Concave {
  readonly responses: Float64Array;
  readonly dual: Float64Array;
  readonly fitted: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** K(xᵢ, xᵢ)/2λn. */
  readonly q: Float64Array;
  readonly kink: number;
  readonly scale: number;
}

function concaveOf(state: KernelState): Concave {
  const { responses, dual, fitted, scale, rows, loss } = state;
  // A zero diagonal means that the record reaches nothing; any step is then exact.
  const q = rows.diagonal.map((k) => Math.max(k / scale, 1e-300));
  return { responses, dual, fitted, ...rangesOf(state), q, kink: loss.kink!, scale };
}

/** The best bᵢ where f(xᵢ) is g. */
function best({ responses, dual, lower, upper, q, kink }: Concave, i: number, g: number): number {
  const a = responses[i]! - g + q[i]! * dual[i]!;
  const b = (a > kink ? a - kink : a < -kink ? a + kink : 0) / q[i]!;
  return b < lower[i]! ? lower[i]! : b > upper[i]! ? upper[i]! : b;
}

function firstOf({ responses, dual, fitted, lower, upper, q, kink }: Concave): number {
  let first = -1;
  let most = 0;
  for (let i = 0; i < dual.length; i++) {
    const b = dual[i]!;
    const slope = responses[i]! - fitted[i]!;
    const curvature = q[i]!;
    const a = slope + curvature * b;
    let to = (a > kink ? a - kink : a < -kink ? a + kink : 0) / curvature;
    if (to < lower[i]!) to = lower[i]!;
    else if (to > upper[i]!) to = upper[i]!;
    const step = to - b;
    const gain = step * (slope - 0.5 * curvature * step) - kink * (Math.abs(to) - Math.abs(b));
    if (gain > most) {
      most = gain;
      first = i;
    }
  }
  return first;
}

function secondOf(concave: Concave, i: number, row: Float64Array): number {
  const { responses, dual, fitted, lower, upper, q, kink, scale } = concave;
  const move = (best(concave, i, fitted[i]!) - dual[i]!) / scale;
  const own = 1 / (q[i]! * scale * scale);
  let second = -1;
  let most = 0;
  for (let j = 0; j < dual.length; j++) {
    const b = dual[j]!;
    const slope = responses[j]! - fitted[j]! - row[j]! * move;
    const curvature = q[j]!;
    const a = slope + curvature * b;
    let to = (a > kink ? a - kink : a < -kink ? a + kink : 0) / curvature;
    if (to < lower[j]!) to = lower[j]!;
    else if (to > upper[j]!) to = upper[j]!;
    const step = to - b;
    if (step === 0 || j === i) continue;
    const alone = step * (slope - 0.5 * curvature * step) - kink * (Math.abs(to) - Math.abs(b));
    // Where both are free, moving together gains more, the more they are coupled.
    const gain = alone / Math.max(1e-6, 1 - (row[j]! * row[j]! * own) / curvature);
    if (gain > most) {
      most = gain;
      second = j;
    }
  }
  return second;
}

/** Alternates exact steps of two coordinates that are coupled by K(xᵢ, xⱼ)/2λn. */
function maximisePair(concave: Concave, i: number, j: number, coupling: number): void {
  const { dual, fitted, q } = concave;
  let gi = fitted[i]!;
  let gj = fitted[j]!;
  for (let round = 0; round < 40; round++) {
    const moveI = best(concave, i, gi) - dual[i]!;
    dual[i]! += moveI;
    gi += q[i]! * moveI;
    gj += coupling * moveI;
    const moveJ = best(concave, j, gj) - dual[j]!;
    dual[j]! += moveJ;
    gj += q[j]! * moveJ;
    gi += coupling * moveJ;
    if (Math.abs(moveI) + Math.abs(moveJ) <= 1e-12) return;
  }
}

function addRows(out: Float64Array, rowA: Float64Array, a: number, rowB: Float64Array, b: number): void {
  for (let i = 0; i < out.length; i++) out[i]! += a * rowA[i]! + b * rowB[i]!;
}
