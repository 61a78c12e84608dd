import type { MeanCurveScenario } from "./scenario.ts";

/** Points of a grid for which a plan is quick. */
const mostPlanned = 400;

/** True for a mean curve that a plan covers: one of all curves, on a grid that is not too fine. */
export function isPlanned({ groups, points }: Pick<MeanCurveScenario, "groups" | "points">): boolean {
  return groups === "" && points <= mostPlanned;
}
