import { checkLength, checkOpenUnit, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { gridCoordinates, gridStep } from "../grids.ts";
import { type Points, pointCount } from "../points.ts";
import { drawExponentialMechanism, exponentialMechanismProbabilities } from "../privacy/choice/exponentialMechanism.ts";
import type { RandomSource } from "../random/randomSource.ts";
import { densityGrid, isOfGaussianBumps } from "./densityGrid.ts";
import type { DensityTargetParameters } from "./densityParameters.ts";
import { exactDensity } from "./exactDensity.ts";
import type { CandidateScores } from "../privacy/choice/candidateScores.ts";

/** Choice among public functions by their distance to a density on a line; public. */
export interface DensityChoiceParameters extends DensityTargetParameters {
  readonly epsilon: number;
  readonly candidates: readonly Float64Array[];
}

export const mostCandidates = 200;

/**
 * Sensitivity s of the distance d(g, f_D) = (w Σⱼ (g(xⱼ) − f_D(xⱼ))²)^½ on a grid of step w, for bumps K ≥ 0 of height
 * b,
 *
 *     s = √(2(∫K² + w b²))/n,   ∫K² = (4πh²)^{−½} for Gaussian bumps, and at most b for others.
 *
 * @param recordCount n ≥ 1
 * @param peak b > 0
 * @param step w > 0
 * @see Hall, Rinaldo & Wasserman (2013), section 3.2; errata H10
 */
export function choiceSensitivity({
  recordCount,
  peak,
  step,
  isGaussian,
}: {
  readonly recordCount: number;
  readonly peak: number;
  readonly step: number;
  readonly isGaussian: boolean;
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const square = checkPositive("peak", peak) * (isGaussian ? Math.SQRT1_2 : 1);
  return (Math.sqrt(2 * (square + checkPositive("step", step) * peak * peak)) / n) * (1 + 1e-12);
}

/**
 * Excess of the chosen candidate's distance over the least one, except with probability β: (2s/ε) ln(m/β); public.
 *
 * @param candidateCount m ≥ 1
 * @see McSherry & Talwar (2007), FOCS, Theorem 6
 */
export function choiceExcess({
  candidateCount,
  sensitivity,
  epsilon,
  failure,
}: {
  readonly candidateCount: number;
  readonly sensitivity: number;
  readonly epsilon: number;
  readonly failure: number;
}): number {
  const m = checkPositiveInteger("candidateCount", candidateCount);
  const rate = (2 * checkPositive("sensitivity", sensitivity)) / checkPositive("epsilon", epsilon);
  return rate * Math.log(m / checkOpenUnit("failure", failure));
}

/**
 * Index of a candidate, drawn by the exponential mechanism from exact bits; ε-private.
 *
 * @param points n ≥ 2 records on a line. Private
 * @param random from a cryptographic source
 * @throws {ParameterError} if an argument is out of range, whatever the records but for n
 */
export function chooseDensity(parameters: DensityChoiceParameters, points: Points, random: RandomSource): number {
  return drawExponentialMechanism({ ...choiceScores(parameters, points), epsilon: parameters.epsilon, random });
}

/** Probability of each candidate. Private. */
export function choiceOdds(parameters: DensityChoiceParameters, points: Points): Float64Array {
  const { distances, sensitivity } = choiceScores(parameters, points);
  return exponentialMechanismProbabilities({ distances, sensitivity, epsilon: parameters.epsilon });
}

/** Distances of candidates, with their sensitivity. Private. */
export function choiceScores(parameters: Omit<DensityChoiceParameters, "epsilon">, points: Points): CandidateScores {
  const { candidates, domain } = parameters;
  const n = pointCount(points);
  if (points.dimension !== 1) throw new ParameterError("points", points.dimension, "on a line");
  if (n < 2) throw new ParameterError("data", n, "at least two records");
  if (!(candidates.length >= 2 && candidates.length <= mostCandidates)) {
    throw new ParameterError("candidates", candidates.length, `between 2 and ${mostCandidates}`);
  }
  const [axis] = densityGrid(domain).axes as [ReturnType<typeof densityGrid>["axes"][number]];
  const step = gridStep(axis);
  const { estimate, roundingError, peak } = exactDensity(parameters, points);
  const f = estimate({ dimension: 1, coordinates: gridCoordinates(axis) });
  let largest = 0;
  const distances = Float64Array.from(candidates, (g, k) => {
    checkLength(`candidates[${k}]`, g, f.length);
    let sum = 0;
    for (let j = 0; j < f.length; j++) {
      const value = g[j]!;
      if (!Number.isFinite(value)) throw new ParameterError(`candidates[${k}][${j}]`, value, "finite");
      largest = Math.max(largest, Math.abs(value));
      sum += (value - f[j]!) ** 2;
    }
    return Math.sqrt(step * sum);
  });
  const side = Math.sqrt(step * f.length);
  // Rounding of a difference, and m + 4 of its square and the sum, which the root halves.
  const rounding = (f.length + 8) * 2 ** -53 * (largest + peak);
  return {
    distances,
    sensitivity: choiceSensitivity({ recordCount: n, peak, step, isGaussian: isOfGaussianBumps(parameters) }),
    roundingError: side * (roundingError + rounding) * (1 + 1e-9),
  };
}
