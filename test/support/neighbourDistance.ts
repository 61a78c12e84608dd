import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../../src/core/checks.ts";
import { squaredDistance } from "../../src/core/kernels/distance.ts";
import type { Point } from "../../src/core/points.ts";

/**
 * ‖f_D − f_D′‖ of two Gaussian kernel density estimates, one record x replaced by x′,
 *
 *     √(2 − 2exp(−‖x − x′‖²/2h²)) / (n(2πh²)^{d/2}).
 *
 * Private.
 *
 * @param from x, in ℝᵈ
 * @param to x′, in ℝᵈ
 * @param recordCount n ≥ 1
 * @param bandwidth h > 0
 * @throws {ParameterError}
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1
 */
export function kernelDensityNeighbourDistance({
  from,
  to,
  recordCount,
  bandwidth,
}: {
  readonly from: Point;
  readonly to: Point;
  readonly recordCount: number;
  readonly bandwidth: number;
}): number {
  const d = checkPositiveInteger("from.length", checkAllFinite("from", from).length);
  checkAllFinite("to", checkLength("to", to, d));
  const h = checkPositive("bandwidth", bandwidth);
  const height = 1 / (checkPositiveInteger("recordCount", recordCount) * (2 * Math.PI * h * h) ** (d / 2));
  return height * Math.sqrt(-2 * Math.expm1(-squaredDistance(from, to) / (2 * h * h)));
}
