import { indicesOfNonzero } from "../../linalg/indicesOfNonzero.ts";
import { kernelProduct } from "../../kernels/kernelProduct.ts";
import { rangesOf, type KernelState } from "./dualPoint.ts";

interface ActivePart {
  /** f is the whole problem's. */
  readonly state: KernelState;
  /** Returns results to the whole problem. */
  merge(): Generator<undefined, void>;
}

/**
 * Records most likely to move: inside a piece of their range, then violating optimality, then nearest to it. For ℓ*(y,
 * −b) = w|b| − y b and s = y − f, b is optimal if s − w sign(b) is ≥ 0 at the upper end, ≤ 0 at the lower end, 0
 * between, and if |s| ≤ w at b = 0.
 *
 * @param size undefined part if that is most records
 * @see Joachims (1999), Making large-scale SVM learning practical, section 11.4
 */
export function activePart(state: KernelState, size: (insideCount: number) => number): ActivePart | undefined {
  const { rows, responses, loss, scale, dual, fitted } = state;
  const n = dual.length;
  const slack = slacksOf(state);
  const inside = slack.reduce((count, value) => count + (value === -Infinity ? 1 : 0), 0);
  const wanted = Math.max(1, inside, Math.floor(size(inside)));
  if (wanted > 0.7 * n) return undefined;
  const least = smallest(slack.slice(), wanted);
  const records = indicesOfNonzero(slack.map((value) => (value <= least ? 1 : 0)));

  const gathered = (values: Float64Array) => {
    const some = new Float64Array(records.length);
    for (let k = 0; k < some.length; k++) some[k] = values[records[k]!]!;
    return some;
  };
  const part: KernelState = {
    rows: rows.part(records),
    responses: gathered(responses),
    loss,
    scale,
    dual: gathered(dual),
    fitted: gathered(fitted),
  };
  return {
    state: part,
    *merge() {
      const changes = new Float64Array(n);
      records.forEach((i, k) => {
        changes[i] = (part.dual[k]! - dual[i]!) / scale;
        dual[i] = part.dual[k]!;
      });
      const added = new Float64Array(n);
      yield* kernelProduct(rows, changes, added);
      for (let i = 0; i < n; i++) fitted[i]! += added[i]!;
    },
  };
}

/** Distance of each slope from a move; −∞ inside its range. */
function slacksOf(state: KernelState): Float64Array {
  const { responses, loss, dual, fitted } = state;
  const { lower, upper } = rangesOf(state);
  const kink = loss.kink!;
  return dual.map((b, i) => {
    const s = responses[i]! - fitted[i]!;
    const [low, high] = [lower[i]!, upper[i]!];
    if (b > low && b < high && (kink === 0 || b !== 0)) return -Infinity;
    const upwards = b < high ? (b >= 0 ? kink : -kink) - s : Infinity;
    const downwards = b > low ? s - (b > 0 ? kink : -kink) : Infinity;
    return Math.min(upwards, downwards);
  });
}

/** The value of a rank from 1; permutes the values. */
function smallest(values: Float64Array, rank: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let [i, j] = [from, to];
    while (i <= j) {
      while (values[i]! < pivot) i++;
      while (values[j]! > pivot) j--;
      if (i > j) break;
      const value = values[i]!;
      values[i++] = values[j]!;
      values[j--] = value;
    }
    if (rank - 1 <= j) to = j;
    else if (rank - 1 >= i) from = i;
    else break;
  }
  return values[rank - 1]!;
}
