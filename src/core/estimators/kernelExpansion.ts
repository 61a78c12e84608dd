import { checkLength, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, gridPoints, gridSize } from "../grids.ts";
import type { RegularGrid } from "../grids.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { fillKernelRow } from "../linalg/kernelRows.ts";
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
  return kernel.factor && grid.axes.length === 2
    ? yield* productOnGrid(expansion, used, grid, kernel.factor)
    : yield* sumOnGrid(expansion, used, grid);
}

/**
 * Data-independent bound on the 2-norm over a grid of computed minus exact values of {@link expansionOnGrid}.
 *
 * With u = 2⁻⁵³: a factor exp(−a) is off by at most 4 ulp of the library and by the rounding of its argument, which
 * moves it by a e^(−a) · 5u ≤ 2u; so a kernel value k ≤ 1 by at most 24u, and its term of the sum by 25u |cᵢ|. Sums
 * are formed of blocks of up to 8 terms, n/8 blocks one after another at best, n terms at worst, so that the rounding
 * of the additions is at most (n + 8)u Σ|cᵢ|. In total, per grid point, (n + 40) u Σ|cᵢ| sup K.
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

const block = 8;

function* productOnGrid(
  { centres, coefficients }: KernelExpansion,
  used: Int32Array,
  grid: RegularGrid,
  factor: (difference: number) => number,
): Generator<number, Float64Array> {
  const [xs, ys] = grid.axes.map(gridCoordinates) as [Float64Array, Float64Array];
  const nx = xs.length;
  const ny = ys.length;
  const out = new Float64Array(nx * ny);
  const alongX = Array.from({ length: block }, () => new Float64Array(nx)) as Octet;
  const alongY = Array.from({ length: block }, () => new Float64Array(ny)) as Octet;
  let work = 0;
  for (let u = 0; u < used.length; u += block) {
    for (let s = 0; s < block; s++) {
      const i = used[u + s];
      const rowX = alongX[s]!;
      const rowY = alongY[s]!;
      if (i === undefined) {
        rowX.fill(0);
        rowY.fill(0);
        continue;
      }
      const x = centres.coordinates[2 * i]!;
      const y = centres.coordinates[2 * i + 1]!;
      const c = coefficients[i]!;
      for (let k = 0; k < nx; k++) rowX[k] = factor(xs[k]! - x);
      for (let k = 0; k < ny; k++) rowY[k] = c * factor(ys[k]! - y);
    }
    addProducts(out, alongX, alongY);
    work += block * nx * ny;
    if (work > 8 * sliceWork) {
      work = 0;
      yield u / used.length;
    }
  }
  return out;
}

type Row = Float64Array;
type Octet = [Row, Row, Row, Row, Row, Row, Row, Row];

/** out[i + j·nx] += Σₛ aₛ[i] bₛ[j], eight terms at a time: one load and one store of `out` for eight products. */
function addProducts(out: Float64Array, [a0, a1, a2, a3, a4, a5, a6, a7]: Octet, [b0, b1, b2, b3, b4, b5, b6, b7]: Octet): void {
  const nx = a0.length;
  for (let j = 0; j < b0.length; j++) {
    const [c0, c1, c2, c3] = [b0[j]!, b1[j]!, b2[j]!, b3[j]!];
    const [c4, c5, c6, c7] = [b4[j]!, b5[j]!, b6[j]!, b7[j]!];
    const start = j * nx;
    for (let i = 0; i < nx; i++) {
      const low = c0 * a0[i]! + c1 * a1[i]! + (c2 * a2[i]! + c3 * a3[i]!);
      const high = c4 * a4[i]! + c5 * a5[i]! + (c6 * a6[i]! + c7 * a7[i]!);
      out[start + i]! += low + high;
    }
  }
}
