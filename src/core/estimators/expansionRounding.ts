import { checkPositive } from "../checks.ts";
import { gridSize } from "../grids.ts";
import type { RegularGrid } from "../grids.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { interpolationsOf } from "./expansionOnPlane.ts";
import type { Summation } from "./expansionOnPlane.ts";

/**
 * Data-independent bound on the 2-norm over a grid of computed minus exact values of {@link expansionOnGrid}.
 *
 * With u = 2⁻⁵³: a factor exp(−a) is off by at most 4 ulp of the library and by the rounding of its argument, which
 * moves it by a e^(−a) · 5u ≤ 2u; so a kernel value k ≤ 1 that is a product of two by at most 24u, and one of the Matérn
 * family, whose argument is off by 5u and polynomial by 4u, by 8u + 4u + u + 0.6 · 5u. Its term of the sum is off by
 * 25u |cᵢ|. Sums are formed term by term or by fours, or in slices of at most 512 terms by a matrix product, where a term
 * passes through at most 513 additions and then one for each later slice; so through n + 8 at most, and the rounding of
 * the additions is at most (n + 8)u Σ|cᵢ|, whether products are rounded before they are added or not. In total, per
 * grid point, (n + 40) u Σ|cᵢ| sup K; and as many more as the kernel's `roundings`, where it has them.
 *
 * Through p × q nodes, with the weights W and V of the axes, the values are V G Wᵀ, where the matrix G of the values at
 * the nodes has such errors, so of 2-norm √(pq) (n + 40)u Σ|cᵢ|, which grow by at most ‖V‖‖W‖. The weights are off by
 * 4(p + q)u in all, relative to their magnitudes |V|, |W|, and the two products add (p + q + 4)u: together, with what is
 * of second order, less than 6(p + q)u ‖|V|‖ ‖|W|‖ √(pq) Σ|cᵢ| in 2-norm, as p, q ≥ 8. What a polynomial does not
 * reproduce of two factors ≤ 1 is less than 3 times the larger of their errors. As it depends on the data how many terms
 * there are, the bound for `interpolated` is the larger of the two ways.
 *
 * @param kernel with sup K ≤ `kernelBound`
 * @param centreCount n
 * @param coefficientBound bound on Σ|cᵢ| for every data set
 * @param summation that of the values; the default covers both
 * @throws {ParameterError} unless both bounds are positive and finite
 */
export function expansionRounding({
  kernel,
  grid,
  centreCount,
  coefficientBound,
  kernelBound,
  summation = "interpolated",
}: {
  readonly kernel: Kernel;
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
