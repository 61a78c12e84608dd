import { levelAxis } from "../grids.ts";
import { ParameterError } from "../errors.ts";
import { pointsAt } from "../points.ts";
import { remember } from "../remember.ts";
import { postMapOfParts, type PostMap } from "../release/postMap.ts";
import { absentName, checkMostRecords } from "../release/absentRecords.ts";
import type { PointMassRecords } from "../release/countedPointMass.ts";
import { checkLevels, elsewhereName, rowsOfGroups } from "../release/sharedGroups.ts";
import { planDensity, type DensityPart, type DensityPlan } from "./density.ts";
import { checkDensity } from "./densityCombinations.ts";
import type { DensityContract } from "./densityContract.ts";
import type { DensityFraming, DensityParameters, DensityTargetParameters } from "./densityParameters.ts";
import { densityFrame } from "./densityFrame.ts";
import { placedRecords } from "./placedRecords.ts";
import type { GridTarget } from "../release/releaseTarget.ts";

type Domain = DensityParameters["domain"];
type Records = DensityContract["records"];

interface DensityPlans {
  /** @throws {ParameterError} if the records have groups or a point mass */
  readonly planFor: (domain: Domain) => DensityPlan;
  /** @throws {ParameterError} if the domain cannot be framed, or the point mass or the groups do not fit the records */
  readonly framed: <P extends DensityTargetParameters>(parameters: P) => FramedDensity<P>;
}

interface FramedDensity<P> {
  readonly plan: DensityPlan;
  readonly parameters: P;
  readonly postMap: PostMap | undefined;
}

export function targetFramed({ plan, parameters, postMap }: FramedDensity<DensityTargetParameters>): GridTarget {
  const target = plan.target(parameters);
  const { levels } = parameters;
  return {
    ...target,
    ...(levels && { axes: [...target.axes, levelAxis(levels)] }),
    ...(postMap && { postMap }),
  };
}

const plainBumps = { bandwidths: [1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

interface PlanKey {
  readonly domain: Domain;
  readonly count?: number | undefined;
  readonly framing?: (DensityFraming & { readonly domain: Domain }) | undefined;
  readonly pointMass?: number | undefined;
  readonly levels?: readonly string[] | undefined;
  readonly mostRecords?: number | undefined;
}

export function densityPlans(records: Records): DensityPlans {
  const planFor = remember(({ domain, count, framing, mostRecords, ...separation }: PlanKey) => {
    const { parts, pointMassRecords } =
      mostRecords === undefined ? separated(records, separation) : withAbsent(records, separation, mostRecords);
    const frame = framing && densityFrame({ ...framing, ...plainBumps });
    const framedParts = frame ? parts.map((part) => ({ ...part, points: frame.recordsOf(part.points) })) : parts;
    return planDensity({
      parts: framedParts,
      domain,
      count,
      pointMassRecords,
      recordsPerPerson: records.recordsPerPerson,
    });
  });
  const framed = <P extends DensityTargetParameters>(parameters: P): FramedDensity<P> => {
    checkDensity(parameters, records);
    const frame = densityFrame(parameters);
    const { pointMass, levels, mostRecords } = parameters;
    if (!frame) {
      return {
        plan: planFor({ domain: parameters.domain, pointMass, levels, mostRecords }),
        parameters,
        postMap: undefined,
      };
    }
    const { transformation, reflection, domain: declared } = parameters;
    const framing = {
      domain: declared,
      ...(transformation && { transformation }),
      ...(reflection !== undefined && { reflection }),
    };
    const domain = [frame.domain];
    return {
      plan: planFor({ domain, count: frame.count, framing, pointMass, levels, mostRecords }),
      parameters: { ...parameters, domain },
      postMap: levels ? postMapOfParts(frame.postMap, frame.count, levels) : frame.postMap,
    };
  };
  return { planFor: (domain) => planFor({ domain }), framed };
}

interface SeparatedRecords {
  readonly parts: readonly DensityPart[];
  readonly pointMassRecords: readonly PointMassRecords[];
}

/** Separated records among N places, and the number of empty places. */
function withAbsent(records: Records, separation: Pick<PlanKey, "pointMass" | "levels">, mostRecords: number) {
  const { records: placed, absent } = placedRecords(records, checkMostRecords(mostRecords));
  const { parts, pointMassRecords } = separated(placed, separation);
  const empty = { name: absentName(mostRecords, "records"), count: absent };
  return { parts, pointMassRecords: [...pointMassRecords, empty] };
}

/**
 * Records of each group, or all in one part, without those at a point mass.
 *
 * @throws {ParameterError} unless the groups are those of the records, and the point mass is possible: one column, no
 * groups, and the counted value
 */
function separated(records: Records, { pointMass, levels }: Pick<PlanKey, "pointMass" | "levels">): SeparatedRecords {
  const { points, multiplicities, groups, pointMass: counted } = records;
  const outside = records.outside ? [records.outside] : [];
  checkLevels(levels, groups?.levels);
  if (groups) {
    const parts = rowsOfGroups(groups.of, groups.levels.length).map((own) => ({
      points: pointsAt(points, own),
      multiplicities: multiplicities && Float64Array.from(own, (row) => multiplicities[row]!),
    }));
    return {
      parts,
      pointMassRecords: [...outside, { name: elsewhereName(groups.column, "records"), count: groups.elsewhere }],
    };
  }
  if (counted && pointMass !== counted.at)
    throw new ParameterError("pointMass", pointMass, `${counted.at}, as the records were counted`);
  if (pointMass === undefined) return { parts: [{ points, multiplicities }], pointMassRecords: outside };
  const atAtom = (count: number) => [
    { name: `share of the records at ${pointMass}`, at: pointMass, count },
    ...outside,
  ];
  if (counted) return { parts: [{ points, multiplicities }], pointMassRecords: atAtom(counted.count) };
  if (multiplicities) throw new ParameterError("pointMass", pointMass, "one that the counts were made with");
  const rest = points.coordinates.filter((value) => value !== pointMass);
  return {
    parts: [{ points: { dimension: 1, coordinates: rest } }],
    pointMassRecords: atAtom(points.coordinates.length - rest.length),
  };
}
