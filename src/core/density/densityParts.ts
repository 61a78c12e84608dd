import { shortName } from "../tables/shortName.ts";
import { ParameterError } from "../errors.ts";
import { pointsAt } from "../points.ts";
import type { Points } from "../points.ts";
import type { DensityPart } from "./density.ts";
import type { DensityContract } from "./densityContract.ts";
import { rowsOfGroups } from "../release/sharedGroups.ts";

/** Records of a density: those of each curve, and the numbers of those without one. Private. */
interface DensityParts {
  readonly parts: readonly DensityPart[];
  readonly atAtom: number;
  readonly elsewhere: number;
}

/** Label of the released share of the records that are in no group. */
export function elsewhereName({ column }: { readonly column: string }): string {
  return `share of the records with another ${shortName(column)}, or none`;
}

/**
 * Records of each group, or all in one part, without those at a point mass. Each record is assigned by its raw value and
 * public words only, before any domain or scale.
 *
 * @param requested parameters of a release
 * @throws {ParameterError} unless the groups are those that the records were read with, and the point mass is possible:
 *   one column, no groups, and for counts the value that they were counted with
 */
export function partsOf(
  { points, multiplicities, groups, atom }: DensityContract["records"],
  requested: { readonly atom?: number | undefined; readonly levels?: readonly string[] | undefined },
): DensityParts {
  const isSame = JSON.stringify(requested.levels) === JSON.stringify(groups?.levels);
  if (!isSame)
    throw new ParameterError("levels", requested.levels?.join(", "), "those that the records were read with");
  if (groups) {
    if (requested.atom !== undefined) throw new ParameterError("atom", requested.atom, "absent where there are groups");
    return { parts: byGroup(points, multiplicities, groups), atAtom: 0, elsewhere: groups.elsewhere };
  }
  if (atom) {
    // Records at the point mass are not among the points: leaving them out would change n.
    if (requested.atom !== atom.at)
      throw new ParameterError("atom", requested.atom, `${atom.at}, as the records were counted`);
    return { parts: [{ points, multiplicities }], atAtom: atom.count, elsewhere: 0 };
  }
  if (requested.atom === undefined) return { parts: [{ points, multiplicities }], atAtom: 0, elsewhere: 0 };
  if (points.dimension !== 1) throw new ParameterError("atom", requested.atom, "absent where there are two columns");
  if (multiplicities) throw new ParameterError("atom", requested.atom, "one that the counts were made with");
  const rest = points.coordinates.filter((value) => value !== requested.atom);
  return {
    parts: [{ points: { dimension: 1, coordinates: rest } }],
    atAtom: points.coordinates.length - rest.length,
    elsewhere: 0,
  };
}

function byGroup(
  points: Points,
  multiplicities: Float64Array | undefined,
  { levels, of }: NonNullable<DensityContract["records"]["groups"]>,
): readonly DensityPart[] {
  return rowsOfGroups(of, levels.length).map((own) => ({
    points: pointsAt(points, own),
    ...(multiplicities && { multiplicities: Float64Array.from(own, (row) => multiplicities[row]!) }),
  }));
}
