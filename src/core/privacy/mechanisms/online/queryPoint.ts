import { checkAllFinite, checkLength } from "../../../checks.ts";
import { ParameterError } from "../../../errors.ts";
import type { Point } from "../../../points.ts";

/**
 * Coordinates of a requested point; −0 becomes 0, so that both are one point.
 *
 * @throws {ParameterError} unless it has `dimension` finite coordinates
 */
export function queryPoint(point: Point, dimension: number, name = "point"): number[] {
  checkAllFinite(name, checkLength(name, point, dimension));
  return Array.from(point, (x) => x + 0);
}

/** Coordinate of a requested point on a line, without an array. */
export function askedNumber(name: string, point: Point): number {
  checkAllFinite(name, checkLength(name, point, 1));
  return point[0]! + 0;
}

/** @throws {ParameterError} unless one point more than `size` is allowed */
export function checkRoom(size: number, capacity: number): void {
  if (size >= capacity) throw new ParameterError("point", `number ${size + 1}`, `one of at most ${capacity} points`);
}
