import type { Move, Partner } from "../arithmetic/plain/coordinates.ts";
import { gapOf, rangesOf } from "./dualPoint.ts";
import type { KernelState } from "./dualPoint.ts";
import { faceAscent } from "./faceAscent.ts";

/** Elements of kernel rows touched between two yields: some milliseconds, most of them where the rows must be computed. */
const sliceWork = 5e5;

/** When to stop. */
export interface AscentGoal {
  /** The duality gap. */
  readonly tolerance: number;
  /**
   * Share of the last gap beyond which a gap is too slow, once there were `leastPairs` and unless most coordinates still
   * move to an end of their range, as they do while support vectors are found.
   */
  readonly patience: number;
  readonly leastPairs: number;
  readonly mostPairs?: number;
}

/** Products that a step of all coordinates inside their ranges may take, for each kernel element that pairs read before. */
const faceWork = 8;

const manyPairs = (n: number) => Math.max(1e5, 100 * n);

/**
 * Dual coordinate ascent on two coordinates at a time, without equality constraint, for losses whose conjugate is
 * ℓ*(y, −b) = w|b| − y b on the dual range.
 *
 * The first coordinate is the one whose exact step gains most; the second the one that gains most once the first
 * has moved, by the quadratic model of the pair. The pair is then maximised, in closed form where ℓ* is linear, else
 * by alternating exact steps of the two, which costs nothing beside the two kernel rows that the update needs anyway.
 * Where the gap falls slowly although few coordinates reach an end of their range, all that are inside move together
 * (`faceAscent`), if ℓ* is linear.
 *
 * @param state dual variables and fitted values, both updated
 * @param goal it stops there, and where no step gains
 * @yields the duality gap at the last look
 * @returns the number of pairs
 * @see Steinwart, Hush & Scovel (2011), Training SVMs without offset, JMLR 12:141–202
 */
export function* coordinateAscent(
  state: KernelState,
  { tolerance, patience, leastPairs, mostPairs = manyPairs(state.dual.length) }: AscentGoal,
): Generator<number, number> {
  const n = state.dual.length;
  const constants = constantsOf(state);
  const untilLook = Math.max(50, n >> 5);
  const atOnce = Math.ceil(sliceWork / (2 * n));
  const faces = state.loss.kink === 0;
  let gap = Infinity;
  let settled = 0;
  for (let pairs = 0; ;) {
    if (pairs % untilLook === 0) {
      const last = gap;
      gap = gapOf(state);
      if (faces && gap > tolerance && gap > last / 2 && settled < untilLook / 4) {
        faceAscent(state, constants, faceWork * untilLook * n);
        gap = gapOf(state);
      }
      const slow = pairs >= leastPairs && gap > patience * last && settled < untilLook;
      settled = 0;
      if (gap <= tolerance || slow || pairs >= mostPairs) return pairs;
    }
    const asked = Math.min(atOnce, untilLook - (pairs % untilLook));
    const done = climb(state, constants, asked);
    pairs += done.pairs;
    settled += done.settled;
    if (done.pairs < asked) return pairs;
    yield gap;
  }
}

/** What does not change in a fit. */
interface Constants {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** q = K(xᵢ, xᵢ)/2λn. */
  readonly curvatures: Float64Array;
  readonly uniform: boolean;
}

function constantsOf(state: KernelState): Constants {
  const { diagonal } = state.rows;
  // A zero diagonal means that the record reaches nothing; any step is then exact.
  const curvatures = diagonal.map((k) => Math.max(k / state.scale, 1e-300));
  return { ...rangesOf(state), curvatures, uniform: diagonal.every((k) => k === diagonal[0]) };
}

/**
 * Up to `most` pairs, of which fewer mean that no step gains any more, and how many coordinates they moved to an end of
 * their range.
 */
