import type { BinnedDifference } from "../../core/estimators/binnedDifference.ts";
import type { Points } from "../../core/points.ts";
import type { DensityContract, DensityRelease } from "../../core/releases/density.ts";
import type { PeakVisibility } from "../../core/releases/peakVisibility.ts";
import type { PartProps } from "../../panels/study.ts";
import type { StudyView } from "../../state/presented.ts";
import type { DensityScenario } from "./scenario.ts";

/** What of a density release is public. */
export type DensityFacts = Omit<DensityRelease, "estimate" | "unitNoise" | "clampedCount">;

/** What only the data owner sees of a density. */
export interface DensityInside {
  readonly points: Points;
  /** Records outside the declared domain, moved to its edge. */
  readonly clampedCount: number;
  /** The drawn estimate against the exact one; absent until it is measured. */
  readonly difference: BinnedDifference | undefined;
  /** In how many releases the peaks of the original stay visible; absent until it is counted. */
  readonly visibility: PeakVisibility | undefined;
}

/** What is measured in the background. */
export interface DensityMeasured {
  readonly difference: BinnedDifference;
  readonly visibility: PeakVisibility;
}

export type DensityView = StudyView<DensityFacts, DensityInside>;
export type DensityProps = PartProps<DensityScenario, DensityContract, DensityFacts, DensityInside>;
