import type { MeanCurveRecords } from "../../../core/records/curves/meanCurveRecords.ts";
import { centrePostMap } from "../../../core/release/postMap.ts";
import { groupPostMap } from "../../../core/release/sharedGroups.ts";
import { levelAxis } from "../../../core/grids.ts";
import { meanCurveGrid } from "../../../core/mean/meanCurveGrid.ts";
import type { MeanCurveRelease } from "../../../core/mean/meanCurve.ts";
import type { MeanCurveParameters } from "../../../core/mean/meanCurveParameters.ts";
import type { MeanCurveContract } from "../../../core/mean/meanCurveContract.ts";
import { remember } from "../../../core/remember.ts";
import type { PartProps, PictureProps } from "../../../panels/study/study.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import type { MeanCurveScenario } from "./scenario.ts";

export type MeanCurveFacts = Omit<
  MeanCurveRelease,
  "estimate" | "unitNoise" | "rawMean" | "clippedCount" | "largestNorm" | "curveCount"
> & {
  readonly recordCount: number;
  readonly isSummed: boolean;
};

export interface MeanCurveInside {
  readonly records: MeanCurveRecords;
  /** n. */
  readonly held: number;
  readonly rawMean: Float64Array;
  readonly clippedCount: number | undefined;
  /** max ‖X‖, the paper's τ₀. Both are unknown of sums. */
  readonly largestNorm: number | undefined;
}

export type MeanCurveView = StudyView<MeanCurveFacts, MeanCurveInside>;
export type MeanCurveProps = PartProps<MeanCurveScenario, MeanCurveContract, MeanCurveFacts, MeanCurveInside>;
export type MeanCurvePictureProps = PictureProps<MeanCurveScenario, MeanCurveContract, MeanCurveFacts, MeanCurveInside>;

export const axesOf = remember(
  ({ domain, points }: Pick<MeanCurveScenario, "domain" | "points">) => meanCurveGrid(domain, points).axes,
);

export const shownAxesOf = remember(
  ({ levels, ...grid }: Pick<MeanCurveScenario, "domain" | "points"> & { readonly levels?: readonly string[] }) =>
    levels ? [...axesOf(grid), levelAxis(levels)] : axesOf(grid),
);

export const postMapOf = remember(
  ({
    centre,
    domain,
    points,
    groups,
  }: Pick<MeanCurveParameters, "centre" | "domain" | "groups"> & { readonly points: number }) => {
    const axes = axesOf({ domain, points });
    return groups ? groupPostMap(groups, axes, { centre }) : centre && centrePostMap(centre, axes[0]!);
  },
);

export function factsOf(release: MeanCurveRelease, { summed }: Pick<MeanCurveRecords, "summed">): MeanCurveFacts {
  const { estimate, unitNoise, rawMean, clippedCount, largestNorm, curveCount: recordCount, ...facts } = release;
  return { ...facts, recordCount, isSummed: summed !== undefined };
}
