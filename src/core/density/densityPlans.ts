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
type Told = Pick<DensityParameters, "atom" | "levels">;

/** The plans of one data set's densities: of the last domain, scale, atom and groups that were asked for. */
interface DensityPlans {
  /** The plan of all records on a domain, without a frame. @throws {ParameterError} if they have groups, or an atom */
  readonly planFor: (domain: Domain) => DensityPlan;
  /** @throws {ParameterError} if the domain cannot be framed, or the atom or the groups cannot be told */
  readonly framed: <P extends DensityTargetParameters & DensityFraming>(parameters: P) => FramedDensity<P>;
}

/** The plan of what is asked for on its own scale, the parameters there, and the way back. */
interface FramedDensity<P> {
  readonly plan: DensityPlan;
  readonly parameters: P;
  readonly carrying: Carrying | undefined;
}

/** The release of a framed density, on the grid of its frame; `carrying` is applied where it is shown. */
export function releaseFramed(
  { plan, parameters }: FramedDensity<DensityParameters>,
  allocate: Allocate,
): DensityRelease {
  return plan.release(parameters, allocate);
}

/** What a private release of a framed density is made of, and how its values are carried to the declared domain. */
export function targetFramed({ plan, parameters, carrying }: FramedDensity<DensityTargetParameters>): GridTarget {
  const target = plan.target(parameters);
  const { levels } = parameters;
  return {
    ...target,
    ...(levels && { axes: [...target.axes, levelAxis(levels)] }),
    ...(carrying && { carrying }),
  };
}

/** Of a scale and its ends, what the records are mapped to: bumps do not matter for it. */
const plainBumps = { bandwidths: [1], correlation: 0, route: "gaussian", relativeRate: 1 } as const;

/** What a plan depends on. */
interface PlanKey extends DensityFraming {
  /** Of the estimate, on its scale. */
  readonly domain: Domain;
  /** The domain that was declared, before any scale. */
  readonly declared: Domain;
  readonly count?: number;
  /** The value whose records are counted apart. */
  readonly atom?: number;
  /** The names of the groups. */
  readonly levels?: readonly string[];
}

/** Plans for densities of records, each made when it is first asked for. */
export function densityPlans(records: DensityContract["records"]): DensityPlans {
  const planOn = remember(({ domain, declared, count, atom, levels, ...framing }: PlanKey) => {
    const { parts, atAtom, elsewhere } = partsOf(records, { atom, levels });
    const frame = densityFrame({ ...framing, ...plainBumps, domain: declared });
    const framedParts = frame ? parts.map((part) => ({ ...part, points: frame.recordsOf(part.points) })) : parts;
    return planDensity({
      ...{ parts: framedParts, domain, count, recordsPerPerson: records.recordsPerPerson },
      apart: [
        ...(atom === undefined ? [] : [{ name: `share of the records at ${atom}`, at: atom, count: atAtom }]),
        ...(records.outside ? [records.outside] : []),
        ...(records.groups ? [{ name: elsewhereName(records.groups), count: elsewhere }] : []),
      ],
    });
  });
  const planFor = (domain: Domain, { atom, levels }: Told = {}) =>
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
