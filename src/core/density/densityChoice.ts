import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { gridCoordinates, gridStep } from "../grids.ts";
import { type Points, pointCount } from "../points.ts";
import { functionScores, type ChoiceSubject } from "../privacy/choice/functionChoice.ts";
import type { GridTarget } from "../release/releaseTarget.ts";
import { targetChoice } from "../release/targetChoice.ts";
import { densityGrid, isOfGaussianBumps } from "./densityGrid.ts";
import type { DensityTargetParameters } from "./densityParameters.ts";
import { exactDensity } from "./exactDensity.ts";

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
 * Density among public functions: the exact sum on a line, the estimate of a release in the plane.
 *
 * @param points n ≥ 1 records on a line or in a plane. Private
 * @param targetOf target of a release in the plane
 */
export function densityChoice(
  parameters: DensityTargetParameters,
  points: Points,
  targetOf: (parameters: DensityTargetParameters) => GridTarget,
): ChoiceSubject {
  const { axes } = densityGrid(parameters.domain);
  const steps = axes.map(gridStep);
  if (axes.length > 1) return targetChoice(targetOf(parameters), steps[0]! * steps[1]!);
  const [axis, step] = [axes[0]!, steps[0]!];
  const { estimate, roundingError, peak } = exactDensity(parameters, points);
  const sensitivity = choiceSensitivity({
    recordCount: parameters.mostRecords ?? pointCount(points),
    peak,
    step,
    isGaussian: isOfGaussianBumps(parameters),
  });
  const coordinates = gridCoordinates(axis);
  const root = Math.sqrt(coordinates.length);
  return {
    sensitivity,
    *scoring(candidates) {
      yield 0;
      return functionScores(candidates, {
        values: estimate({ dimension: 1, coordinates }),
        weights: coordinates.map(() => step),
        sensitivity,
        estimateError: root * roundingError,
        estimateBound: root * (peak + roundingError),
      });
    },
  };
}
