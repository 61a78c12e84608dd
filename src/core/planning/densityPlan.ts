import { checkPositive } from "../checks.ts";
import { gridCoordinates } from "../grids.ts";
import { remember } from "../remember.ts";
import { densityErrors, type PlannedDensity } from "./densityErrors.ts";
import type { IntegratedError } from "./plannedErrors.ts";
import {
  tuningFor,
  evenSteps,
  epsilonFor,
  errorOfPlan,
  leastRisk,
  noiseOfPlan,
  recordsFor,
  riskOfPlan,
  type TuningRange,
  type ErrorTarget,
  type PlannedRelease,
  type ReachedError,
  type Solution,
} from "./planTarget.ts";

interface Limits {
  readonly min: number;
  readonly max: number;
}

/** A plan's question, public: no records are among its fields. */
export interface DensityPlanRequest {
  readonly density: PlannedDensity;
  readonly release: PlannedRelease;
  readonly target: ErrorTarget;
  readonly limits: { readonly epsilon: Limits; readonly recordCount: Limits; readonly tuning: Limits };
}

/** Error at one value of ε, n or h. */
interface ErrorAlong extends ReachedError {
  readonly at: number;
}

/** A plan's answer, public. */
export interface DensityPlanAnswer {
  readonly now: ReachedError;
  readonly noiseScale: number;
  readonly integrated: IntegratedError;
  readonly risk: number;
  readonly peak: number;
  /** Peak of the expected curve. */
  readonly smoothedPeak: number;
  /** Least deviation of a declared normal; infinity for a drawn curve. */
  readonly narrowest: number;
  readonly movedShare: number;
  readonly epsilon: Solution<number>;
  readonly recordCount: Solution<number>;
  readonly tuning: Solution<TuningRange>;
  readonly best: { readonly tuning: number; readonly risk: number };
  readonly along: Readonly<Record<"epsilon" | "recordCount" | "tuning", readonly ErrorAlong[]>>;
  /** Truth and expected curve on the grid. */
  readonly x: Float64Array;
  readonly truth: Float64Array;
  readonly expected: Float64Array;
}

const errorsOf = remember(densityErrors);
const steps = 40;

/**
 * Errors of a planned density, what reaches its target, and the errors along ε, n and h.
 *
 * @yields the share done
 * @throws {ParameterError} if a number is out of range
 */
export function* planDensityRelease({
  density,
  release,
  target,
  limits,
}: DensityPlanRequest): Generator<number, DensityPlanAnswer> {
  const errors = errorsOf(density);
  checkPositive("recordCount", release.recordCount);
  const at = errors.of(release.tuning);
  const noiseScale = noiseOfPlan(at, release);
  function* along(name: "epsilon" | "recordCount" | "tuning", places: readonly number[], start: number) {
    const curve: ErrorAlong[] = [];
    for (const [j, value] of places.entries()) {
      curve.push({ ...errorOfPlan(errors, target, { ...release, [name]: value }), at: value });
      yield start + (0.3 * j) / places.length;
    }
    return curve;
  }
  const even = ({ min, max }: Limits) => Array.from({ length: steps + 1 }, (_, j) => min * (max / min) ** (j / steps));
  const curves = {
    tuning: yield* along("tuning", evenSteps(limits.tuning), 0),
    epsilon: yield* along("epsilon", even(limits.epsilon), 0.3),
    recordCount: yield* along("recordCount", even(limits.recordCount), 0.6),
  };
  const x = gridCoordinates(at.grid.axes[0]!);
  return {
    now: errorOfPlan(errors, target, release),
    noiseScale,
    integrated: at.integrated({ recordCount: release.recordCount, noiseScale }),
    risk: riskOfPlan(errors, release),
    peak: errors.peak.value,
    smoothedPeak: at.peak().value,
    narrowest: errors.truth.narrowest,
    movedShare: errors.truth.moved[0] + errors.truth.moved[1],
    epsilon: epsilonFor(errors, target, release),
    recordCount: recordsFor(errors, target, release),
    tuning: tuningFor(errors, target, release, limits.tuning),
    best: leastRisk(errors, release, limits.tuning),
    along: curves,
    x,
    truth: x.map(errors.truth.densityAt),
    expected: Float64Array.from(at.expected()),
  };
}
