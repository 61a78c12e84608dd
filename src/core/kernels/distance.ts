import type { Point } from "../points.ts";

/** ‖x − y‖². */
export function squaredDistance(x: Point, y: Point): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i]! - y[i]!) ** 2;
  return sum;
}
