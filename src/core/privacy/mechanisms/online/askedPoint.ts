import { checkAllFinite, checkLength } from "../../../checks.ts";
import { ParameterError } from "../../../errors.ts";
import type { Point } from "../../../points.ts";

/**
 * The coordinates of a point at which an online answer is asked for; −0 is 0, so that the two are one point.
 *
 * @throws {ParameterError} unless it has `dimension` finite coordinates
 */
export function askedPoint(point: Point, dimension: number, name = "point"): number[] {
  checkAllFinite(name, checkLength(name, point, dimension));
  return Array.from(point, (x) => x + 0);
}

/** The same of a point with one coordinate, without an array. @throws {ParameterError} unless it is one finite number */
export function askedNumber(name: string, point: Point): number {
  checkAllFinite(name, checkLength(name, point, 1));
  return point[0]! + 0;
}

/** @throws {ParameterError} unless there may be one more than `size` points */
export function checkRoom(size: number, capacity: number): void {
  if (size >= capacity) throw new ParameterError("point", `number ${size + 1}`, `one of at most ${capacity} points`);
}
