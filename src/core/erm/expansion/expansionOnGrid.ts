import { allocateFresh, type Allocate } from "../../bufferPool.ts";
import { checkLength } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { gridPoints, gridSize, type RegularGrid } from "../../grids.ts";
import { indicesOfNonzero } from "../../linalg/indicesOfNonzero.ts";
import { pointCount } from "../../points.ts";
import { productOnGrid, type Summation } from "./expansionOnPlane.ts";
import { addSections, type KernelExpansion } from "./kernelExpansion.ts";

const sliceWork = 2e6;

/**
 * f on a regular grid, in slices. A product kernel on two axes is a matrix product: n·m multiplications and n·√m
 * exponentials.
 *
 * @param grid one or two axes, of the centres' dimension
 * @returns values, the first axis fastest
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
