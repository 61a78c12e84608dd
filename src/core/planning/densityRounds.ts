import { latticeNoiseMultiplier } from "../bernstein/bernstein.ts";
import { automaticSize } from "../bernstein/polynomialChoice.ts";
import { planBernsteinDensity } from "../density/bernsteinDensity.ts";
import { planDensity } from "../density/density.ts";
import { densityGrid } from "../density/densityGrid.ts";
import type { DensityParameters } from "../density/densityParameters.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, type Interval } from "../grids.ts";
import { pointCount, type Points } from "../points.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { seededSource } from "../random/seededSource.ts";
import { remember } from "../remember.ts";
import { curveErrors } from "./curveMeasures.ts";
import { classesOn, type DeclaredClasses } from "./declaredClasses.ts";
import { truthOn, type DeclaredTruth } from "./declaredTruth.ts";
import { drawnRecords, evenRecords } from "./drawnRecords.ts";
import type { PlannedRelease } from "./planTarget.ts";
import {
  mostSimulated,
  roundOf,
  seedOf,
  type SimulatedPoint,
  type SimulatedQuestion,
  type SimulatedRound,
} from "./simulatedPlan.ts";

/** Public parameters of the errors of a density on a line by any route, but h, n and the budget. */
interface PlannedRoute {
  /** Classes of one column are groups, each with a function of its own. */
  readonly truth: DeclaredTruth | ({ readonly kind: "classes" } & DeclaredClasses);
  readonly parameters: Pick<DensityParameters, "domain" | "route" | "bump" | "relativeRate" | "polynomial">;
}

export interface RoutePlanRequest extends SimulatedQuestion {
  readonly density: PlannedRoute;
}

const drawsOfRound = 8;
const evenCount = 2000;

const limitsOf = remember(({ truth: declared, parameters }: PlannedRoute) => {
  const [domain, ...more] = parameters.domain;
  if (!domain || more.length > 0) throw new ParameterError("domain", parameters.domain.length, "of one column");
  const x = gridCoordinates(densityGrid([domain]).axes[0]!);
  const groups = groupsOf(declared, domain);
  const values = groups.flatMap(({ share, truth }) => Array.from(x, (at) => share * truth.densityAt(at)));
  const even = groups.map(({ share, truth }) => evenRecords(truth, Math.round(share * evenCount)));
  return { ...{ x, groups }, values: Float64Array.from(values), release: routeOn(even, parameters) };
});

/** Groups with their shares of the records. A group's function is its density times its share. */
function groupsOf(declared: PlannedRoute["truth"], domain: Interval) {
  if (declared.kind !== "classes") return [{ share: 1, declared, truth: truthOn(declared, domain) }];
  const { parts, classCount } = classesOn(declared, [domain]);
  return Array.from({ length: classCount }, (_, group) => {
    const own = parts
      .filter(({ of }) => of === group)
      .map(({ weight, means, deviations }) => ({ weight, mean: means[0]!, deviation: deviations[0]! }));
    const normals = { kind: "normals", parts: own } as const;
    return {
      share: own.reduce((sum, { weight }) => sum + weight, 0),
      ...{ declared: normals, truth: truthOn(normals, domain) },
    };
  });
}

function drawnGroups(groups: ReturnType<typeof groupsOf>, random: RandomSource): (count: number) => readonly Points[] {
  const drawn = groups.map(({ declared, truth }) => drawnRecords(declared, truth, mostSimulated, random).coordinates);
  const of = Float64Array.from({ length: groups.length === 1 ? 0 : mostSimulated }, () => {
    let rest = random.uniform();
    return Math.max(
      0,
      groups.findIndex(({ share }) => (rest -= share) <= 0),
    );
  });
  return (count) =>
    drawn.map((coordinates, group) => {
      const own = groups.length === 1 ? count : of.subarray(0, count).filter((one) => one === group).length;
      return { dimension: 1, coordinates: coordinates.subarray(0, own) };
    });
}

/**
 * Round of simulated releases of a density, or of groups: records drawn from the declared truth, and eight draws of
 * noise. Errors are in shares of the true peak, the integrated square, the domain, or the records.
 *
 * @see docs/proofs/planning.md, Lemma 10
 */
export function* densityRound({ density, ...question }: RoutePlanRequest): Generator<number, SimulatedRound> {
  const { x, groups, values, release: even } = limitsOf(density);
  const seed = seedOf(question);
  const peak = values.reduce((most, value) => Math.max(most, value), 0);
  const errorOf = curveErrors(x, values, question, { height: peak, area: 1 });
  const first = drawnGroups(groups, seededSource(seed));
  const of = (count: number) => routeOn(first(count), density.parameters);
  function* pointAt(at: number, plan: PlannedRelease, on: Route): Generator<number, SimulatedPoint> {
    yield 0;
    const asked = { ...plan, seed, drawCount: drawsOfRound };
    const limit = even.at({ ...asked, drawCount: 1 }).estimate;
    const { estimate, unitNoise, multiplier, sensitivity, count, quantile } = on.at(asked);
    // An estimate is a mean over records: what sampling moves falls with the root of n, and the sensitivity with n.
    const share = Math.sqrt(count / plan.recordCount);
    const noiseless = estimate.map((value, i) => limit[i]! + share * (value - limit[i]!));
    const scale = (multiplier * plan.recordsPerPerson * sensitivity * count) / plan.recordCount;
    const released = unitNoise.map((noise) =>
      errorOf(
        noiseless.map((value, i) => value + scale * noise[i]!),
        scale * quantile,
      ),
    );
    return { at, limit: errorOf(limit), noiseless: errorOf(noiseless), released };
  }
  const steps = { counts: { epsilon: 17, recordCount: 7, tuning: 13 }, most: mostSimulated };
  return yield* roundOf(question, 0, steps, of, pointAt);
}

type Route = ReturnType<typeof routeOn>;

type Asked = Pick<PlannedRelease, "tuning" | "epsilon" | "delta"> & {
  readonly seed: number;
  readonly drawCount: number;
};

/** The study's own release of given records; Δ of one record a person. */
function routeOn(functions: readonly Points[], { polynomial, ...parameters }: PlannedRoute["parameters"]) {
  const { domain } = parameters;
  const count = functions.reduce((sum, points) => sum + pointCount(points), 0);
  const process = planDensity({ parts: functions.map((points) => ({ points })), domain });
  const byBandwidth = remember((tuning: number) =>
    planBernsteinDensity({ points: functions[0]!, domain, bandwidths: [tuning], correlation: 0 }),
  );
  const at = ({ tuning, epsilon, delta, seed, drawCount }: Asked) => {
    const noise = { seed, drawCount };
    const law = polynomial?.law ?? "gaussian";
    const multiplier = latticeNoiseMultiplier(law, { epsilon, delta });
    const size = polynomial?.size.kind === "automatic" ? automaticSize(law, { epsilon, delta }) : polynomial?.size;
    const {
      estimate,
      unitNoise,
      sensitivity,
      simultaneousQuantile: quantile,
    } = size
      ? byBandwidth(tuning).release({ law, size }, noise)
      : process.release({ ...parameters, bandwidths: [tuning], correlation: 0, ...noise });
    return { estimate, unitNoise, sensitivity, multiplier, count, quantile };
  };
  return { at };
}
