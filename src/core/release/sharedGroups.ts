import { checkLength } from "../checks.ts";
import { shortName, shortNames } from "../tables/shortName.ts";
import { ParameterError } from "../errors.ts";
import { axisPlaces, gridSize, levelAxis, type ShownAxis } from "../grids.ts";
import { centreAt, centreText, type PostMap, type Centre } from "./postMap.ts";
import { countedPointMass, type CountedPointMass } from "./countedPointMass.ts";

/** Declared, public. */
export interface SharedGroups {
  readonly levels: readonly string[];
  /** Declared share of each group, 0 < q ≤ 1, a factor of its function. */
  readonly shares: readonly number[];
}

export interface GroupUnits {
  /** c; 0 if absent. */
  readonly centre?: Centre | undefined;
  /** In shown units; 1 if absent. */
  readonly unit?: number;
}

/**
 * Post-map for functions of groups, each released times its share, to
 *
 *     c + (unit/q_g) · number.
 *
 * A group mean's distance from c is multiplied by its true share over q_g.
 *
 * @param axes of each function; a centre is along the first
 * @throws {ParameterError} unless there are two groups or more, with shares in (0, 1]
 */
export function groupPostMap(
  groups: SharedGroups,
  axes: readonly ShownAxis[],
  { centre, unit = 1 }: GroupUnits = {},
): PostMap {
  const { levels, shares } = checkShares(groups);
  const count = gridSize({ axes });
  const along = axes[0]!.count;
  const centres = centre ? centreAt(centre, axisPlaces(axes[0]!)) : new Float64Array(along);
  const size = levels.length * count;
  const weights = Float64Array.from({ length: size }, (_, i) => unit / shares[Math.floor(i / count)]!);
  return {
    axes: [...axes, levelAxis(levels)],
    terms: [{ from: Uint32Array.from({ length: size }, (_, i) => i), weights }],
    offsets: weights.map((_, i) => centres[i % along]!),
    spread: weights,
    words: [
      `what is released of each group is divided by the group’s declared share of all, ${shares.join("; ")}`,
      ...(unit === 1 ? [] : [`a unit of it is ${unit}`]),
      ...(centre ? [`a declared centre is added, ${centreText(centre)}`] : []),
    ].join("; "),
  };
}

function checkShares(groups: SharedGroups): SharedGroups {
  const { levels, shares } = groups;
  checkLength("shares", shares, levels.length);
  const bad = shares.find((share) => !(share > 0 && share <= 1));
  if (bad !== undefined) throw new ParameterError("shares", bad, "above 0 and at most 1");
  return groups;
}

/**
 * Number of records of a group, as an extra number κ·count after functions of groups, κ = Δ/2: together of sensitivity
 * Δ. A count has the standard deviation 2/μ.
 *
 * @param sensitivity Δ > 0 of the functions, of which a record less changes one by at most Δ/2
 * @param recordCount n ≥ 1, of all records
 * @see docs/proofs/disjointParts.md, Lemmas 5 and 6
 */
export function countedGroup({
  sensitivity,
  recordCount,
}: {
  readonly sensitivity: number;
  readonly recordCount: number;
}): CountedPointMass {
  return countedPointMass({ sensitivity: sensitivity * Math.SQRT1_2, recordCount });
}

/** Labels of the counts of each group, then of the records in none. */
export function groupCountNames(
  { column, levels }: { readonly column: string; readonly levels: readonly string[] },
  records: "curves" | "records",
) {
  return [
    ...shortNames(levels).map((level) => `share of the ${records} with ${shortName(column)} = ${level}`),
    elsewhereName(column, records),
  ];
}

export function elsewhereName(column: string, records: "curves" | "records"): string {
  return `share of the ${records} with another ${shortName(column)}, or none`;
}

/** Groups, if the records were read with them. */
export function requestedGroups<G extends { readonly levels: readonly string[] }>(
  requested: SharedGroups,
  held: G | undefined,
): G {
  checkLevels(requested.levels, held?.levels);
  checkShares(requested);
  return held!;
}

/** Checks that the records were read with these levels, or without any. */
export function checkLevels(requested: readonly string[] | undefined, held: readonly string[] | undefined): void {
  if (JSON.stringify(requested) !== JSON.stringify(held)) {
    throw new ParameterError("levels", requested?.join(", "), "those that the records were read with");
  }
}

export function rowsOfGroups(of: Int32Array, groupCount: number): readonly (readonly number[])[] {
  const rows = Array.from({ length: groupCount }, (): number[] => []);
  of.forEach((group, row) => rows[group]?.push(row));
  return rows;
}

/** Records in each group, last in none. Private. */
export function countsOfGroups(of: Int32Array, groupCount: number): Float64Array {
  const counts = new Float64Array(groupCount + 1);
  for (const group of of) counts[group < 0 ? groupCount : group]!++;
  return counts;
}
