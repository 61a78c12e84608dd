import type { KernelState } from "./dualPoint.ts";

/** Share of the diagonal at which a pivot is rounding: its coordinate does not move. */
const leastPivot = 1e-11;

/**
 * Moves the dual variables that are inside their ranges towards their joint maximum, while those at an end stay: for ℓ*
 * linear on the dual range,
 *
 *     max Σ sᵢ xᵢ − ½ xᵀ(K/2λn)x  over the face of the box in which b is,  s = y − f.
 *
 * The step solves K x = 2λn s in the face. Up to where it meets the end of a range the objective grows, as it is concave and
 * the maximum is at the full step; there the coordinate stays, and the next step is made in the face that is left. Pairs of
 * coordinates take many steps for what one does here, since kernel matrices of neighbours are nearly singular.
 *
 * @param state dual variables and fitted values, both updated
 * @param lower the ends of the ranges, shape (n,)
 * @param upper likewise
 * @param mostWork products of two numbers that may be spent
 * @see Moré & Toraldo (1991), SIAM Journal on Optimization 1:93–113
 */
export function faceAscent(
  state: KernelState,
  { lower, upper }: { readonly lower: Float64Array; readonly upper: Float64Array },
  mostWork: number,
): void {
  for (let work = 0; ;) {
    const inside = insideOf(state, lower, upper);
    work += inside.length ** 3 / 6 + inside.length * state.dual.length;
    if (inside.length === 0 || work > mostWork) return;
    const step = stepOf(state, inside);
    let share = 1;
    let met = -1;
    let slope = 0;
    inside.forEach((i, k) => {
      slope += step[k]! * (state.responses[i]! - state.fitted[i]!);
      const room = (step[k]! > 0 ? upper[i]! : lower[i]!) - state.dual[i]!;
      if (step[k]! * share * Math.sign(room) > Math.abs(room)) {
        share = room / step[k]!;
        met = k;
      }
    });
    if (!(slope > 0 && slope < Infinity)) return;
    inside.forEach((i, k) => {
      const to = k === met ? (step[k]! > 0 ? upper[i]! : lower[i]!) : state.dual[i]! + share * step[k]!;
      addRow(state, i, Math.min(upper[i]!, Math.max(lower[i]!, to)));
    });
    if (met < 0) return;
  }
}

function insideOf({ dual }: KernelState, lower: Float64Array, upper: Float64Array): number[] {
  const inside: number[] = [];
  for (let i = 0; i < dual.length; i++) if (dual[i]! > lower[i]! && dual[i]! < upper[i]!) inside.push(i);
  return inside;
}

/** x with K x = 2λn s, by Cholesky's method; 0 where a pivot is rounding. */
function stepOf({ rows, responses, fitted, scale }: KernelState, inside: readonly number[]): Float64Array {
  const m = inside.length;
  const L = new Float64Array(m * m);
  inside.forEach((i, k) => {
    const row = rows.row(i);
    for (let l = 0; l <= k; l++) L[k * m + l] = row[inside[l]!]!;
  });
  const x = Float64Array.from(inside, (i) => scale * (responses[i]! - fitted[i]!));
  for (let k = 0; k < m; k++) {
    for (let l = 0; l <= k; l++) {
      let sum = L[k * m + l]!;
      for (let s = 0; s < l; s++) sum -= L[k * m + s]! * L[l * m + s]!;
      if (l < k) L[k * m + l] = sum / L[l * m + l]!;
      else L[k * m + k] = sum > leastPivot * rows.diagonal[inside[k]!]! ? Math.sqrt(sum) : Infinity;
    }
    let right = x[k]!;
    for (let s = 0; s < k; s++) right -= L[k * m + s]! * x[s]!;
    x[k] = right / L[k * m + k]!;
  }
  for (let k = m - 1; k >= 0; k--) {
    let left = x[k]!;
    for (let s = k + 1; s < m; s++) left -= L[s * m + k]! * x[s]!;
    x[k] = left / L[k * m + k]!;
  }
  return x;
}

/** Moves coordinate i, and the fitted values with it. */
function addRow({ rows, dual, fitted, scale }: KernelState, i: number, to: number): void {
  const change = (to - dual[i]!) / scale;
  dual[i] = to;
  if (change === 0) return;
  const row = rows.row(i);
  for (let j = 0; j < fitted.length; j++) fitted[j]! += change * row[j]!;
}
