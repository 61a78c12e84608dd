import { largestAbsoluteSum } from "../../src/core/bernstein/operator/lebesgueConstant.ts";

/**
 * The Lebesgue constant of the iterated Bernstein operator on a regular grid of [0, 1],
 *
 *     max_y Σ_ν |b_ν^(h)(y)|  over y = i/(gridSize − 1),
 *
 * at most 2^h − 1.
 *
 * @param degree k ≥ 1
 * @param iterations h ≥ 1
 * @param gridSize ≥ 2
 * @throws {NumericalError} if rounding may exceed 10⁻⁶
 * @see Aldà & Rubinstein (2017), Appendix C, eq. (12)
 */
export function lebesgueConstant({
  degree,
  iterations,
  gridSize,
}: {
  readonly degree: number;
  readonly iterations: number;
  readonly gridSize: number;
}): number {
  const half = Array.from({ length: Math.ceil(gridSize / 2) }, (_, i) => i / (gridSize - 1));
  return largestAbsoluteSum(degree, iterations, half).largest;
}
