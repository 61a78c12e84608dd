import type { QuantileParameters } from "../../src/core/privacy/choice/privateQuantile.ts";

/** Law with a constant density between breakpoints. */
export interface PiecewiseUniformLaw {
  /** lower, the n clamped values in order, upper. */
  readonly breakpoints: Float64Array;
  /** Probability of each interval between them. */
  readonly probabilities: Float64Array;
}

/** Law of `drawQuantile` on real numbers. */
export function quantileProbabilities({
  values,
  quantile,
  epsilon,
  lower,
  upper,
}: QuantileParameters): PiecewiseUniformLaw {
  const n = values.length;
  const sorted = Float64Array.from(values, (x) => Math.min(upper, Math.max(lower, x))).sort();
  const breakpoints = Float64Array.of(lower, ...sorted, upper);
  const rate = quantile === 0 || quantile === 1 ? epsilon : epsilon / 2;
  const logs = Float64Array.from({ length: n + 1 }, (_, i) => {
    return Math.log(breakpoints[i + 1]! - breakpoints[i]!) - rate * Math.abs(i - quantile * n);
  });
  let largest = -Infinity;
  for (const log of logs) largest = Math.max(largest, log);
  const weights = logs.map((log) => Math.exp(log - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { breakpoints, probabilities: weights.map((weight) => weight / total) };
}
