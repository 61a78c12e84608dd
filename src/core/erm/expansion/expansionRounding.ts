import { checkPositive } from "../../checks.ts";
import { gridSize, type RegularGrid } from "../../grids.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { interpolationsOf, type Summation } from "./expansionOnPlane.ts";

/**
 * Data-independent bound on the 2-norm over a grid of computed minus exact values of {@link expansionOnGrid}.
 *
 * **Term by term**, with u = 2⁻⁵³:
 *
 * 1. exp(−a) is off by at most 4 ulp of the library, and by the rounding of a: a relative error of 5u moves it by a
 *    e^(−a)·5u ≤ 2u.
 * 2. So a kernel value k ≤ 1 is off by at most 24u as a product of two exponentials. In the Matérn family, with a
 *    polynomial that is off by 4u, it is off by 8u + 4u + u + 0.6·5u.
 * 3. Its term of the sum is off by 25u|cᵢ|.
 * 4. A term passes through n + 8 additions at most. Sums are formed one by one or by fours, or by a matrix product in
 *    slices of at most 512 terms with one addition for each later slice. Products may be rounded before they are added
 *    or not.
 * 5. In total a grid point is off by (n + 40)u Σ|cᵢ| sup K, plus the kernel's `roundings`, if any, in the same unit.
 *
 * **Through nodes**, p × q of them, p, q ≥ 8, with the weights W and V of the axes: values are V G Wᵀ, G those at the
 * nodes.
 *
 * 6. G is off by the above at each node: √(pq)(n + 40)u Σ|cᵢ| in 2-norm, which V and W raise by ‖V‖‖W‖ at most.
 * 7. The weights are off by 4(p + q)u of |V| and |W| in all, and the two products add (p + q + 4)u. With second-order
 *    terms that is less than 6(p + q)u ‖|V|‖‖|W|‖√(pq) Σ|cᵢ| in 2-norm.
 * 8. The interpolation error of a product of two factors ≤ 1 is less than 3 times the larger of their errors.
 *
 * The number of terms depends on the data: so the bound for `interpolated` is the larger of the two methods.
 *
 * @param kernel with sup K ≤ `kernelBound`
 * @param centreCount n
 * @param coefficientBound bound on Σ|cᵢ| for every data set
 * @param summation method of the values; the default covers both
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
