import { checkAllFinite, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { pointCount, type Points } from "../../points.ts";

interface ExponentialDensity {
  readonly at: (x: number) => number;
  /** η: bound on computed minus exact value, whatever the records. */
  readonly roundingError: number;
}

/**
 * Density with exponential bumps on a line,
 *
 *     f(x) = 1/(2nh) Σᵢ e^{−|x − xᵢ|/h} = 1/(2nh) (e^{−(x − x_l)/h} L_l + e^{−(x_r − x)/h} R_r),
 *
 * x_l ≤ x < x_r the sorted records next to x, L_i = 1 + e^{−(x_i − x_{i−1})/h} L_{i−1} and R_i the same from the right.
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
  const fromLeft = new Float64Array(n);
  const fromRight = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    fromLeft[i] = i === 0 ? 1 : 1 + Math.exp((sorted[i - 1]! - sorted[i]!) / h) * fromLeft[i - 1]!;
    const j = n - 1 - i;
    fromRight[j] = i === 0 ? 1 : 1 + Math.exp((sorted[j]! - sorted[j + 1]!) / h) * fromRight[j + 1]!;
  }
  const height = 1 / (2 * h);
  return {
    roundingError: height * ((3 * (n + 1) ** 2) / n + 10) * 2 ** -53,
    at: (x) => {
      let [low, high] = [0, n];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (sorted[middle]! <= x) low = middle + 1;
        else high = middle;
      }
      const left = low > 0 ? Math.exp((sorted[low - 1]! - x) / h) * fromLeft[low - 1]! : 0;
      const right = low < n ? Math.exp((x - sorted[low]!) / h) * fromRight[low]! : 0;
      return (height / n) * (left + right);
    },
  };
}
