import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import type { Interval } from "../../grids.ts";

/**
 * Each other place twice, with both ends of the response: f is 0, no margin is reached, and one response moves it by Δ.
 *
 * @see docs/proofs/sensitivities.md, Lemma 8
 */
export function balancedRecords(records: BoundaryRecords, [low, high]: Interval): BoundaryRecords {
  const { dimension } = records.points;
  const coordinates = records.points.coordinates.slice();
  for (let to = dimension; to + dimension <= coordinates.length; to += 2 * dimension)
    coordinates.copyWithin(to, to - dimension, to);
  return {
    ...records,
    points: { ...records.points, coordinates },
    responses: records.responses.map((_, i) => (i % 2 === 0 ? low : high)),
  };
}
