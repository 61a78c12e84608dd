import { newArithmetic } from "../linalg/simd/arithmetic.ts";
import type { Arithmetic } from "../linalg/simd/operations.ts";
import { gapOf, rangesOf } from "./dualPoint.ts";
import type { KernelState } from "./dualPoint.ts";

/** Elements of kernel rows touched between two yields: some milliseconds, most of them where the rows must be computed. */
const sliceWork = 5e5;
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
 * @param by used between two yields; not by the kernel
 * @yields the duality gap at the last look
 * @returns the number of pairs
 * @see Steinwart, Hush & Scovel (2011), Training SVMs without offset, JMLR 12:141–202
 */
export function* coordinateAscent(
  state: KernelState,
  { tolerance, patience, leastPairs }: { readonly tolerance: number; readonly patience: number; readonly leastPairs: number },
  by: Arithmetic = ownArithmetic(),
): Generator<number, number> {
  const n = state.dual.length;
  const constants = constantsOf(state);
  const untilLook = Math.max(100, n >> 4);
  const atOnce = Math.ceil(sliceWork / (2 * n));
  let gap = Infinity;
  for (let pairs = 0; ; ) {
    if (pairs % untilLook === 0) {
      const last = gap;
      gap = gapOf(state);
      const slow = pairs >= leastPairs && gap > patience * last;
      if (gap <= tolerance || slow || pairs > mostPairs(n)) return pairs;
    }
    const asked = Math.min(atOnce, untilLook - (pairs % untilLook));
    const done = climb(state, constants, asked, by);
    pairs += done;
    if (done < asked) return pairs;
    yield gap;
  }
}

let own: Arithmetic | undefined;

/** One that rows are not computed with: they are asked for while its memory is in use. */
function ownArithmetic(): Arithmetic {
  return (own ??= newArithmetic());
}

/** What does not change in a fit. */
interface Constants {
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** q = K(xᵢ, xᵢ)/2λn. */
  readonly curvatures: Float64Array;
}

function constantsOf(state: KernelState): Constants {
  // A zero diagonal means that the record reaches nothing; any step is then exact.
  return { ...rangesOf(state), curvatures: state.rows.diagonal.map((k) => Math.max(k / state.scale, 1e-300)) };
}

/** Up to `most` pairs; fewer where no step gains any more. */
function climb({ rows, responses, scale, dual, fitted, loss }: KernelState, constants: Constants, most: number, by: Arithmetic): number {
  const n = dual.length;
  const count = n + (n % 2);
  const memory = by.reserve(8 * count).fill(0, 0, 8 * count);
  const [s, b, lower, upper, q, inverse, rowA, rowB] = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => k * count) as Offsets;
  for (let i = 0; i < n; i++) memory[s + i] = responses[i]! - fitted[i]!;
  memory.set(dual, b);
  memory.set(constants.lower, lower);
  memory.set(constants.upper, upper);
  memory.set(constants.curvatures, q);
  for (let i = 0; i < n; i++) memory[inverse + i] = 1 / constants.curvatures[i]!;
  const kink = loss.kink!;
  const coordinates = { coordinates: s, count, kink };

  const best = (i: number, slope: number): number => {
    const a = slope + memory[q + i]! * memory[b + i]!;
    const free = (a > kink ? a - kink : a < -kink ? a + kink : 0) * memory[inverse + i]!;
    return Math.min(memory[upper + i]!, Math.max(memory[lower + i]!, free));
  };
  /** Alternates exact steps of two coordinates that are coupled by K(xᵢ, xⱼ)/2λn. */
  const maximisePair = (i: number, j: number, coupling: number): void => {
    let si = memory[s + i]!;
    let sj = memory[s + j]!;
    for (let round = 0; round < 40; round++) {
      const moveI = best(i, si) - memory[b + i]!;
      memory[b + i]! += moveI;
      si -= memory[q + i]! * moveI;
      sj -= coupling * moveI;
      const moveJ = best(j, sj) - memory[b + j]!;
      memory[b + j]! += moveJ;
      sj -= memory[q + j]! * moveJ;
      si -= coupling * moveJ;
      if (Math.abs(moveI) + Math.abs(moveJ) <= 1e-12) return;
    }
  };

  let pairs = 0;
  let i = by.moveAndFind({ ...coordinates, rowA, a: 0, rowB, b: 0 });
  for (; i >= 0 && pairs < most; pairs++) {
    memory.set(rows.row(i), rowA);
    const fromI = memory[b + i]!;
    const toI = best(i, memory[s + i]!);
    memory[b + i] = toI;
    const coupling = 1 / (memory[q + i]! * scale * scale);
    const j = by.findPartner({ ...coordinates, row: rowA, move: (toI - fromI) / scale, coupling });
    if (j < 0 || j === i) {
      i = by.moveAndFind({ ...coordinates, rowA, a: (toI - fromI) / scale, rowB, b: 0 });
    } else {
      memory.set(rows.row(j), rowB);
      memory[b + i] = fromI;
      const fromJ = memory[b + j]!;
      maximisePair(i, j, memory[rowA + j]! / scale);
      i = by.moveAndFind({ ...coordinates, rowA, a: (memory[b + i]! - fromI) / scale, rowB, b: (memory[b + j]! - fromJ) / scale });
    }
  }
  dual.set(memory.subarray(b, b + n));
  for (let k = 0; k < n; k++) fitted[k] = responses[k]! - memory[s + k]!;
  return pairs;
}

type Offsets = [number, number, number, number, number, number, number, number];
