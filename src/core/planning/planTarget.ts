import { checkPositive } from "../checks.ts";
import { pointwise95 } from "../privacy/bands/pointwise.ts";
import { achievedEpsilon, analyticNoiseMultiplier } from "../privacy/calibration/gaussian.ts";
import { goldenSection } from "./declaredTruth.ts";
import {
  noiseScaleOf,
  type AddedErrors,
  type Confidence,
  type ErrorsAt,
  type Functional,
  type PlannedErrors,
  type Sampled,
} from "./plannedErrors.ts";

/** Requirement on the error of a release. The share is of the curve's own peak for noise, of the truth's for the whole error. */
export type ErrorTarget = ShareTarget | FunctionalTarget;

interface ShareTarget {
  readonly kind: "share";
  readonly of: "noise" | "total";
  readonly confidence: Confidence;
  readonly percent: number;
}

export interface FunctionalTarget {
  readonly kind: "functional";
  readonly of: "noise" | "total";
  readonly functional: Functional;
  readonly width: number;
}

export interface Limits {
  readonly min: number;
  readonly max: number;
}

export interface PlannedRelease {
  readonly recordCount: number;
  readonly recordsPerPerson: number;
  readonly epsilon: number;
  readonly delta: number;
  /** h of a density, φ of a mean curve. */
  readonly tuning: number;
}

/** Error of a planned release, as its parts add up, and the goal of the target. */
export interface ReachedError extends Omit<AddedErrors, "at"> {
  readonly goal: number;
}

/** A solution, or the least error that remains whatever is spent. */
export type Solution<T> =
  | { readonly isReached: true; readonly value: T }
  | { readonly isReached: false; readonly least: number; readonly goal: number };

/** σ of a planned release, with the exact calibration. */
export function noiseOfPlan(at: ErrorsAt, { epsilon, delta, ...rest }: PlannedRelease): number {
  return noiseScaleOf(at, { ...rest, multiplier: analyticNoiseMultiplier({ epsilon, delta }) });
}

export function errorOfPlan(errors: PlannedErrors, target: ErrorTarget, release: PlannedRelease): ReachedError {
  const at = errors.of(release.tuning);
  const sampled = { recordCount: release.recordCount, noiseScale: noiseOfPlan(at, release) };
  return { ...addedErrors(at, target).of(sampled), goal: goalOf(errors, at, target) };
}

function goalOf(errors: PlannedErrors, at: ErrorsAt, target: ErrorTarget): number {
  if (target.kind === "functional") return checkPositive("width", target.width);
  const peak = target.of === "noise" ? at.peak().value : errors.peak.value;
  return (checkPositive("percent", target.percent) / 100) * peak;
}

type Added = Omit<AddedErrors, "at">;

function addedErrors(
  at: ErrorsAt,
  target: ErrorTarget,
): { readonly of: (sampled: Sampled) => Added; readonly factor: number } {
  const found = target.kind === "functional" ? at.ofFunctional(target.functional) : undefined;
  const factor = found ? pointwise95 * found.unitNoise : factorOf(at, (target as ShareTarget).confidence);
  if (target.of === "noise")
    return { factor, of: ({ noiseScale }) => ({ smoothing: 0, sampling: 0, noise: factor * noiseScale }) };
  if (!found) return { factor, of: (sampled) => at.largest((target as ShareTarget).confidence, sampled) };
  const smoothing = Math.abs(found.bias);
  return {
    factor,
    of: ({ recordCount, noiseScale }) => {
      const sampling = pointwise95 * (found.perRecord / Math.sqrt(recordCount));
      return {
        smoothing,
        sampling: smoothing + sampling,
        noise: smoothing + Math.hypot(sampling, factor * noiseScale),
      };
    },
  };
}

function factorOf(at: ErrorsAt, confidence: Confidence): number {
  return { deviation: () => 1, point: () => pointwise95, everywhere: at.noiseQuantile }[confidence]();
}

/** Least ε that reaches a target at this n and tuning; 0 if δ alone pays for it (docs/proofs/planning.md, Lemma 6). */
export function epsilonFor(
  errors: PlannedErrors,
  target: ErrorTarget,
  release: Omit<PlannedRelease, "epsilon">,
): Solution<number> {
  const { recordCount, recordsPerPerson, delta, tuning } = release;
  const at = errors.of(tuning);
  const goal = goalOf(errors, at, target);
  const one = noiseScaleOf(at, { recordCount, recordsPerPerson, multiplier: 1 });
  const inEpsilon = (noiseScale: number): Solution<number> => ({
    isReached: true,
    value: achievedEpsilon({ delta, noiseMultiplier: noiseScale / one }),
  });
  const { factor, of } = addedErrors(at, target);
  const errorAt = (noiseScale: number) => of({ recordCount, noiseScale }).noise;
  const least = errorAt(0);
  if (!(least < goal)) return { isReached: false, least, goal };
  // A functional that is always 0, as the integral over nothing, has no noise.
  if (factor === 0) return { isReached: true, value: 0 };
  if (target.of === "noise") return inEpsilon(goal / factor);
  // The whole error is at least the noise's deviation.
  const most = target.kind === "share" ? goal : goal / factor;
  return inEpsilon(lastBelow((noiseScale) => errorAt(noiseScale) <= goal, 0, most));
}

