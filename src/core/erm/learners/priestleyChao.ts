import { checkAllFinite, checkLength, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { pointCount, type Points } from "../../points.ts";

/**
 * The Priestley–Chao estimate of a regression function on a line, with the normal density K,
 *
 *     F(y) = (1/b) Σ_{i≥2} min(d_i − d_{i−1}, c/n) K((y − d_i)/b) l_i,
 *
 * where records are sorted by (d, l). Without c the gaps are not clipped.
 *
 * @param points n ≥ 1 inputs d_i in ℝ. Private
 * @param responses l_i, shape (n,). Private
 * @param bandwidth b > 0
 * @param at m points in ℝ
 * @param gapFactor c > 0
 * @returns F at each point, shape (m,). O(n log n + nm)
 * @see Aldà & Rubinstein (2017), section 6; errata A6
 */
export function priestleyChao({
  points,
  responses,
  bandwidth,
  at,
  gapFactor,
}: {
  readonly points: Points;
  readonly responses: ArrayLike<number>;
  readonly bandwidth: number;
  readonly at: Points;
  readonly gapFactor?: number | undefined;
}): Float64Array {
  const b = checkPositive("bandwidth", bandwidth);
  if (points.dimension !== 1) throw new ParameterError("points.dimension", points.dimension, "1");
  if (at.dimension !== 1) throw new ParameterError("at.dimension", at.dimension, "1");
  const n = pointCount(points);
  if (n < 1) throw new ParameterError("points", n, "at least one record");
  checkAllFinite("points", points.coordinates);
  checkAllFinite("responses", checkLength("responses", responses, n));
  const widest = gapFactor === undefined ? Infinity : checkPositive("gapFactor", gapFactor) / n;

  const order = Uint32Array.from({ length: n }, (_, i) => i).sort(
    (i, j) => points.coordinates[i]! - points.coordinates[j]! || responses[i]! - responses[j]!,
  );
  const inputs = Float64Array.from(order, (i) => points.coordinates[i]!);
  const weights = Float64Array.from(order, (record, i) =>
    i === 0 ? 0 : Math.min(inputs[i]! - inputs[i - 1]!, widest) * responses[record]!,
  );
  const scale = 1 / (b * Math.sqrt(2 * Math.PI));
  return at.coordinates.map((y) => {
    let sum = 0;
    for (let i = 1; i < n; i++) sum += weights[i]! * Math.exp(-0.5 * ((y - inputs[i]!) / b) ** 2);
    return scale * sum;
  });
}
