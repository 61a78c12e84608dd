import { checkPositive } from "../checks.ts";
import { significant } from "../numberFormats.ts";
import {
  epsilonFor,
  errorOfPlan,
  evenSteps,
  leastRisk,
  noiseOfPlan,
  recordsFor,
  riskOfPlan,
  tuningFor,
  type ErrorTarget,
  type PlannedRelease,
  type ReachedError,
  type Solution,
  type TuningRange,
} from "./planTarget.ts";
import type { IntegratedError, PlannedErrors } from "./plannedErrors.ts";

export interface Limits {
  readonly min: number;
  readonly max: number;
}

/** A plan's question, public: no records are among its fields. */
export interface PlanQuestion {
  readonly release: PlannedRelease;
  readonly target: ErrorTarget;
  /** Ranges of the curves, and of the tuning parameter. */
  readonly limits: Readonly<Record<PlanParameter, Limits>>;
}

export type PlanParameter = "epsilon" | "recordCount" | "tuning";

/** Error at one value of ε, n or the tuning parameter. */
export interface ErrorAlong extends ReachedError {
  readonly at: number;
}

/** What reaches a plan's target, and errors along each parameter. Public. */
export interface PlanAnswer {
  readonly now: ReachedError;
  readonly epsilon: Solution<number>;
  readonly recordCount: Solution<number>;
  readonly tuning: Solution<TuningRange>;
  readonly along: Readonly<Record<PlanParameter, readonly ErrorAlong[]>>;
}

/** Answer of a plan of a curve. */
export interface CurvePlanAnswer extends PlanAnswer {
  readonly integrated: IntegratedError;
  readonly risk: number;
  /** Peak of the truth, and of the expected function. */
  readonly peak: number;
  readonly smoothedPeak: number;
  readonly best: { readonly tuning: number; readonly risk: number };
  readonly map: RiskMap;
}

/** Mean integrated squared error over the tuning parameter and ε. */
interface RiskMap {
  readonly epsilons: readonly number[];
  readonly tunings: readonly number[];
  /** Over the least of the same ε among all tuning parameters, at tuning + tunings.length·ε. */
  readonly ratios: Float64Array;
}

const mapSize = 7;
/** Ends of the map, in multiples of the best tuning parameter. */
const mapReach = 6;

/**
 * Errors of a planned release, what reaches its target, and the errors along ε, n and the tuning parameter.
 *
 * @yields the share done
 * @throws {ParameterError} if a number is out of range
 */
export function* answering(
  errors: PlannedErrors,
  { release, target, limits }: PlanQuestion,
): Generator<number, CurvePlanAnswer> {
  checkPositive("recordCount", release.recordCount);
  const at = errors.of(release.tuning);
  const noiseScale = noiseOfPlan(at, release);
  function* along(name: PlanParameter, start: number) {
    const curve: ErrorAlong[] = [];
    for (const value of evenSteps(limits[name])) {
      curve.push({ ...errorOfPlan(errors, target, { ...release, [name]: value }), at: value });
      yield start;
    }
    return curve;
  }
  const curves = {
    tuning: yield* along("tuning", 0),
    epsilon: yield* along("epsilon", 0.4),
    recordCount: yield* along("recordCount", 0.6),
  };
  const best = leastRisk(errors, release, limits.tuning);
  const near = {
    min: Math.max(limits.tuning.min, best.tuning / mapReach),
    max: Math.min(limits.tuning.max, best.tuning * mapReach),
  };
  const [epsilons, tunings] = [limits.epsilon, near].map(({ min, max }) =>
    Array.from({ length: mapSize }, (_, j) => significant(min * (max / min) ** (j / (mapSize - 1)), 2)),
  ) as [number[], number[]];
  const ratios = new Float64Array(mapSize * mapSize);
  for (const [e, epsilon] of epsilons.entries()) {
    const { risk: least } = leastRisk(errors, { ...release, epsilon }, limits.tuning);
    for (const [t, tuning] of tunings.entries())
      ratios[t + mapSize * e] = riskOfPlan(errors, { ...release, epsilon, tuning }) / least;
    yield 0.8;
  }
  return {
    now: errorOfPlan(errors, target, release),
    integrated: at.integrated({ recordCount: release.recordCount, noiseScale }),
    risk: riskOfPlan(errors, release),
    peak: errors.peak.value,
    smoothedPeak: at.peak().value,
    epsilon: epsilonFor(errors, target, release),
    recordCount: recordsFor(errors, target, release),
    tuning: tuningFor(errors, target, release, limits.tuning),
    best,
    along: curves,
    map: { epsilons, tunings, ratios },
  };
}
