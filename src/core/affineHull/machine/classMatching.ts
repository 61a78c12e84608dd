import { checkLength } from "../../checks.ts";
import { nearestClasses } from "./federatedDecision.ts";

/**
 * Class-matching scores exp(−d_c²/Σ d²) over the classes with rows, shape (m, C); 0 without rows, and e^(−1/C) for a
 * point in the images of all classes.
 *
 * @throws {ParameterError} as {@link nearestClasses}
 * @see Kumar, Moser & Fischer (2024), Definition 8, eq. (63)
 */
export function matchingScores({ distances, classCount: C }: Parameters<typeof nearestClasses>[0]): Float64Array {
  const m = nearestClasses({ distances, classCount: C }).length;
  const out = new Float64Array(m * C);
  for (let q = 0; q < m; q++) {
    const own = distances.subarray(q * C, (q + 1) * C);
    const finite = own.filter((d) => d < Infinity);
    const largest = finite.reduce((a, b) => Math.max(a, b), 0);
    const sum = finite.reduce((total, d) => total + (d / largest) ** 2, 0);
    own.forEach((d, c) => {
      if (!(d < Infinity)) return;
      out[q * C + c] = Math.exp(largest > 0 ? -((d / largest) ** 2) / sum : -1 / finite.length);
    });
  }
  return out;
}

/** Receiver operating characteristic of a score. */
export interface RocCurve {
  /** Shares of the others and of the class with at least each score, highest first. */
  readonly others: Float64Array;
  readonly own: Float64Array;
  /** Area under the curve: the chance that one of the class scores above another, ties as half. NaN if either is absent. */
  readonly area: number;
}

export function rocCurve(scores: ArrayLike<number>, isOwn: readonly boolean[]): RocCurve {
  checkLength("isOwn", isOwn, scores.length);
  const order = Array.from(isOwn.keys()).sort((a, b) => scores[b]! - scores[a]!);
  const all = isOwn.filter(Boolean).length;
  const [others, own] = [[0], [0]];
  let [right, wrong, area] = [0, 0, 0];
  order.forEach((i, k) => {
    if (isOwn[i]) right++;
    else wrong++;
    if (k + 1 < order.length && scores[order[k + 1]!] === scores[i]) return;
    const [x, y] = [wrong / (order.length - all), right / all];
    area += ((x - others.at(-1)!) * (y + own.at(-1)!)) / 2;
    others.push(x);
    own.push(y);
  });
  return { others: Float64Array.from(others), own: Float64Array.from(own), area };
}
