import { checkAllFinite, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { exponentialSum } from "../../kernels/exponentialSum.ts";
import { pointCount, type Points } from "../../points.ts";

interface ExponentialDensity {
  readonly at: (x: number) => number;
  /** η: bound on computed minus exact value, whatever the records. */
  readonly roundingError: number;
}

/**
 * Density with exponential bumps on a line,
 *
 *     f(x) = 1/(2nh) Σᵢ e^{−|x − xᵢ|/h}.
 *
 * @param points n ≥ 1 records. Private
 * @param bandwidth h > 0
 * @see docs/proofs/densitySums.md, Lemma 4
 */
export function exponentialDensityOnLine({
  points,
  bandwidth,
}: {
  readonly points: Points;
  readonly bandwidth: number;
}): ExponentialDensity {
  if (points.dimension !== 1) throw new ParameterError("points.dimension", points.dimension, "1");
  const n = pointCount(points);
  if (n < 1) throw new ParameterError("points", n, "at least one record");
  const h = checkPositive("bandwidth", bandwidth);
  const sorted = Float64Array.from(checkAllFinite("points", points.coordinates)).sort();
  const sum = exponentialSum(sorted, new Float64Array(n).fill(1), h);
  const height = 1 / (2 * h);
  return {
    roundingError: height * ((3 * (n + 1) ** 2) / n + 10) * 2 ** -53,
    at: (x) => (height / n) * sum(x),
  };
}
