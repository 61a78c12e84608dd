import { latticeNoiseMultiplier } from "../bernstein/bernstein.ts";
import { automaticSize } from "../bernstein/polynomialChoice.ts";
import { planBernsteinDensity } from "../density/bernsteinDensity.ts";
import { planDensity } from "../density/density.ts";
import { densityGrid } from "../density/densityGrid.ts";
import type { DensityParameters } from "../density/densityParameters.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates } from "../grids.ts";
import { pointCount, type Points } from "../points.ts";
import { seededSource } from "../random/seededSource.ts";
import { remember } from "../remember.ts";
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
  readonly truth: DeclaredTruth;
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
  const truth = truthOn(declared, domain);
  const values = gridCoordinates(densityGrid([domain]).axes[0]!).map(truth.densityAt);
  return { truth, values, release: routeOn(evenRecords(truth, evenCount), parameters) };
});

/**
 * A round of simulated releases of a density by any route: records drawn from the declared truth, and eight draws of noise.
 * Errors are the largest in shares of the true peak, or the root of the integrated square in shares of that of the truth.
 *
 * @yields the share done
 * @throws {ParameterError} if a number is out of range
 * @see docs/proofs/planning.md, Lemma 10
 */
export function* densityRound({ density, ...question }: RoutePlanRequest): Generator<number, SimulatedRound> {
  const { truth, values, release: even } = limitsOf(density);
  const seed = seedOf(question);
  const peak = values.reduce((most, value) => Math.max(most, value), 0);
  const size = values.reduce((sum, value) => sum + value * value, 0);
  const errorOf = (curve: Float64Array) =>
    question.measure === "supremum"
      ? curve.reduce((most, value, i) => Math.max(most, Math.abs(value - values[i]!)), 0) / peak
      : Math.sqrt(curve.reduce((sum, value, i) => sum + (value - values[i]!) ** 2, 0) / size);
  const records = drawnRecords(density.truth, truth, mostSimulated, seededSource(seed));
  const of = (count: number) => {
    return routeOn({ dimension: 1, coordinates: records.coordinates.subarray(0, count) }, density.parameters);
  };
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
function routeOn(points: Points, { polynomial, ...parameters }: PlannedRoute["parameters"]) {
  const { domain } = parameters;
  const count = pointCount(points);
  const process = planDensity({ points, domain });
  const byBandwidth = remember((tuning: number) =>
    planBernsteinDensity({ points, domain, bandwidths: [tuning], correlation: 0 }),
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
