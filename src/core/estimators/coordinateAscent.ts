import { gapOf } from "./dualPoint.ts";
import type { KernelState } from "./dualPoint.ts";

/** Elements of kernel rows touched between two yields: some milliseconds. */
const sliceWork = 4e6;
/** Pairs, in units of n and at least, after which a goal is out of reach. */
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
 * @param tolerance duality gap at which it stops; it also stops where rounding lets it go no further
 * @yields the duality gap, now and then
 * @returns the number of pairs
 * @see Steinwart, Hush & Scovel (2011), Training SVMs without offset, JMLR 12:141–202
 */
export function* coordinateAscent(state: KernelState, tolerance: number): Generator<number, number> {
  const { rows, responses, loss, scale, dual, fitted } = state;
  const n = dual.length;
  const w = loss.kink!;
  const lower = new Float64Array(n);
  const upper = new Float64Array(n);
  responses.forEach((y, i) => {
    [lower[i], upper[i]] = loss.dualRange(y) as [number, number];
  });
  // A zero diagonal means that the record reaches nothing; any step is then exact.
  const q = rows.diagonal.map((k) => Math.max(k / scale, 1e-300));

  /** argmax over the range of a·b − q·b²/2 − w|b|. */
  const exact = (a: number, i: number): number => {
    const soft = w === 0 ? a : a > w ? a - w : a < -w ? a + w : 0;
    const b = soft / q[i]!;
    return b < lower[i]! ? lower[i]! : b > upper[i]! ? upper[i]! : b;
  };

  const firstOf = (): number => {
    let first = -1;
    let most = 0;
    for (let i = 0; i < n; i++) {
      const b = dual[i]!;
      const slope = responses[i]! - fitted[i]!;
      const to = exact(slope + q[i]! * b, i);
      const step = to - b;
      const gain = step * (slope - (q[i]! * step) / 2) - w * (Math.abs(to) - Math.abs(b));
      if (gain > most) {
        most = gain;
        first = i;
      }
    }
    return first;
  };

  const secondOf = (i: number, row: Float64Array): number => {
    const b = dual[i]!;
    const move = exact(responses[i]! - fitted[i]! + q[i]! * b, i) - b;
    let second = -1;
    let most = 0;
    for (let j = 0; j < n; j++) {
      const b = dual[j]!;
      const coupling = row[j]! / scale;
      const slope = responses[j]! - fitted[j]! - coupling * move;
      const to = exact(slope + q[j]! * b, j);
      const step = to - b;
      if (step === 0 || j === i) continue;
      const alone = step * (slope - (q[j]! * step) / 2) - w * (Math.abs(to) - Math.abs(b));
      // Where both are free, moving together gains more, the more they are coupled.
      const gain = alone / Math.max(1e-6, 1 - (coupling * coupling) / (q[i]! * q[j]!));
      if (gain > most) {
        most = gain;
        second = j;
      }
    }
    return second;
  };

  const maximisePair = (i: number, j: number, coupling: number): void => {
    let gi = fitted[i]!;
    let gj = fitted[j]!;
    for (let round = 0; round < 40; round++) {
      const bi = dual[i]!;
      const toI = exact(responses[i]! - gi + q[i]! * bi, i);
      gi += q[i]! * (toI - bi);
      gj += coupling * (toI - bi);
      dual[i] = toI;
      const bj = dual[j]!;
      const toJ = exact(responses[j]! - gj + q[j]! * bj, j);
      gj += q[j]! * (toJ - bj);
      gi += coupling * (toJ - bj);
      dual[j] = toJ;
      if (Math.abs(toI - bi) + Math.abs(toJ - bj) <= 1e-12) return;
    }
  };

  let pairs = 0;
  let work = 0;
  let untilLook = Math.max(10, n >> 4);
  for (;;) {
    const i = firstOf();
    if (i >= 0) {
      const rowI = rows.row(i);
      const j = secondOf(i, rowI);
      const fromI = dual[i]!;
      if (j < 0) {
        dual[i] = exact(responses[i]! - fitted[i]! + q[i]! * fromI, i);
        addRow(fitted, rowI, (dual[i] - fromI) / scale);
      } else {
        const fromJ = dual[j]!;
        maximisePair(i, j, rowI[j]! / scale);
        addRows(fitted, rowI, (dual[i]! - fromI) / scale, rows.row(j), (dual[j]! - fromJ) / scale);
      }
      pairs++;
      work += 8 * n;
    }
    if (--untilLook <= 0 || i < 0) {
      untilLook = Math.max(10, n >> 4);
      if (i < 0 || pairs > mostPairs(n) || gapOf(state) <= tolerance) return pairs;
    }
    if (work > sliceWork) {
      work = 0;
      yield gapOf(state);
    }
  }
}

function addRow(out: Float64Array, row: Float64Array, change: number): void {
  for (let i = 0; i < out.length; i++) out[i]! += change * row[i]!;
}

function addRows(out: Float64Array, rowA: Float64Array, a: number, rowB: Float64Array, b: number): void {
  for (let i = 0; i < out.length; i++) out[i]! += a * rowA[i]! + b * rowB[i]!;
}
