import { checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { pointCount, type Points } from "../../points.ts";
import type { CandidateScores } from "./candidateScores.ts";
import type { IsotropicDensity } from "../sensitivity/kernelDensity.ts";

/**
 * Least-squares cross-validation of a Gaussian kernel density estimate, for each public bandwidth,
 *
 *     C(h) = ∫ f_h² − (2/n) Σᵢ f_{h,−i}(xᵢ) + cost(h).
 *
 * With one of n records replaced, the scores' sensitivity s is the largest
 *
 *     S(h) = (2(n − 1)c/n) (2/(n − 1) − a/n + a²(n − 1)/(8n²)),   c = (2πh²)^{−d/2},  a = 2^{−d/2},
 *
 * and a difference of two scores changes by at most
 *
 *     r = max(S₁, S₂ + (n − 1)c₁γ),
 *
 * where 1 and 2 are the two narrowest bandwidths.
 *
 * @param points n ≥ 2 records in ℝᵈ. Private
 * @param bandwidths h > 0, public
 * @param costs added to the scores, one per bandwidth; public
 * @see docs/proofs/sensitivities.md, Lemma 14; Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.1.2; errata H6
 */
export function bandwidthScores({
  points,
  bandwidths,
  costs,
}: {
  readonly points: Points;
  readonly bandwidths: readonly number[];
  readonly costs?: ArrayLike<number>;
}): Required<CandidateScores> {
  const n = pointCount(points);
  const d = points.dimension;
  if (n < 2) throw new ParameterError("points", n, "at least two records");
  if (bandwidths.length === 0) throw new ParameterError("bandwidths", "none", "at least one bandwidth");
  if (costs && costs.length !== bandwidths.length) {
    throw new ParameterError("costs", costs.length, `one for each of ${bandwidths.length} bandwidths`);
  }
  const a = 2 ** (-d / 2);
  const decays = bandwidths.map((h, k) => -1 / (4 * checkPositive(`bandwidths[${k}]`, h) ** 2));
  const heights = bandwidths.map((h) => (2 * Math.PI * h * h) ** (-d / 2));
  const firsts = new Float64Array(bandwidths.length);
  const seconds = new Float64Array(bandwidths.length);
  const { coordinates } = points;
  for (let i = 0; i < n; i++) {
    const squares = new Float64Array(i);
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < d; k++) squares[j]! += (coordinates[i * d + k]! - coordinates[j * d + k]!) ** 2;
    }
    decays.forEach((decay, k) => {
      let [first, second] = [0, 0];
      for (let j = 0; j < i; j++) {
        const v = Math.exp(decay * squares[j]!);
        first += v;
        second += v * v;
      }
      firsts[k]! += first;
      seconds[k]! += second;
    });
  }
  const distances = Float64Array.from(heights, (c, k) => {
    const product = (c * a * (n + 2 * firsts[k]!)) / n / n;
    return product - (4 * c * seconds[k]!) / n / (n - 1) + (costs?.[k] ?? 0);
  });
  const tallest = heights.reduce((x, y) => Math.max(x, y), 0);
  const costBound = Array.from(costs ?? []).reduce((x, y) => Math.max(x, Math.abs(y)), 0);
  const of = { recordCount: n, dimension: d };
  return {
    distances,
    sensitivity: bandwidthScoreSensitivity({ ...of, bandwidth: Math.min(...bandwidths) }),
    range: bandwidthScoreRange({ ...of, bandwidths }),
    roundingError: 2 ** -53 * (3 * tallest * (2 * n + 3 * d + 40) + 4 * costBound),
  };
}

/**
 * S(h) of `bandwidthScores`, the exact supremum for one bandwidth.
 *
 * @param recordCount n ≥ 2, public
 */
export function bandwidthScoreSensitivity({ recordCount: n, dimension: d, bandwidth }: IsotropicDensity): number {
  if (!(Number.isSafeInteger(n) && n >= 2)) throw new ParameterError("recordCount", n, "an integer of at least 2");
  const c = (2 * Math.PI * checkPositive("bandwidth", bandwidth) ** 2) ** (-d / 2);
  const a = 2 ** (-d / 2);
  return ((2 * (n - 1) * c) / n) * (2 / (n - 1) - a / n + (a * a * (n - 1)) / (8 * n * n));
}

/**
 * r of `bandwidthScores`, the largest change of a difference of two scores; S for a single bandwidth.
 *
 * @param recordCount n ≥ 2, public
 */
export function bandwidthScoreRange({
  bandwidths,
  ...of
}: {
  readonly recordCount: number;
  readonly dimension: number;
  readonly bandwidths: readonly number[];
}): number {
  const [narrowest, next] = bandwidths.toSorted((a, b) => a - b);
  const first = bandwidthScoreSensitivity({ ...of, bandwidth: narrowest! });
  if (next === undefined) return first;
  const { recordCount: n, dimension: d } = of;
  const gamma = (2 ** -d * (n - 1)) / (4 * n ** 3);
  const rise = (n - 1) * (2 * Math.PI * narrowest! ** 2) ** (-d / 2) * gamma;
  return Math.max(first, bandwidthScoreSensitivity({ ...of, bandwidth: next }) + rise) * (1 + 1e-14);
}
