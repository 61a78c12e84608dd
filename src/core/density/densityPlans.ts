import { levelAxis } from "../grids.ts";
import { ParameterError } from "../errors.ts";
import { pointsAt } from "../points.ts";
import { remember } from "../remember.ts";
import { carryingOfParts } from "../release/carrying.ts";
import type { Carrying } from "../release/carrying.ts";
import type { RecordsApart } from "../release/countedApart.ts";
import { checkLevels, elsewhereName, rowsOfGroups } from "../release/sharedGroups.ts";
import { planDensity } from "./density.ts";
import type { DensityPart, DensityPlan } from "./density.ts";
import { checkDensity } from "./densityCombinations.ts";
import type { DensityContract } from "./densityContract.ts";
import type { DensityFraming, DensityParameters, DensityTargetParameters } from "./densityParameters.ts";
import { densityFrame } from "./densityFrame.ts";
import type { GridTarget } from "../release/releaseTarget.ts";

type Domain = DensityParameters["domain"];
type Records = DensityContract["records"];

/** Plans of one data set's densities, for the last domain, scale, point mass and groups. */
interface DensityPlans {
  /** Plan of all records, without a frame. @throws {ParameterError} if they have groups or a point mass */
  readonly planFor: (domain: Domain) => DensityPlan;
  /**
   * @throws {ParameterError} if the domain cannot be framed, or the point mass or the groups do not fit the records
   */
  readonly framed: <P extends DensityTargetParameters>(parameters: P) => FramedDensity<P>;
}

/** Density on the frame's grid, before `carrying`. */
interface FramedDensity<P> {
  readonly plan: DensityPlan;
  readonly parameters: P;
  readonly carrying: Carrying | undefined;
}

/** Target of a private release of a framed density, with the post-map to the declared domain. */
export function targetFramed({ plan, parameters, carrying }: FramedDensity<DensityTargetParameters>): GridTarget {
  const target = plan.target(parameters);
  const { levels } = parameters;
  return {
    ...target,
    ...(levels && { axes: [...target.axes, levelAxis(levels)] }),
    ...(carrying && { carrying }),
  };
}

/** The map of records does not depend on bumps. */
const plainBumps = { bandwidths: [1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

interface PlanKey {
  /** Domain of the estimate, on its scale. */
  readonly domain: Domain;
  readonly count?: number | undefined;
  readonly framing?: (DensityFraming & { readonly domain: Domain }) | undefined;
  readonly atom?: number | undefined;
  readonly levels?: readonly string[] | undefined;
}

export function densityPlans(records: Records): DensityPlans {
  const planFor = remember(({ domain, count, framing, ...separation }: PlanKey) => {
    const { parts, apart } = separated(records, separation);
    const frame = framing && densityFrame({ ...framing, ...plainBumps });
    const framedParts = frame ? parts.map((part) => ({ ...part, points: frame.recordsOf(part.points) })) : parts;
    return planDensity({ parts: framedParts, domain, count, apart, recordsPerPerson: records.recordsPerPerson });
  });
  const framed = <P extends DensityTargetParameters>(parameters: P): FramedDensity<P> => {
    checkDensity(parameters, records);
    const frame = densityFrame(parameters);
    const { atom, levels } = parameters;
    if (!frame) {
      return { plan: planFor({ domain: parameters.domain, atom, levels }), parameters, carrying: undefined };
    }
    const { transformation, reflection, domain: declared } = parameters;
    const framing = {
      domain: declared,
      ...(transformation && { transformation }),
      ...(reflection !== undefined && { reflection }),
    };
    const domain = [frame.domain];
    return {
      plan: planFor({ domain, count: frame.count, framing, atom, levels }),
      parameters: { ...parameters, domain },
      carrying: levels ? carryingOfParts(frame.carrying, frame.count, levels) : frame.carrying,
    };
  };
  return { planFor: (domain) => planFor({ domain }), framed };
}

/** Records of each curve, and those that are only counted. Private. */
interface SeparatedRecords {
  readonly parts: readonly DensityPart[];
  readonly apart: readonly RecordsApart[];
}

/**
 * Records of each group, or all in one part, without those at a point mass, by raw values and public words only.
 *
 * @throws {ParameterError} unless the groups are those of the records, and the point mass is possible: one column, no
 *   groups, and for counts the value that they were counted with
 */
function separated(records: Records, { atom, levels }: Pick<PlanKey, "atom" | "levels">): SeparatedRecords {
  const { points, multiplicities, groups, atom: counted } = records;
  const outside = records.outside ? [records.outside] : [];
  checkLevels(levels, groups?.levels);
  if (groups) {
    const parts = rowsOfGroups(groups.of, groups.levels.length).map((own) => ({
      points: pointsAt(points, own),
      multiplicities: multiplicities && Float64Array.from(own, (row) => multiplicities[row]!),
    }));
    return { parts, apart: [...outside, { name: elsewhereName(groups.column, "records"), count: groups.elsewhere }] };
  }
  // Counted records at the point mass are not among the points: n would change without them.
  if (counted && atom !== counted.at)
    throw new ParameterError("atom", atom, `${counted.at}, as the records were counted`);
  if (atom === undefined) return { parts: [{ points, multiplicities }], apart: outside };
  const atAtom = (count: number) => [{ name: `share of the records at ${atom}`, at: atom, count }, ...outside];
  if (counted) return { parts: [{ points, multiplicities }], apart: atAtom(counted.count) };
  if (multiplicities) throw new ParameterError("atom", atom, "one that the counts were made with");
  const rest = points.coordinates.filter((value) => value !== atom);
  return {
    parts: [{ points: { dimension: 1, coordinates: rest } }],
    apart: atAtom(points.coordinates.length - rest.length),
  };
}
