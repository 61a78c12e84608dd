import { pointCount, pointsAt, type Points } from "../points.ts";

interface Rows {
  readonly points: Points;
  readonly responses?: Float64Array;
  readonly classOf?: Float64Array;
  readonly multiplicities?: unknown;
  readonly groups?: { readonly of: Int32Array };
}

/** Records in increasing order of coordinates, then of what else they hold. */
export function inValueOrder<R extends Rows>(records: R): R {
  const { points, responses, classOf, multiplicities, groups } = records;
  // Counts stand in the order of their lattice.
  if (multiplicities) return records;
  const others = [responses, classOf, groups?.of].filter((values) => values !== undefined);
  if (points.dimension === 1 && others.length === 0)
    return { ...records, points: { ...points, coordinates: points.coordinates.toSorted() } };
  const order = valueOrder(pointCount(points), [points.coordinates, ...others]);
  const inOrder = (values: Float64Array) => values.map((_, i) => values[order[i]!]!);
  return {
    ...records,
    points: pointsAt(points, order),
    ...(responses && { responses: inOrder(responses) }),
    ...(classOf && { classOf: inOrder(classOf) }),
    ...(groups && { groups: { ...groups, of: groups.of.map((_, i, own) => own[order[i]!]!) } }),
  };
}

/**
 * Indices of n rows in a total order of doubles, −0 before 0; by radix.
 *
 * @param columns n numbers each, or the coordinates of n points
 */
function valueOrder(n: number, columns: readonly (Float64Array | Int32Array)[]): Uint32Array {
  let order = Uint32Array.from({ length: n }, (_, i) => i);
  let next = new Uint32Array(n);
  const keys = new Float64Array(n);
  const [words, digits] = [new Uint32Array(keys.buffer), new Uint16Array(keys.buffer)];
  for (const column of columns.toReversed()) {
    const width = column.length / n;
    for (let j = width - 1; j >= 0; j--) {
      for (let i = 0; i < n; i++) {
        keys[i] = column[i * width + j]!;
        // As whole numbers, negative doubles come last, in reverse.
        const turned = -(words[2 * i + 1]! >>> 31);
        words[2 * i]! ^= turned;
        words[2 * i + 1]! ^= turned | 0x80000000;
      }
      for (let digit = 0; digit < 4; digit++) {
        const places = new Uint32Array(2 ** 16 + 1);
        for (let i = 0; i < n; i++) places[digits[4 * i + digit]! + 1]!++;
        if (places.includes(n)) continue;
        for (let k = 0; k < 2 ** 16; k++) places[k + 1]! += places[k]!;
        for (const i of order) next[places[digits[4 * i + digit]!]!++] = i;
        [order, next] = [next, order];
      }
    }
  }
  return order;
}