function climb(
  state: KernelState,
  { lower, upper, curvatures, uniform }: Constants,
  most: number,
): { readonly pairs: number; readonly settled: number } {
  const { rows, responses, scale, dual: b, fitted, loss } = state;
  const n = b.length;
  const count = rows.stride;
  const by = rows.arithmetic();
  const memory = by.held();
  const s = rows.workspace;
  const [ofB, down, up, q, inverse] = [1, 2, 3, 4, 5].map((k) => s + k * count) as Offsets;
  memory.fill(0, s, s + 6 * count);
  for (let i = 0; i < n; i++) {
    memory[s + i] = responses[i]! - fitted[i]!;
    memory[ofB + i] = b[i]!;
    memory[down + i] = lower[i]! - b[i]!;
    memory[up + i] = upper[i]! - b[i]!;
    memory[q + i] = curvatures[i]!;
    memory[inverse + i] = 1 / curvatures[i]!;
  }
  const kink = loss.kink!;
  // One object for all steps: they are too many to make new ones.
  const step: Changeable<Move> = { coordinates: s, count, kink, uniform, rowA: s, a: 0, rowB: s, b: 0 };
  const partner: Changeable<Partner> = { coordinates: s, count, kink, uniform, row: s, move: 0, coupling: 0 };

  const inRange = (i: number, to: number) => Math.min(upper[i]!, Math.max(lower[i]!, to));
  /** The best value of coordinate i from `at`, where the slope is `slope`. */
  const best = (i: number, at: number, slope: number): number => {
    const a = slope + curvatures[i]! * at;
    return inRange(i, (a > kink ? a - kink : a < -kink ? a + kink : 0) / curvatures[i]!);
  };
  const move = (i: number, to: number): number => {
    const by = (to - b[i]!) / scale;
    b[i] = to;
    if (to === lower[i] || to === upper[i]) settled++;
    memory[ofB + i] = to;
    memory[down + i] = lower[i]! - to;
    memory[up + i] = upper[i]! - to;
    return by;
  };

  // One pair for all steps, too.
  const pair: Pair = { i: 0, j: 0, coupling: 0, toI: 0, toJ: 0, gain: 0 };
  let pairs = 0;
  let settled = 0;
  let i = by.moveAndFind(step);
  for (; i >= 0 && pairs < most; pairs++) {
    const rowA = rows.at(i);
    step.rowA = step.rowB = partner.row = rowA;
    const toI = best(i, b[i]!, memory[s + i]!);
    partner.move = (toI - b[i]!) / scale;
    partner.coupling = 1 / (curvatures[i]! * scale * scale);
    // So that it is not its own partner; move() sets them.
    memory[down + i] = memory[up + i] = 0;
    const j = by.findPartner(partner);
    if (j < 0 || j === i) {
      step.a = move(i, toI);
      step.b = 0;
      i = by.moveAndFind(step);
      continue;
    }
    step.rowB = rows.at(j);
    pair.i = i;
    pair.j = j;
    pair.coupling = memory[rowA + j]! / scale;
    if (kink === 0) bestPair();
    else alternating();
    step.a = move(i, pair.toI);
    step.b = move(j, pair.toJ);
    i = by.moveAndFind(step);
  }
  for (let k = 0; k < n; k++) fitted[k] = responses[k]! - memory[s + k]!;
  return { pairs, settled };

  /**
   * The maximum of a concave quadratic over a rectangle: inside, or the best of those on its edges. Where the two are
   * nearly twins, so that what is inside may be all rounding, at least the best step of the first alone.
   */
  function bestPair(): void {
    const { i, j, coupling } = pair;
    const [bi, bj, qi, qj] = [b[i]!, b[j]!, curvatures[i]!, curvatures[j]!];
    const [si, sj] = [memory[s + i]!, memory[s + j]!];
    const determinant = qi * qj - coupling * coupling;
    const freeI = bi + (si * qj - sj * coupling) / determinant;
    const freeJ = bj + (sj * qi - si * coupling) / determinant;
    const isInside = freeI >= lower[i]! && freeI <= upper[i]! && freeJ >= lower[j]! && freeJ <= upper[j]!;
    pair.gain = -Infinity;
    if (isInside && determinant > 1e-6 * qi * qj) {
      pair.toI = freeI;
      pair.toJ = freeJ;
      return;
    }
    consider(best(i, bi, si), bj);
    if (isInside) consider(freeI, freeJ);
    const [lowI, highI, lowJ, highJ] = [lower[i]!, upper[i]!, lower[j]!, upper[j]!];
    consider(lowI, inRange(j, bj + (sj - coupling * (lowI - bi)) / qj));
    consider(highI, inRange(j, bj + (sj - coupling * (highI - bi)) / qj));
    consider(inRange(i, bi + (si - coupling * (lowJ - bj)) / qi), lowJ);
    consider(inRange(i, bi + (si - coupling * (highJ - bj)) / qi), highJ);
  }

  /** Takes these values for the pair if they gain more. */
  function consider(toI: number, toJ: number): void {
    const { i, j, coupling } = pair;
    const [x, y] = [toI - b[i]!, toJ - b[j]!];
    const gain =
      x * (memory[s + i]! - 0.5 * curvatures[i]! * x - coupling * y) + y * (memory[s + j]! - 0.5 * curvatures[j]! * y);
    if (!(gain > pair.gain)) return;
    pair.gain = gain;
    pair.toI = toI;
    pair.toJ = toJ;
  }

  function alternating(): void {
    const { i, j, coupling } = pair;
    let [atI, atJ, si, sj] = [b[i]!, b[j]!, memory[s + i]!, memory[s + j]!];
    for (let round = 0; round < 40; round++) {
      const moveI = best(i, atI, si) - atI;
      atI += moveI;
      si -= curvatures[i]! * moveI;
      sj -= coupling * moveI;
      const moveJ = best(j, atJ, sj) - atJ;
      atJ += moveJ;
      sj -= curvatures[j]! * moveJ;
      si -= coupling * moveJ;
      if (Math.abs(moveI) + Math.abs(moveJ) <= 1e-12) break;
    }
    pair.toI = inRange(i, atI);
    pair.toJ = inRange(j, atJ);
  }
}

/** Two coordinates with K(xᵢ, xⱼ)/2λn, the best values for them that were found, and what these gain. */
interface Pair {
  i: number;
  j: number;
  coupling: number;
  toI: number;
  toJ: number;
  gain: number;
}

type Changeable<T> = { -readonly [K in keyof T]: T[K] };
type Offsets = [number, number, number, number, number];
