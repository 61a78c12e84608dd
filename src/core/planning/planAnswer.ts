import { checkPositive } from "../checks.ts";
import { mapOver, type MapName, type PlanMap } from "./planMap.ts";
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
  type Limits,
  type PlannedRelease,
  type ReachedError,
  type Solution,
  type TuningRange,
} from "./planTarget.ts";
import type { IntegratedError, PlannedCurves, PlannedErrors } from "./plannedErrors.ts";

/** A plan's question, public. */
export interface PlanQuestion {
  readonly release: PlannedRelease;
  readonly target: ErrorTarget;
  readonly limits: Readonly<Record<PlanParameter, Limits>>;
  readonly pins?: readonly Pin[] | undefined;
}

/** A release that is kept beside the planned one. */
export type Pin = Pick<PlannedRelease, PlanParameter>;

export type PlanParameter = "epsilon" | "recordCount" | "tuning";

/** Error at one value of ε, n or the tuning parameter. */
export interface ErrorAlong extends ReachedError {
  readonly at: number;
}

/** Values that reach a plan's target, and errors along each parameter. Public. */
export interface PlanAnswer {
  readonly now: ReachedError;
  readonly epsilon: Solution<number>;
  readonly recordCount: Solution<number>;
  readonly tuning: Solution<TuningRange>;
  readonly along: Readonly<Record<PlanParameter, readonly ErrorAlong[]>>;
  readonly pinned: readonly ReachedError[];
  readonly maps?: Readonly<Partial<Record<MapName, PlanMap>>>;
}

export interface CurvePlanAnswer extends PlanAnswer, PlannedCurves {
  readonly integrated: IntegratedError;
  readonly risk: number;
  readonly peak: number;
  readonly smoothedPeak: number;
  readonly best: { readonly tuning: number; readonly risk: number };
  readonly maps: Readonly<Record<MapName, PlanMap>>;
}

const mapReach = 6;

/** Errors of a planned release, what reaches its target, and the errors along ε, n and the tuning parameter. */
export function* answering(
  errors: PlannedErrors,
  { release, target, limits, pins = [] }: PlanQuestion,
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
  const tunings = evenSteps(near);
  const [epsilons, counts] = [evenSteps(limits.epsilon).filter(isEven), evenSteps(limits.recordCount).filter(isEven)];
  const risksOver = (name: "epsilon" | "recordCount", places: readonly number[]) =>
    mapOver(
      [places, tunings],
      (i, j) => riskOfPlan(errors, { ...release, [name]: places[i]!, tuning: tunings[j]! }),
      leastOfParabola,
    );
  const now = errorOfPlan(errors, target, release);
  const maps = {
    epsilon: yield* risksOver("epsilon", epsilons),
    recordCount: yield* risksOver("recordCount", counts),
    both: yield* mapOver(
      [epsilons, counts],
      (i, j) => errorOfPlan(errors, target, { ...release, epsilon: epsilons[i]!, recordCount: counts[j]! }).noise,
      () => now.goal,
    ),
  };
  return {
    ...errors.curves(release.tuning),
    now,
    integrated: at.integrated({ recordCount: release.recordCount, noiseScale }),
    risk: riskOfPlan(errors, release),
    peak: errors.peak.value,
    smoothedPeak: at.peak().value,
    epsilon: epsilonFor(errors, target, release),
    recordCount: recordsFor(errors, target, release),
    tuning: tuningFor(errors, target, release, limits.tuning),
    best,
    along: curves,
    pinned: pins.map((pin) => errorOfPlan(errors, target, { ...release, ...pin })),
    maps,
  };
}

const isEven = (_: number, j: number) => j % 2 === 0;

/** Vertex of the parabola through the least value and its neighbours. */
function leastOfParabola(values: readonly number[]): number {
  const j = values.indexOf(Math.min(...values));
  const [before, at, after] = [values[j - 1], values[j]!, values[j + 1]];
  if (before === undefined || after === undefined || before + after === 2 * at) return at;
  return at - (before - after) ** 2 / (8 * (before - 2 * at + after));
}
