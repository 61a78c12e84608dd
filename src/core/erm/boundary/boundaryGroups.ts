import { levelAxis } from "../../grids.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import type { BoundarySlice } from "./boundarySlice.ts";
import type { ReleaseView, Target } from "../../release/releaseTarget.ts";
import { groupPostMap, type GroupUnits } from "../../release/sharedGroups.ts";

export function boundaryGroupUnits({ responseRange }: Pick<FitParameters, "responseRange">): GroupUnits {
  if (!responseRange) return {};
  const [lower, upper] = responseRange;
  return { centre: [[0, lower / 2 + upper / 2]], unit: upper / 2 - lower / 2 };
}

export function unitsOf({ responseRange }: Pick<FitParameters, "responseRange">): ReleaseView["units"] {
  const [lower, upper] = responseRange ?? [-1, 1];
  return { scale: upper / 2 - lower / 2, offset: lower / 2 + upper / 2 };
}

/** Axes and units of released numbers. Groups have an axis of their own, and units by the post-map. */
export function boundaryView(
  parameters: Pick<FitParameters, "domain" | "groups" | "responseRange">,
  { grid }: BoundarySlice,
): ReleaseView & Pick<Target, "postMap"> {
  const { domain, groups } = parameters;
  const axes = grid.axes.map(({ count }, j) => ({ lower: domain[j]![0], upper: domain[j]![1], count }));
  if (!groups || groups.levels.length === 1) return { axes, units: unitsOf(parameters) };
  return {
    axes: [...axes, levelAxis(groups.levels)],
    postMap: groupPostMap(groups, axes, boundaryGroupUnits(parameters)),
    units: { scale: 1, offset: 0 },
  };
}
