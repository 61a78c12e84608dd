import { checkFinite } from "./checks.ts";
import { ParameterError } from "./errors.ts";
import type { Points } from "./points.ts";

/** A closed interval, declared public. */
export type Interval = readonly [lower: number, upper: number];

/** `count` evenly spaced values from `lower` to `upper`, both included. */
export interface GridAxis {
  readonly lower: number;
  readonly upper: number;
  readonly count: number;
}

/** An axis for pictures: its ends and, if unevenly spaced, its increasing places. */
export interface ShownAxis extends GridAxis {
  readonly at?: Float64Array;
  /** Length on the scale of even spacing. */
  readonly evenLength?: number;
  /** Names of the parts of the records at 1, 2, …; public. */
  readonly levels?: readonly string[];
}

/**
 * Axis 1, 2, … of parts with these names.
 *
 * @throws {ParameterError} unless there are at least two
 */
export function levelAxis(levels: readonly string[]): ShownAxis {
  return { ...gridAxis({ lower: 1, upper: levels.length, count: levels.length }), levels };
}

/** A regular grid: the product of its axes, first axis fastest, (i, j) at i + j·count₀. */
export interface RegularGrid {
  readonly axes: readonly GridAxis[];
}

/** Size and ends of a grid of two axes, for pictures. */
export function planeOf([x, y]: readonly GridAxis[]): {
  readonly counts: readonly [number, number];
  readonly domain: { readonly x: Interval; readonly y: Interval };
} {
  return { counts: [x!.count, y!.count], domain: { x: [x!.lower, x!.upper], y: [y!.lower, y!.upper] } };
}

/** True for functions on one axis, one for each name of the second. */
export function isGrouped(
  axes: readonly ShownAxis[],
): axes is readonly [ShownAxis, ShownAxis & { readonly levels: readonly string[] }] {
  return axes.length === 2 && axes[1]!.levels !== undefined;
}

/** Names of groups that have a function each. */
export function levelsOf(axes: readonly ShownAxis[]): readonly string[] {
  return axes.at(-1)?.levels ?? [];
}

/**
 * An axis, checked.
 *
 * @param lower finite
 * @param upper finite, greater than lower
 * @param count at least 2
 */
export function gridAxis({ lower, upper, count }: GridAxis): GridAxis {
  checkFinite("lower", lower);
  checkFinite("upper", upper);
  if (!(upper > lower)) throw new ParameterError("upper", upper, `greater than lower = ${lower}`);
  if (!(Number.isSafeInteger(count) && count >= 2)) {
    throw new ParameterError("count", count, "an integer of at least 2");
  }
  return { lower, upper, count };
}

export function gridStep({ lower, upper, count }: GridAxis): number {
  return (upper - lower) / (count - 1);
}

/** Shape (count,). */
export function gridCoordinates(axis: GridAxis): Float64Array {
  const step = gridStep(axis);
  return Float64Array.from({ length: axis.count }, (_, i) =>
    i === axis.count - 1 ? axis.upper : axis.lower + i * step,
  );
}

/** Places of the values of an axis, shape (count,). */
export function axisPlaces(axis: ShownAxis): Float64Array {
  return axis.at ?? gridCoordinates(axis);
}

export function gridSize({ axes }: RegularGrid): number {
  return axes.reduce((size, { count }) => size * count, 1);
}

/** Points of a grid, first axis fastest. */
export function gridPoints(grid: RegularGrid): Points {
  const dimension = grid.axes.length;
  const size = gridSize(grid);
  const coordinates = new Float64Array(size * dimension);
  let stride = 1;
  grid.axes.forEach((axis, k) => {
    const values = gridCoordinates(axis);
    for (let i = 0; i < size; i++) {
      coordinates[i * dimension + k] = values[Math.floor(i / stride) % axis.count]!;
    }
    stride *= axis.count;
  });
  return { dimension, coordinates };
}

/** Points moved to the nearest ones of a box. */
export function clampedInto({ dimension, coordinates }: Points, box: readonly Interval[]): Points {
  return {
    dimension,
    coordinates: coordinates.map((x, i) => {
      const [lower, upper] = box[i % dimension]!;
      return Math.min(upper, Math.max(lower, x));
    }),
  };
}
