import { ParameterError } from "../../errors.ts";
import { evaluateExpansion, type KernelExpansion } from "../expansion/kernelExpansion.ts";
import { expansionOnGrid } from "../expansion/expansionOnGrid.ts";
import type { Summation } from "../expansion/expansionOnPlane.ts";
import { type Allocate, allocateFresh } from "../../bufferPool.ts";
import { gridAxis, gridPoints, gridSize, levelAxis, type Interval, type RegularGrid } from "../../grids.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { indicesOfNonzero } from "../../linalg/indicesOfNonzero.ts";
import { pointAt, pointCount } from "../../points.ts";
import { heldPlaces } from "../../release/heldBox.ts";
import type { ReleaseView, Target } from "../../release/releaseTarget.ts";
import { groupPostMap, type GroupUnits } from "../../release/sharedGroups.ts";
import type { FitParameters } from "./boundaryParameters.ts";

/** Grid of one or two inputs, the others held fixed. In the unit box; public. */
export interface BoundarySlice {
  readonly grid: RegularGrid;
  /** Other inputs, shape (d − 1,) or (d − 2,). */
  readonly held: Float64Array;
}

export const mostInputs = 20;

/**
 * The slice of declared values, clamped, in the unit box.
 *
 * @throws {ParameterError} unless one or two inputs are left to show, and at most 20 in all
 */
export function sliceOf({
  domain,
  held = [],
  groups,
}: {
  readonly domain: readonly Interval[];
  readonly held?: readonly number[] | undefined;
  readonly groups?: { readonly levels: readonly string[] } | undefined;
}): BoundarySlice {
  if (!(domain.length <= mostInputs))
    throw new ParameterError("domain", domain.length, `of at most ${mostInputs} inputs`);
  const places = heldPlaces({ domain, held });
  const grid = boundaryGrid(domain.length - held.length, groups !== undefined && groups.levels.length > 1);
  return { grid, held: Float64Array.from(places, ([share]) => share!) };
}

/** The public grid of a picture, over the unit box. */
export function boundaryGrid(dimension: number, isOfGroup = false): RegularGrid {
  const count = dimension === 1 ? 500 : isOfGroup ? 100 : 200;
  return { axes: Array.from({ length: dimension }, () => gridAxis({ lower: 0, upper: 1, count })) };
}

/** Kernel with its roundings on a slice, at most 16 + d more. */
export function kernelOnSlice(kernel: CapableKernel, { grid, held }: BoundarySlice): CapableKernel {
  if (held.length === 0) return kernel;
  return { ...kernel, roundings: (kernel.roundings ?? 0) + 16 + grid.axes.length + held.length };
}

export function unitsOf({ responseRange }: Pick<FitParameters, "responseRange">): ReleaseView["units"] {
  const [lower, upper] = responseRange ?? [-1, 1];
  return { scale: upper / 2 - lower / 2, offset: lower / 2 + upper / 2 };
}

/** Axes and units of released numbers. Groups have an axis of their own, and units by the post-map. */
export function boundaryView(
  parameters: Pick<FitParameters, "domain" | "groups" | "responseRange">,
  { grid }: BoundarySlice,
): ReleaseView & Pick<Target, "postMap"> {
  const { domain, groups, responseRange } = parameters;
  const axes = grid.axes.map(({ count }, j) => ({ lower: domain[j]![0], upper: domain[j]![1], count }));
  const units = unitsOf(parameters);
  if (!groups || groups.levels.length === 1) return { axes, units };
  const groupUnits: GroupUnits = responseRange ? { centre: [[0, units.offset]], unit: units.scale } : {};
  return {
    axes: [...axes, levelAxis(groups.levels)],
    postMap: groupPostMap(groups, axes, groupUnits),
    units: { scale: 1, offset: 0 },
  };
}

const sliceWork = 2e6;

/** f on a slice, first axis fastest, in pieces that yield the share done. */
export function* expansionOnSlice(
  expansion: KernelExpansion,
  { grid, held }: BoundarySlice,
  { summation, allocate = allocateFresh }: { readonly summation?: Summation; readonly allocate?: Allocate } = {},
): Generator<number, Float64Array> {
  const options = { allocate, ...(summation && { summation }) };
  if (held.length === 0) return yield* expansionOnGrid(expansion, grid, options);
  const { kernel, centres, coefficients } = expansion;
  const shown = grid.axes.length;
  const d = shown + held.length;
  const n = pointCount(centres);
  if (kernel.factors) {
    const inputs = new Float64Array(n * shown);
    const scaled = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      const centre = pointAt(centres, i);
      inputs.set(centre.subarray(0, shown), i * shown);
      scaled[i] = coefficients[i]! * kernel.evaluate(centre.subarray(shown), held);
    }
    const centresShown = { dimension: shown, coordinates: inputs };
    return yield* expansionOnGrid({ kernel, centres: centresShown, coefficients: scaled }, grid, options);
  }
  const size = gridSize(grid);
  const flat = gridPoints(grid).coordinates;
  const at = { dimension: d, coordinates: new Float64Array(size * d) };
  for (let i = 0; i < size; i++) {
    at.coordinates.set(flat.subarray(i * shown, (i + 1) * shown), i * d);
    at.coordinates.set(held, i * d + shown);
  }
  const out = allocate(size).fill(0);
  const used = indicesOfNonzero(coefficients);
  const length = 4 * Math.ceil(sliceWork / (4 * size));
  for (let u = 0; u < used.length; u += length) {
    if (u > 0) yield u / used.length;
    const block = used.subarray(u, u + length);
    const rows = new Float64Array(block.length * d);
    block.forEach((i, k) => rows.set(pointAt(centres, i), k * d));
    const part = evaluateExpansion(
      {
        kernel,
        centres: { dimension: d, coordinates: rows },
        coefficients: Float64Array.from(block, (i) => coefficients[i]!),
      },
      at,
    );
    for (let i = 0; i < size; i++) out[i]! += part[i]!;
  }
  return out;
}
