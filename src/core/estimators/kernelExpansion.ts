import { allocateFresh } from "../bufferPool.ts";
import type { Allocate } from "../bufferPool.ts";
import { checkLength, checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, gridPoints, gridSize } from "../grids.ts";
import type { RegularGrid } from "../grids.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { indicesOfNonzero } from "../linalg/indicesOfNonzero.ts";
import { fillKernelRow } from "../kernels/kernelRows.ts";
import { fillSectionRow, hasSectionRows } from "../kernels/sectionRow.ts";
import { arithmetic } from "../arithmetic/arithmetic.ts";
import { pointAt, pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { axisInterpolation } from "./axisInterpolation.ts";
import type { AxisInterpolation } from "./axisInterpolation.ts";

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
export function evaluateExpansion(expansion: KernelExpansion, at: Points): Float64Array {
  const { centres, coefficients } = expansion;
  checkLength("coefficients", coefficients, pointCount(centres));
  const out = new Float64Array(pointCount(at));
  addSections(expansion, indicesOfNonzero(coefficients), at, out);
  return out;
}

/**
 * How values on a grid are summed: `direct` at every point; `interpolated`, where kernel and grid allow it and there are
 * enough terms, at a few Chebyshev nodes and from them to the points. That is up to five times as fast, and its bound on
 * rounding is larger: 3 times for thousands of terms, 100 times for a hundred.
 */
export type Summation = "direct" | "interpolated";

/**
 * f on a regular grid, in slices. For a kernel that is a product over coordinates, the values on a grid of two axes
 * are a matrix product, n·m multiplications and only n·√m exponentials; `interpolated`, one of some thousands of nodes.
 *
 * @param grid one or two axes, of the centres' dimension
 * @param allocate makes the array of the values
 * @yields the share done
 * @returns values, the first axis fastest
 * @throws {ParameterError} if shapes differ
 */
export function* expansionOnGrid(
  expansion: KernelExpansion,
  grid: RegularGrid,
  {
    summation = "direct",
    allocate = allocateFresh,
  }: { readonly summation?: Summation; readonly allocate?: Allocate } = {},
): Generator<number, Float64Array> {
  const { kernel, centres, coefficients } = expansion;
  checkLength("coefficients", coefficients, pointCount(centres));
  if (grid.axes.length !== centres.dimension) {
    throw new ParameterError("grid", grid.axes.length, `of ${centres.dimension} axes, like the centres`);
  }
  const used = indicesOfNonzero(coefficients);
  const out = allocate(gridSize(grid)).fill(0);
  return kernel.factors && grid.axes.length === 2
    ? yield* productOnGrid(expansion, used, grid, summation, out)
    : yield* sumOnGrid(expansion, used, grid, out);
}

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

function* sumOnGrid(
  expansion: KernelExpansion,
  used: Int32Array,
  grid: RegularGrid,
  out: Float64Array,
): Generator<number, Float64Array> {
  const at = gridPoints(grid);
  const length = 4 * Math.ceil(sliceWork / (4 * out.length));
  for (let u = 0; u < used.length; u += length) {
    if (u > 0) yield u / used.length;
    addSections(expansion, used.subarray(u, u + length), at, out);
  }
  return out;
}

/** out[j] += Σ c K(centre, atⱼ). */
function addSections(
  { kernel, centres, coefficients }: KernelExpansion,
  used: Int32Array,
  at: Points,
  out: Float64Array,
): void {
  if (!hasSectionRows(kernel)) {
    const row = new Float64Array(out.length);
    for (const i of used) {
      const c = coefficients[i]!;
      fillKernelRow(kernel, pointAt(centres, i), at, row);
      for (let k = 0; k < out.length; k++) out[k]! += c * row[k]!;
    }
    return;
  }
  const by = arithmetic();
  const { dimension } = at;
  const m = out.length;
  const count = m + (m % 2);
  // Columns of coordinates, each ending with those of a centre; then four rows, and the sum.
  const stride = count + 2;
  const rows = dimension * stride;
  const to = rows + 4 * count;
  const memory = by.reserve(to + count);
  memory.fill(0, 0, to + count);
  for (let d = 0; d < dimension; d++)
    for (let k = 0; k < m; k++) memory[d * stride + k] = at.coordinates[k * dimension + d]!;
  memory.set(out, to);
  for (let u = 0; u < used.length; u += 4) {
    const factors = [0, 1, 2, 3].map((k) => (u + k < used.length ? coefficients[used[u + k]!]! : 0)) as Four;
    for (let k = 0; k < 4 && u + k < used.length; k++) {
      for (let d = 0; d < dimension; d++)
        memory[d * stride + count] = centres.coordinates[used[u + k]! * dimension + d]!;
      fillSectionRow(by, kernel, { points: 0, stride, dimension, centre: count, out: rows + k * count, count });
    }
    by.addRows({ to, count, rows: [0, 1, 2, 3].map((k) => rows + k * count) as Four, factors });
  }
  out.set(memory.subarray(to, to + m));
}

type Four = [number, number, number, number];

/** Terms of one slice. */
const sliceTerms = 512;

function* productOnGrid(
  expansion: KernelExpansion,
  used: Int32Array,
  grid: RegularGrid,
  summation: Summation,
  out: Float64Array,
): Generator<number, Float64Array> {
  const tables = interpolationsOf(expansion.kernel, grid, summation);
  const through = tables && isWorthwhile(tables, grid, used.length) ? tables : undefined;
  const axes = (through ? through.map(({ nodes }) => nodes) : grid.axes.map(gridCoordinates)) as [
    Float64Array,
    Float64Array,
  ];
  const sum = through ? new Float64Array(axes[0].length * axes[1].length) : out;
  for (let u = 0; u < used.length; u += sliceTerms) {
    if (u > 0) yield u / used.length;
    addTerms(expansion, used.subarray(u, u + sliceTerms), axes, sum);
  }
  if (through) interpolate(sum, through, out);
  return out;
}

type Both<T> = readonly [T, T];

/** For both axes of the plane; of a kernel and a grid alone. */
function interpolationsOf(
  { decay }: Kernel,
  { axes }: RegularGrid,
  summation: Summation,
): Both<AxisInterpolation> | undefined {
  if (summation === "direct" || decay === undefined || axes.length !== 2) return undefined;
  const [x, y] = axes.map((axis) => axisInterpolation(axis, decay));
  return x && y && [x, y];
}

/** Exponentials, and what is done once for each term of a product, take the time of so many multiplications. */
const exponentialWork = 40;

function isWorthwhile(
  [x, y]: Both<AxisInterpolation>,
  { axes: [alongX, alongY] }: RegularGrid,
  terms: number,
): boolean {
  const work = (nx: number, ny: number) => nx * ny + exponentialWork * (nx + ny);
  const [p, q] = [x.nodes.length, y.nodes.length];
  const [nx, ny] = [alongX!.count, alongY!.count];
  return terms * (work(nx, ny) - work(p, q)) > ny * p * (q + nx);
}

/** From values at the nodes, those at the grid points, into `out`. */
function interpolate(values: Float64Array, [x, y]: Both<AxisInterpolation>, out: Float64Array): void {
  const { reserve, multiplyAdd } = arithmetic();
  const [p, q] = [x.nodes.length, y.nodes.length];
  const [nx, ny] = [x.weights.length / p, y.weights.length / q];
  const between = nx * ny;
  const atNodes = between + p * ny;
  const alongX = atNodes + p * q;
  const alongY = alongX + p * nx;
  const memory = reserve(alongY + q * ny).fill(0, 0, atNodes);
  memory.set(values, atNodes);
  memory.set(x.weights, alongX);
  memory.set(y.weights, alongY);
  multiplyAdd({
    c: between,
    cRow: p,
    a: alongY,
    aRow: 1,
    aColumn: ny,
    b: atNodes,
    bRow: p,
    bColumn: 1,
    rows: ny,
    columns: p,
    terms: q,
    scale: 1,
  });
  multiplyAdd({
    c: 0,
    cRow: nx,
    a: between,
    aRow: p,
    aColumn: 1,
    b: alongX,
    bRow: nx,
    bColumn: 1,
    rows: ny,
    columns: nx,
    terms: p,
    scale: 1,
  });
  out.set(memory.subarray(0, nx * ny));
}

/** out += Σ c κ(xᵢ − x) κ(yⱼ − y) over centres (x, y), in one memory: fresh arrays are costly where they are large. */
function addTerms(
  { kernel, centres, coefficients }: KernelExpansion,
  used: Int32Array,
  axes: readonly [Float64Array, Float64Array],
  out: Float64Array,
): void {
  const by = arithmetic();
  const terms = used.length;
  const [nx, ny] = axes.map(({ length }) => length) as [number, number];
  const [widthX, widthY] = [nx + (nx % 2), ny + (ny % 2)];
  const alongX = nx * ny + ((nx * ny) % 2);
  const alongY = alongX + terms * widthX;
  const end = alongY + terms * widthY;
  const sections = [0, 1].map((d) => ({
    at: axes[d]!,
    centres: Float64Array.from(used, (i) => centres.coordinates[2 * i + d]!),
  }));
  // Kernels that are asked use the same memory, so they are asked first.
  const tables = kernel.decay === undefined ? sections.map(({ at, centres }) => factorTable(kernel, at, centres)) : [];
  const memory = by.reserve(end + Math.max(widthX, widthY) + terms);
  sections.forEach(({ at, centres }, d) => {
    const [to, width] = d === 0 ? [alongX, widthX] : [alongY, widthY];
    if (tables[d]) {
      memory.set(tables[d], to);
      return;
    }
    memory.set(at, end);
    memory.set(centres, end + width);
    for (let s = 0; s < terms; s++) {
      by.gaussianRow({
        points: end,
        stride: 0,
        dimension: 1,
        centre: width + s,
        decay: kernel.decay!,
        out: to + s * width,
        count: width,
      });
    }
  });
  for (let s = 0; s < terms; s++) {
    const c = coefficients[used[s]!]!;
    for (let k = alongY + s * widthY, last = k + ny; k < last; k++) memory[k]! *= c;
  }
  memory.set(out);
  by.multiplyAdd({
    c: 0,
    cRow: nx,
    a: alongY,
    aRow: 1,
    aColumn: widthY,
    b: alongX,
    bRow: widthX,
    bColumn: 1,
    rows: ny,
    columns: nx,
    terms,
    scale: 1,
  });
  out.set(memory.subarray(0, nx * ny));
}

/** κ(atₖ − centreₛ), by rows of even length. */
function factorTable(kernel: Kernel, at: Float64Array, centres: Float64Array): Float64Array {
  const width = at.length + (at.length % 2);
  const table = new Float64Array(centres.length * width);
  centres.forEach((centre, s) => {
    for (let k = 0; k < at.length; k++) table[s * width + k] = at[k]! - centre;
  });
  kernel.factors!(table);
  return table;
}
