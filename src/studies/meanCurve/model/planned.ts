import type { MeanCurveScenario } from "./scenario.ts";

/** Points of a grid for which a plan is quick. */
const mostPlanned = 400;

/** The reason why a mean curve is not planned. */
export function refusedPlan({ groups, points }: Pick<MeanCurveScenario, "groups" | "points">): string | undefined {
  if (groups !== "") return "A plan covers one mean curve of all records, not one for each group.";
  return points > mostPlanned ? `A plan covers a grid of at most ${mostPlanned} points.` : undefined;
}
