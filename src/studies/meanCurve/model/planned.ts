import type { DeclaredCurves, PlannedMean } from "../../../core/planning/meanErrors.ts";
import { requestOf } from "./request.ts";
import type { MeanCurveScenario } from "./scenario.ts";

const mostPlanned = 400;

export function refusedPlan({ points }: Pick<MeanCurveScenario, "points">): string | undefined {
  return points > mostPlanned ? `A plan covers a grid of at most ${mostPlanned} points.` : undefined;
}

export function plannedMean(
  scenario: MeanCurveScenario,
  { heights, deviation, lengthScale }: DeclaredCurves,
): PlannedMean {
  const { domain, rule, kernel, range, power, normBound, noiseKernel } = requestOf(scenario);
  const smoothing = { domain, rule, kernel, range, power, normBound };
  const curves = { heights, deviation, lengthScale };
  return { curves, smoothing, noiseKernel, pointCount: scenario.points };
}
