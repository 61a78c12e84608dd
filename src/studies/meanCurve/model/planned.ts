import type { PlannedMean } from "../../../core/planning/meanErrors.ts";
import type { MeanPlan } from "../../../core/planning/plan.ts";
import { requestOf } from "./request.ts";
import type { MeanCurveScenario } from "./scenario.ts";

/** Points of a grid for which a plan is quick. */
const mostPlanned = 400;

export function refusedPlan({ groups, points }: Pick<MeanCurveScenario, "groups" | "points">): string | undefined {
  if (groups !== "") return "A plan covers one mean curve of all records, not one for each group.";
  return points > mostPlanned ? `A plan covers a grid of at most ${mostPlanned} points.` : undefined;
}

/** Public parts of a mean curve that its planned errors depend on. */
export function plannedMean(scenario: MeanCurveScenario, { kind, ...curves }: MeanPlan["truth"]): PlannedMean {
  const { domain, rule, kernel, range, power, normBound, noiseKernel } = requestOf(scenario);
  const smoothing = { domain, rule, kernel, range, power, normBound };
  return { curves, smoothing, noiseKernel, pointCount: scenario.points };
}
