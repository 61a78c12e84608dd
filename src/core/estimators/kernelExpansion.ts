import { checkLength, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, gridPoints, gridSize } from "../grids.ts";
import type { RegularGrid } from "../grids.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { fillKernelRow } from "../linalg/kernelRows.ts";
import { addProduct } from "../linalg/matrixProduct.ts";
import { pointAt, pointCount } from "../points.ts";
import type { Points } from "../points.ts";

/** f = Σ cᵢ K(centreᵢ, ·). */
export interface KernelExpansion {
  readonly kernel: Kernel;
  /** n points in ℝᵈ. */
  readonly centres: Points;
  /** Shape (n,). */
  readonly coefficients: Float64Array;
}

/** Elements computed between two yields: some milliseconds. */
const sliceWork = 2e6;

/**
 * f at scattered points, shape (m,).
 *
 * @throws {ParameterError} if there are not as many coefficients as centres
 */
export function evaluateExpansion({ kernel, centres, coefficients }: KernelExpansion, at: Points): Float64Array {
  checkLength("coefficients", coefficients, pointCount(centres));
  const out = new Float64Array(pointCount(at));
  const row = new Float64Array(out.length);
  coefficients.forEach((c, i) => {
    if (c === 0) return;
    fillKernelRow(kernel, pointAt(centres, i), at, row);
    for (let k = 0; k < out.length; k++) out[k]! += c * row[k]!;
  });
  return out;
}

/**
 * f on a regular grid, in slices. For a kernel that is a product over coordinates, the values on a grid of two axes
 * are a matrix product, n·m multiplications and only n·√m exponentials.
 *
 * @param grid one or two axes, of the centres' dimension
 * @yields the share done
 * @returns values, the first axis fastest
 * @throws {ParameterError} if shapes differ
 */
export function* expansionOnGrid(expansion: KernelExpansion, grid: RegularGrid): Generator<number, Float64Array> {
  const { kernel, centres, coefficients } = expansion;
  checkLength("coefficients", coefficients, pointCount(centres));
  if (grid.axes.length !== centres.dimension) {
    throw new ParameterError("grid", grid.axes.length, `of ${centres.dimension} axes, like the centres`);
  }
  const used = Int32Array.from(coefficients.keys()).filter((i) => coefficients[i] !== 0);
  return kernel.factors && grid.axes.length === 2
    ? yield* productOnGrid(expansion, used, grid, kernel.factors)
    : yield* sumOnGrid(expansion, used, grid);
}

/**
 * Data-independent bound on the 2-norm over a grid of computed minus exact values of {@link expansionOnGrid}.
 *
 * With u = 2⁻⁵³: a factor exp(−a) is off by at most 4 ulp of the library and by the rounding of its argument, which
 * moves it by a e^(−a) · 5u ≤ 2u; so a kernel value k ≤ 1 by at most 24u, and its term of the sum by 25u |cᵢ|. Sums
 * are formed term by term, or in blocks of at most 256 terms by addProduct, where a term passes through at most 257
 * additions and then one for each later block; so through n + 8 at most, and the rounding of the additions is at most
 * (n + 8)u Σ|cᵢ|, whether products are rounded before they are added or not. In total, per grid point,
 * (n + 40) u Σ|cᵢ| sup K.
 *
 * @param centreCount n
 * @param coefficientBound bound on Σ|cᵢ| for every data set
 * @param kernelBound sup K
 * @param pointCount grid points m
 */
export function expansionRounding({
  centreCount,
  coefficientBound,
  kernelBound,
  gridPointCount,
}: {
  readonly centreCount: number;
  readonly coefficientBound: number;
  readonly kernelBound: number;
  readonly gridPointCount: number;
}): number {
  const size = checkPositive("coefficientBound", coefficientBound) * checkPositive("kernelBound", kernelBound);
  return Math.sqrt(gridPointCount) * (centreCount + 40) * 2 ** -53 * size;
}

function* sumOnGrid({ kernel, centres, coefficients }: KernelExpansion, used: Int32Array, grid: RegularGrid): Generator<number, Float64Array> {
  const at = gridPoints(grid);
  const out = new Float64Array(gridSize(grid));
  const row = new Float64Array(out.length);
  let work = 0;
  for (let u = 0; u < used.length; u++) {
    const i = used[u]!;
    const c = coefficients[i]!;
    fillKernelRow(kernel, pointAt(centres, i), at, row);
    for (let k = 0; k < out.length; k++) out[k]! += c * row[k]!;
    work += 4 * out.length;
    if (work > sliceWork) {
      work = 0;
      yield u / used.length;
    }
  }
  return out;
}

/** Terms of one matrix product. */
const block = 256;

function* productOnGrid(
  { centres, coefficients }: KernelExpansion,
  used: Int32Array,
  grid: RegularGrid,
  toFactors: (differences: Float64Array) => void,
): Generator<number, Float64Array> {
  const [xs, ys] = grid.axes.map(gridCoordinates) as [Float64Array, Float64Array];
  const nx = xs.length;
  const ny = ys.length;
  const out = new Float64Array(nx * ny);
  const alongX = new Float64Array(Math.min(block, used.length) * nx);
  const alongY = new Float64Array(Math.min(block, used.length) * ny);
  let work = 0;
  for (let u = 0; u < used.length; u += block) {
    const terms = Math.min(block, used.length - u);
    for (let s = 0; s < terms; s++) {
      const i = used[u + s]!;
      const x = centres.coordinates[2 * i]!;
      const y = centres.coordinates[2 * i + 1]!;
      for (let k = 0; k < nx; k++) alongX[s * nx + k] = xs[k]! - x;
      for (let k = 0; k < ny; k++) alongY[s * ny + k] = ys[k]! - y;
    }
    toFactors(alongX.subarray(0, terms * nx));
    toFactors(alongY.subarray(0, terms * ny));
    for (let s = 0; s < terms; s++) {
      const c = coefficients[used[u + s]!]!;
      for (let k = s * ny; k < (s + 1) * ny; k++) alongY[k]! *= c;
    }
    addProduct({ A: alongY, B: alongX, out, m: ny, n: nx, terms });
    work += terms * nx * ny;
    if (work > 8 * sliceWork) {
      work = 0;
      yield u / used.length;
    }
  }
  return out;
}