/** The least n that reaches a target at this ε and tuning, to be rounded up. */
export function recordsFor(
  errors: PlannedErrors,
  target: ErrorTarget,
  release: Omit<PlannedRelease, "recordCount">,
): Solution<number> {
  const at = errors.of(release.tuning);
  const goal = goalOf(errors, at, target);
  const { factor, of } = addedErrors(at, target);
  const one = noiseOfPlan(at, { ...release, recordCount: 1 });
  if (target.of === "noise") return { isReached: true, value: (factor * one) / goal };
  const errorAt = (recordCount: number) => of({ recordCount, noiseScale: one / recordCount }).noise;
  const least = errorAt(Infinity);
  if (!(least < goal)) return { isReached: false, least, goal };
  const [fewest, most] = [-40, 40];
  const isAbove = (log: number) => errorAt(Math.exp(log)) > goal;
  return isAbove(most)
    ? { isReached: false, least: errorAt(Math.exp(most)), goal }
    : { isReached: true, value: Math.exp(lastBelow(isAbove, fewest, most)) };
}

export interface TuningRange {
  readonly from: number;
  readonly to: number;
  readonly best: number;
}

/**
 * The run of tuning parameters around the best that reach a target; among 41 even steps of their logarithm, ends by bisection.
 *
 * @param limits least and largest tuning parameter
 */
export function tuningFor(
  errors: PlannedErrors,
  target: ErrorTarget,
  release: Omit<PlannedRelease, "tuning">,
  limits: Limits,
): Solution<TuningRange> {
  const ratio = (tuning: number) => {
    const { noise, goal } = errorOfPlan(errors, target, { ...release, tuning });
    return noise / goal;
  };
  const { steps, best, place } = leastAlong(ratio, limits);
  const { noise: least, goal } = errorOfPlan(errors, target, { ...release, tuning: best });
  if (least > goal) return { isReached: false, least, goal };
  const isOut = (tuning: number) => ratio(tuning) > 1;
  const before = steps.slice(0, place).findLast(isOut);
  const after = steps.slice(place + 1).find(isOut);
  return {
    isReached: true,
    value: {
      from: before === undefined ? limits.min : crossing(isOut, before, best),
      to: after === undefined ? limits.max : crossing(isOut, after, best),
      best,
    },
  };
}

/** Least mean integrated squared error with the plan's own noise, and its tuning parameter. */
export function leastRisk(
  errors: PlannedErrors,
  release: Omit<PlannedRelease, "tuning">,
  limits: Limits,
): { readonly tuning: number; readonly risk: number } {
  const risk = (tuning: number) => riskOfPlan(errors, { ...release, tuning });
  const { best } = leastAlong(risk, limits);
  return { tuning: best, risk: risk(best) };
}

/** Mean integrated squared error of a planned release. */
export function riskOfPlan(errors: PlannedErrors, release: PlannedRelease): number {
  const at = errors.of(release.tuning);
  const parts = at.integrated({ recordCount: release.recordCount, noiseScale: noiseOfPlan(at, release) });
  return parts.smoothing + parts.clipping + parts.sampling + parts.noise;
}

const stepCount = 40;

export function evenSteps({ min, max }: Limits): number[] {
  return Array.from({ length: stepCount + 1 }, (_, j) =>
    j === 0 ? min : j === stepCount ? max : min * (max / min) ** (j / stepCount),
  );
}

function leastAlong(cost: (tuning: number) => number, limits: Limits) {
  const steps = evenSteps(limits);
  const costs = steps.map(cost);
  const place = costs.indexOf(Math.min(...costs));
  const [from, to] = [steps[Math.max(0, place - 1)]!, steps[Math.min(stepCount, place + 1)]!];
  const refined = Math.exp(goldenSection((log) => cost(Math.exp(log)), [Math.log(from), Math.log(to)], 24));
  const best = cost(refined) <= costs[place]! ? refined : steps[place]!;
  return { steps, place, best };
}

function crossing(isOut: (tuning: number) => boolean, out: number, inside: number): number {
  let [a, b] = [Math.log(inside), Math.log(out)];
  for (let k = 0; k < 24; k++) {
    const middle = (a + b) / 2;
    if (isOut(Math.exp(middle))) b = middle;
    else a = middle;
  }
  return Math.exp(a);
}

/** The last double in [low, high] at which a falling condition holds. */
function lastBelow(holds: (x: number) => boolean, low: number, high: number): number {
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return low;
    if (holds(middle)) low = middle;
    else high = middle;
  }
}
