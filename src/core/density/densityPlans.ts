import type { Allocate } from "../bufferPool.ts";
import { levelAxis } from "../grids.ts";
import { remember } from "../remember.ts";
import { carryingOfParts } from "../release/carrying.ts";
import type { Carrying } from "../release/carrying.ts";
import { planDensity } from "./density.ts";
import type { DensityPlan } from "./density.ts";
import type { DensityContract } from "./densityContract.ts";
import type {
  DensityParameters,
  DensityRelease,
  DensityTargetParameters,
  DensityFraming,
} from "./densityParameters.ts";
import { densityFrame } from "./densityFrame.ts";
import { elsewhereName, partsOf } from "./densityParts.ts";
import type { GridTarget } from "../release/releaseTarget.ts";

type Domain = DensityParameters["domain"];
type Separation = Pick<DensityParameters, "atom" | "levels">;

/** Plans of one data set's densities, for the last domain, scale, point mass and groups. */
interface DensityPlans {
  /** Plan of all records on a domain, without a frame. @throws {ParameterError} if they have groups or a point mass */
  readonly planFor: (domain: Domain) => DensityPlan;
  /**
   * @throws {ParameterError} if the domain cannot be framed, or the point mass or the groups do not fit the records
   */
  readonly framed: <P extends DensityTargetParameters & DensityFraming>(parameters: P) => FramedDensity<P>;
}

interface FramedDensity<P> {
  readonly plan: DensityPlan;
  readonly parameters: P;
  readonly carrying: Carrying | undefined;
}

/** Release of a framed density on the frame's grid; `carrying` is applied for display. */
export function releaseFramed(
  { plan, parameters }: FramedDensity<DensityParameters>,
  allocate: Allocate,
): DensityRelease {
  return plan.release(parameters, allocate);
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

/** The map of records depends on scale and ends only, not on bumps. */
const plainBumps = { bandwidths: [1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

interface PlanKey extends DensityFraming {
  /** Domain of the estimate, on its scale. */
  readonly domain: Domain;
  /** Declared domain, before any scale. */
  readonly declared: Domain;
  readonly count?: number;
  readonly atom?: number;
  readonly levels?: readonly string[];
}

/** Plans for densities of records, each made at its first use. */
export function densityPlans(records: DensityContract["records"]): DensityPlans {
  const planOn = remember(({ domain, declared, count, atom, levels, ...framing }: PlanKey) => {
    const { parts, atAtom, elsewhere } = partsOf(records, { atom, levels });
    const frame = densityFrame({ ...framing, ...plainBumps, domain: declared });
    const framedParts = frame ? parts.map((part) => ({ ...part, points: frame.recordsOf(part.points) })) : parts;
    return planDensity({
      parts: framedParts,
      domain,
      count,
      apart: [
        ...(atom === undefined ? [] : [{ name: `share of the records at ${atom}`, at: atom, count: atAtom }]),
        ...(records.outside ? [records.outside] : []),
        ...(records.groups ? [{ name: elsewhereName(records.groups), count: elsewhere }] : []),
      ],
    });
  });
  const planFor = (domain: Domain, { atom, levels }: Separation = {}) =>
    planOn({ domain, declared: domain, ...(atom !== undefined && { atom }), ...(levels && { levels }) });
  const framed = <P extends DensityTargetParameters & DensityFraming>(parameters: P): FramedDensity<P> => {
    const frame = densityFrame(parameters);
    if (!frame) return { plan: planFor(parameters.domain, parameters), parameters, carrying: undefined };
    const { transformation, reflection, domain: declared, atom, levels } = parameters;
    const domain = [frame.domain];
    return {
      plan: planOn({
        domain,
        declared,
        count: frame.count,
        ...(transformation && { transformation }),
        ...(reflection !== undefined && { reflection }),
        ...(atom !== undefined && { atom }),
        ...(levels && { levels }),
      }),
      parameters: { ...parameters, domain },
      carrying: levels ? carryingOfParts(frame.carrying, frame.count, levels) : frame.carrying,
    };
  };
  return { planFor, framed };
}
