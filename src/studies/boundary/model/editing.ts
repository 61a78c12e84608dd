import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import type { Rows } from "../../../state/scenario/editedRows.ts";

/** The two inputs, or the input and the response. */
export type Place = readonly [x: number, y: number];

/** Held inputs keep their held values. */
export function withPoint(
  records: BoundaryRecords,
  place: Place,
  label: number,
  held: readonly number[] = [],
): BoundaryRecords {
  const { points, responses, classNames } = records;
  const added = [...(classNames ? place : [place[0]]), ...held];
  return {
    ...records,
    points: { ...points, coordinates: Float64Array.from([...points.coordinates, ...added]) },
    responses: Float64Array.from([...responses, classNames ? label : place[1]]),
  };
}

export function withMoved(records: BoundaryRecords, index: number, place: Place): BoundaryRecords {
  const { points, responses, classNames } = records;
  const coordinates = points.coordinates.slice();
  if (classNames) {
    coordinates.set(place, points.dimension * index);
    return { ...records, points: { ...points, coordinates } };
  }
  coordinates[points.dimension * index] = place[0];
  const moved = responses.slice();
  moved[index] = place[1];
  return { ...records, points: { ...points, coordinates }, responses: moved };
}

export function withFlipped(records: BoundaryRecords, index: number): BoundaryRecords {
  const responses = records.responses.slice();
  responses[index] = -responses[index]!;
  return { ...records, responses };
}

/** undefined if fewer than two remain. */
export function withoutPoint(records: BoundaryRecords, index: number): BoundaryRecords {
  const { points, responses } = records;
  if (responses.length <= 2) return records;
  const d = points.dimension;
  return {
    ...records,
    points: { ...points, coordinates: points.coordinates.filter((_, k) => Math.floor(k / d) !== index) },
    responses: responses.filter((_, i) => i !== index),
  };
}

/** The drawn inputs, or input and response; the same array for the same records. */
export function placesOf({ points, responses, classNames }: BoundaryRecords): Float64Array {
  if (classNames) return drawnInputs(points, 2);
  const inputs = drawnInputs(points, 1);
  const places = new Float64Array(2 * responses.length);
  responses.forEach((y, i) => {
    places[2 * i] = inputs[i]!;
    places[2 * i + 1] = y;
  });
  return places;
}

export function firstInputOf({ points }: BoundaryRecords): Float64Array {
  return drawnInputs(points, 1);
}

const drawn = new WeakMap<Float64Array, Float64Array>();

function drawnInputs({ dimension, coordinates }: BoundaryRecords["points"], count: number): Float64Array {
  if (dimension === count) return coordinates;
  const known = drawn.get(coordinates);
  if (known) return known;
  const inputs = Float64Array.from(
    { length: (coordinates.length / dimension) * count },
    (_, k) => coordinates[Math.floor(k / count) * dimension + (k % count)]!,
  );
  drawn.set(coordinates, inputs);
  return inputs;
}

/** Distances are in shares of the two extents. */
export function nearestTo(records: BoundaryRecords, [x, y]: Place, extents: readonly [number, number]): number {
  const places = placesOf(records);
  let nearest = 0;
  let least = Infinity;
  for (let i = 0; 2 * i < places.length; i++) {
    const distance = ((places[2 * i]! - x) / extents[0]) ** 2 + ((places[2 * i + 1]! - y) / extents[1]) ** 2;
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

/** All inputs, then the response. */
export function rowsOf({ points: { dimension, coordinates }, responses }: BoundaryRecords): Rows {
  const width = dimension + 1;
  const values = new Float64Array(width * responses.length);
  responses.forEach((response, i) => {
    values.set(coordinates.subarray(dimension * i, dimension * (i + 1)), width * i);
    values[width * i + dimension] = response;
  });
  return { values, width };
}

/** undefined for fewer than two, or invalid labels. */
export function withRows(records: BoundaryRecords, values: Float64Array): BoundaryRecords | undefined {
  const { dimension } = records.points;
  const width = dimension + 1;
  const responses = values.filter((_, k) => k % width === dimension);
  if (records.groups) return undefined;
  const isLabelled = records.classNames === undefined || responses.every((label) => Math.abs(label) === 1);
  if (responses.length < 2 || !isLabelled) return undefined;
  const coordinates = values.filter((_, k) => k % width !== dimension);
  return { ...records, points: { ...records.points, coordinates }, responses };
}
