import { gridCoordinates, type RegularGrid } from "../../grids.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import { axisInterpolation, type AxisInterpolation } from "./axisInterpolation.ts";
import type { KernelExpansion } from "./kernelExpansion.ts";

/** `interpolated` from Chebyshev nodes, if kernel and grid permit and terms are many, with a larger bound on rounding. */
export type Summation = "direct" | "interpolated";

const sliceTerms = 512;

/** Adds f on a grid of two axes to `out`, in slices. */
export function* productOnGrid(
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

export function interpolationsOf(
  { decay }: CapableKernel,
  { axes }: RegularGrid,
  summation: Summation,
): Both<AxisInterpolation> | undefined {
  if (summation === "direct" || decay === undefined || axes.length !== 2) return undefined;
  const [x, y] = axes.map((axis) => axisInterpolation(axis, decay));
  return x && y && [x, y];
}

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

/** out += Σ c κ(xᵢ − x) κ(yⱼ − y) over centres (x, y). */
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
function factorTable(kernel: CapableKernel, at: Float64Array, centres: Float64Array): Float64Array {
  const width = at.length + (at.length % 2);
  const table = new Float64Array(centres.length * width);
  centres.forEach((centre, s) => {
    for (let k = 0; k < at.length; k++) table[s * width + k] = at[k]! - centre;
  });
  kernel.factors!(table);
  return table;
}
