import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import type { Interval } from "../../grids.ts";

/**
 * The table that is worst for a fit: each place of every other record twice, with both ends of the response. f is 0 but for
 * an odd last record, so with the hinge loss no margin is reached, and another response of one record moves f by Δ.
 *
 * @param records n ≥ 2, any task
 * @param ends of the responses; −1 and 1 for labels
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
