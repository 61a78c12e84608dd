/** Where a record goes, from where it was. */
export type Move = (before: number) => number;

const beside: Move = (x) => x + 1e-9 * (1 + Math.abs(x));

/** The first record, wherever it is kept, moved to the lowest or highest place, far outside, and next to itself. */
export function neighboursOf<R extends object>(
  records: R,
  moves: readonly Move[] = [() => 1e12, () => -1e12, beside],
): R[] {
  const first = (name: string) => (value: Move) => withFirst(records, name, value);
  const names = ["points" in records ? "points" : "curves", ...("responses" in records ? ["responses"] : [])];
  const isLabel = "classNames" in records && (records as { classNames?: unknown }).classNames !== undefined;
  const changed = names.flatMap((name) =>
    name === "responses" && isLabel ? [first(name)((label) => -label)] : moves.map((move) => first(name)(move)),
  );
  if (!("groups" in records) || !records.groups) return changed;
  // It enters another group, and none.
  const groups = records.groups as { readonly of: Int32Array; readonly levels: readonly string[] };
  // Of a density those in none are counted when they are read, so they have no place among the points.
  const others = [(groups.of[0]! + 1) % groups.levels.length, ...("elsewhere" in groups ? [] : [-1])];
  return [...changed, ...others.map((group) => ({ ...records, groups: { ...groups, of: groups.of.with(0, group) } }))];
}

/** The first record of a kind, moved. */
export function withFirst<R extends object>(records: R, name: string, value: Move): R {
  const held = records as Readonly<Record<string, unknown>>;
  if (name === "points") {
    const { dimension, coordinates } = held["points"] as { dimension: number; coordinates: Float64Array };
    const own = coordinates.map((x, k) => (k < dimension ? value(x) : x));
    return { ...records, points: { dimension, coordinates: own } };
  }
  const width = name === "curves" ? (held["pointCount"] as number) : 1;
  return { ...records, [name]: (held[name] as Float64Array).map((x, k) => (k < width ? value(x) : x)) };
}
