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

/** An axis along which values are shown: its ends, and where they are not evenly spaced their places, increasing. */
export interface ShownAxis extends GridAxis {
  readonly at?: Float64Array;
  /** Its length on the scale where they are evenly spaced. */
  readonly evenLength?: number;
  /** What its values 1, 2, … stand for, where they are parts of the records and not places. Public. */
  readonly levels?: readonly string[];
}

/**
 * The axis of parts with these names: 1, 2, ….
 *
 * @throws {ParameterError} unless there are at least two
 */
export function levelAxis(levels: readonly string[]): ShownAxis {
  return { ...gridAxis({ lower: 1, upper: levels.length, count: levels.length }), levels };
}

/** A regular grid: the product of its axes. The first axis varies fastest: (i, j) is at i + j·count₀. */
export interface RegularGrid {
  readonly axes: readonly GridAxis[];
}

/** The size and the ends of a grid of two axes, as pictures of it say them. */
export function planeOf([x, y]: readonly GridAxis[]): {
  readonly counts: readonly [number, number];
  readonly domain: { readonly x: Interval; readonly y: Interval };
} {
  return { counts: [x!.count, y!.count], domain: { x: [x!.lower, x!.upper], y: [y!.lower, y!.upper] } };
}

/** Whether functions on one axis stand behind each other, one for each name of the second. */
export function isGrouped(
  axes: readonly ShownAxis[],
): axes is readonly [ShownAxis, ShownAxis & { readonly levels: readonly string[] }] {
  return axes.length === 2 && axes[1]!.levels !== undefined;
}

/** The names of the groups that have a function each, one behind the other; none where there is one function. */
export function levelsOf(axes: readonly ShownAxis[]): readonly string[] {
  return axes.at(-1)?.levels ?? [];
}

/**
 * An axis, checked.
 *
 * @param lower finite
 * @param upper finite, greater than lower
 * @param count at least 2
 * @throws {ParameterError} otherwise
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

/** Distance of neighbouring values of an axis. */
export function gridStep({ lower, upper, count }: GridAxis): number {
  return (upper - lower) / (count - 1);
}

/** The values of an axis, shape (count,). */
export function gridCoordinates(axis: GridAxis): Float64Array {
  const step = gridStep(axis);
  return Float64Array.from({ length: axis.count }, (_, i) =>
    i === axis.count - 1 ? axis.upper : axis.lower + i * step,
  );
}

/** The places of the values along an axis, shape (count,). */
export function axisPlaces(axis: ShownAxis): Float64Array {
  return axis.at ?? gridCoordinates(axis);
}

/** The number of points of a grid. */
export function gridSize({ axes }: RegularGrid): number {
  return axes.reduce((size, { count }) => size * count, 1);
}

/** The points of a grid, first axis fastest. */
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
