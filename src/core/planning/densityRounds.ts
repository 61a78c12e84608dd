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
import { classesOn, drawnClasses, firstOf, type DeclaredClasses } from "./declaredClasses.ts";
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

/** Everything public that the errors of a density on a line by any route depend on, but h, n and the budget. */
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
  const functions =
    declared.kind === "classes" ? functionsOfGroups(declared, domain, x) : functionOf(declared, domain, x);
  return { x, ...functions, release: routeOn(functions.even, parameters) };
});

/** Released functions on the grid, one behind the other, and records of each. */
interface Functions {
  readonly values: Float64Array;
  readonly even: readonly Points[];
  /** @returns the first so many records, by function */
  readonly drawn: (random: RandomSource) => (count: number) => readonly Points[];
}

function functionOf(declared: DeclaredTruth, domain: Interval, x: Float64Array): Functions {
  const truth = truthOn(declared, domain);
  return {
    values: x.map(truth.densityAt),
    even: [evenRecords(truth, evenCount)],
    drawn: (random) => {
      const { coordinates } = drawnRecords(declared, truth, mostSimulated, random);
      return (count) => [{ dimension: 1, coordinates: coordinates.subarray(0, count) }];
    },
  };
}

/** A group's function is its density times its share of the records. */
function functionsOfGroups(declared: DeclaredClasses, domain: Interval, x: Float64Array): Functions {
  const classes = classesOn(declared, [domain]);
  const groups = Array.from({ length: classes.classCount }, (_, group) => {
    const parts = classes.parts
      .filter(({ of }) => of === group)
      .map(({ weight, means: [mean], deviations: [deviation] }) => ({ weight, mean: mean!, deviation: deviation! }));
    return {
      share: parts.reduce((sum, { weight }) => sum + weight, 0),
      truth: truthOn({ kind: "normals", parts }, domain),
    };
  });
  return {
    values: Float64Array.from(groups.flatMap(({ share, truth }) => Array.from(x, (at) => share * truth.densityAt(at)))),
    even: groups.map(({ share, truth }) => evenRecords(truth, Math.round(share * evenCount))),
    drawn: (random) => {
      const records = drawnClasses(classes, mostSimulated, random);
      return (count) => {
        const { points, classOf } = firstOf(records, count);
        return groups.map((_, group) => ({
          dimension: 1,
          coordinates: points.coordinates.filter((_, i) => classOf[i] === group),
        }));
      };
    },
  };
}

/**
 * A round of simulated releases of a density by any route, or of those of groups: records drawn from the declared truth, and
 * eight draws of noise. Errors are in shares of the true peak, of the integrated square, of the domain, or of the records.
 *
 * @yields the share done
 * @throws {ParameterError} if a number is out of range
 * @see docs/proofs/planning.md, Lemma 10
 */
export function* densityRound({ density, ...question }: RoutePlanRequest): Generator<number, SimulatedRound> {
  const { x, values, drawn, release: even } = limitsOf(density);
  const seed = seedOf(question);
  const peak = values.reduce((most, value) => Math.max(most, value), 0);
  const errorOf = curveErrors(x, values, question, { height: peak, area: 1 });
  const first = drawn(seededSource(seed));
  const of = (count: number) => routeOn(first(count), density.parameters);
  function* pointAt(at: number, plan: PlannedRelease, on: Route): Generator<number, SimulatedPoint> {
    yield 0;
    const asked = { ...plan, seed, drawCount: drawsOfRound };
    const limit = even.at({ ...asked, drawCount: 1 }).estimate;
    const { estimate, unitNoise, multiplier, sensitivity, count } = on.at(asked);
    // An estimate is a mean over records: what sampling moves falls with the root of n, and the sensitivity with n.
    const share = Math.sqrt(count / plan.recordCount);
    const noiseless = estimate.map((value, i) => limit[i]! + share * (value - limit[i]!));
    const scale = (multiplier * plan.recordsPerPerson * sensitivity * count) / plan.recordCount;
    const released = unitNoise.map((noise) => errorOf(noiseless.map((value, i) => value + scale * noise[i]!)));
    return { at, limit: errorOf(limit), noiseless: errorOf(noiseless), released };
  }
  const steps = { counts: { epsilon: 17, recordCount: 7, tuning: 13 }, most: mostSimulated };
  return yield* roundOf(question, 0, steps, of, pointAt);
}

type Route = ReturnType<typeof routeOn>;

interface Asked {
  readonly tuning: number;
  readonly epsilon: number;
  readonly delta: number;
  readonly seed: number;
  readonly drawCount: number;
}

/** The study's own release of given records, at a bandwidth and budget; Δ of one record a person. */
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
    const { estimate, unitNoise, sensitivity } = size
      ? byBandwidth(tuning).release({ law, size }, noise)
      : process.release({ ...parameters, bandwidths: [tuning], correlation: 0, ...noise });
    return { estimate, unitNoise, sensitivity, multiplier, count };
  };
  return { at };
}
