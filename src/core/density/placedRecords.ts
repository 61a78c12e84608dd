import { pointsAt, type Points } from "../points.ts";
import { checkMostRecords, inPublicOrder, placesFor } from "../release/absentRecords.ts";
import type { DensityContract } from "./densityContract.ts";

type Records = DensityContract["records"];

/**
 * Records that find one of N places, those with a bump first, and the number of empty places. Private.
 *
 * @see docs/proofs/absentRecords.md
 */
export function placedRecords(
  records: Records,
  mostRecords: number,
): { readonly records: Records; readonly absent: number } {
  const { pointMass, groups, outside } = records;
  const places = placesFor(mostRecords);
  const placed: Records = {
    ...withPlaces(records, mostRecords, places.take),
    ...(pointMass && { pointMass: { ...pointMass, count: places.take(pointMass.count) } }),
  };
  const elsewhere = places.take(groups?.elsewhere ?? 0);
  return {
    records: {
      ...placed,
      ...(placed.groups && { groups: { ...placed.groups, elsewhere } }),
      ...(outside && { outside: { ...outside, count: places.take(outside.count) } }),
    },
    absent: places.left(),
  };
}

export function placedPoints(points: Points, mostRecords: number): Points {
  return placedRecords({ points, droppedCount: 0 }, checkMostRecords(mostRecords)).records.points;
}

export function recordsHeld({ points, multiplicities, pointMass, groups, outside }: Records): number {
  const withBump = multiplicities
    ? multiplicities.reduce((sum, count) => sum + count, 0)
    : points.coordinates.length / points.dimension;
  return withBump + (pointMass?.count ?? 0) + (groups?.elsewhere ?? 0) + (outside?.count ?? 0);
}

function withPlaces(records: Records, mostRecords: number, take: (count: number) => number): Records {
  const { points, multiplicities, groups, pointMass: _, outside: __, ...rest } = records;
  const own = recordsHeld({ points, droppedCount: 0, ...(multiplicities && { multiplicities }) });
  if (own <= mostRecords) {
    take(own);
    return { points, ...rest, ...(multiplicities && { multiplicities }), ...(groups && { groups }) };
  }
  const order = Array.from(inPublicOrder(points.coordinates, points.dimension, groups?.of));
  const counts = order.map((row) => take(multiplicities ? multiplicities[row]! : 1));
  const rows = order.filter((_, i) => counts[i]! > 0);
  return {
    ...rest,
    points: pointsAt(points, rows),
    ...(multiplicities && { multiplicities: Float64Array.from(counts.slice(0, rows.length)) }),
    ...(groups && { groups: { ...groups, of: Int32Array.from(rows, (row) => groups.of[row]!) } }),
  };
}
