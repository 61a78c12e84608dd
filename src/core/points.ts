import { checkAllFinite, checkLength, checkPositiveInteger } from "./checks.ts";
import type { Interval } from "./grids.ts";

/** A point in ℝᵈ, stored as its d coordinates. */
export type Point = ArrayLike<number>;

/** n points in ℝᵈ, row-major: point i is `coordinates[i·d] … coordinates[i·d + d − 1]`. */
export interface Points {
  readonly dimension: number;
  readonly coordinates: Float64Array;
}

/**
 * Points from rows of coordinates.
 *
 * @param rows n ≥ 1 rows of equal length d ≥ 1, all finite
 * @throws {ParameterError} if a row has another length or a value is not finite
 */
export function pointsFrom(rows: readonly (readonly number[])[]): Points {
  checkPositiveInteger("rows.length", rows.length);
  const dimension = checkPositiveInteger("rows[0].length", rows[0]!.length);
  const coordinates = new Float64Array(rows.length * dimension);
  rows.forEach((row, i) => {
    checkAllFinite(`rows[${i}]`, checkLength(`rows[${i}]`, row, dimension));
    coordinates.set(row, i * dimension);
  });
  return { dimension, coordinates };
}

/** Some of the points, copied. */
export function pointsAt(
  { dimension, coordinates }: Points,
  rows: readonly number[] | Int32Array | Uint32Array,
): Points {
  const some = new Float64Array(rows.length * dimension);
  rows.forEach((row, i) => some.set(coordinates.subarray(row * dimension, (row + 1) * dimension), i * dimension));
  return { dimension, coordinates: some };
}

export function pointCount(points: Points): number {
  return points.coordinates.length / points.dimension;
}

/** Point i, as a view. */
export function pointAt(points: Points, i: number): Float64Array {
  const { dimension, coordinates } = points;
  return coordinates.subarray(i * dimension, (i + 1) * dimension);
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
