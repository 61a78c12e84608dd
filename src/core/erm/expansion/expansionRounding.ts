import { checkPositive } from "../../checks.ts";
import { gridSize, type RegularGrid } from "../../grids.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { interpolationsOf, type Summation } from "./expansionOnPlane.ts";

/**
 * Bound on the 2-norm over a grid of computed minus exact values of {@link expansionOnGrid}, u = 2⁻⁵³, for all data.
 *
 * **Term by term** a kernel value k ≤ 1 is off by at most 24u, its term by 25u|cᵢ|, and a term passes n + 8 additions:
 * (n + 40)u Σ|cᵢ| sup K at a grid point, plus the kernel's `roundings`.
 *
 * **Through nodes**, p × q of them, p, q ≥ 8, values are V G Wᵀ. G is off by √(pq)(n + 40)u Σ|cᵢ| in 2-norm, raised by
 * ‖V‖‖W‖; weights and products add less than 6(p + q)u ‖|V|‖‖|W|‖√(pq) Σ|cᵢ|, interpolation less than 3 times the
 * larger error of its two factors ≤ 1. Which is used depends on the data, so `interpolated` takes the larger bound.
 *
 * @param kernel with sup K ≤ `kernelBound`
 * @param centreCount n
 * @param coefficientBound bound on Σ|cᵢ| for every data set
 * @param summation the default covers both
 */
export function expansionRounding({
  kernel,
  grid,
  centreCount,
  coefficientBound,
  kernelBound,
  summation = "interpolated",
}: {
  readonly kernel: CapableKernel;
  readonly grid: RegularGrid;
  readonly centreCount: number;
  readonly coefficientBound: number;
  readonly kernelBound: number;
  readonly summation?: Summation;
}): number {
  const size = checkPositive("coefficientBound", coefficientBound) * checkPositive("kernelBound", kernelBound);
  const root = Math.sqrt(gridSize(grid));
  const each = (centreCount + 40 + (kernel.roundings ?? 0)) * unitRoundoff;
  const tables = interpolationsOf(kernel, grid, summation);
  if (!tables) return root * each * size;
  const [x, y] = tables;
  const [p, q] = [x.nodes.length, y.nodes.length];
  const weighting = 6 * (p + q) * unitRoundoff;
  const atNodes = Math.sqrt(p * q) * (x.norm * y.norm * each + x.magnitudeNorm * y.magnitudeNorm * weighting);
  return Math.max(root * each, atNodes + root * 3 * Math.max(x.error, y.error)) * size;
}

const unitRoundoff = 2 ** -53;
