import { gridPoints, type RegularGrid } from "../../grids.ts";
import type { Points } from "../../points.ts";
import type { UnitBox } from "./tableRows.ts";

/**
 * Points of a grid over the first two columns, on the scale of [0, 1], with fixed other columns.
 *
 * @param heldAt for each further column, in data units; middles of ranges if absent
 */
export function planeIn(box: UnitBox, grid: RegularGrid, heldAt: readonly number[] | undefined): Points {
  const { coordinates } = gridPoints(grid);
  const p = box.bounds.lower.length;
  if (p === 2) return { dimension: p, coordinates };
  const middles = box.bounds.lower.map((lower, j) => lower + (box.bounds.upper[j]! - lower) / 2);
  const held = box.toUnit({ dimension: p, coordinates: Float64Array.from([0, 0, ...(heldAt ?? middles.slice(2))]) });
  const points = new Float64Array((coordinates.length / 2) * p);
  for (let q = 0; 2 * q < coordinates.length; q++) {
    points.set(held.coordinates, q * p);
    points.set(coordinates.subarray(2 * q, 2 * q + 2), q * p);
  }
  return { dimension: p, coordinates: points };
}
