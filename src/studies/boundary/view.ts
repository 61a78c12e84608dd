import type { BoundaryRecords } from "../../core/datasets/boundaryRecords.ts";
import type { BoundaryContract, BoundaryRelease } from "../../core/releases/boundary.ts";
import type { PartProps } from "../../panels/study.ts";
import type { StudyView } from "../../state/presented.ts";
import type { Performance } from "./performance.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** What a click in the picture does. */
export type Tool = "read" | "negative" | "positive" | "remove";

/** What of a boundary release only the data owner sees. */
type PrivatePart = "clampedCount" | "clampedResponseCount" | "dualityGap" | "rkhsNorm" | "fitted" | "support";

/** What of a boundary release is public. */
export type BoundaryFacts = Omit<BoundaryRelease, "estimate" | "unitNoise" | PrivatePart> & {
  /** Names of the classes −1 and +1, which are taken to be public; absent in a regression. */
  readonly classNames: BoundaryRecords["classNames"];
};

/** What only the data owner sees of a boundary. */
export interface BoundaryInside extends Pick<BoundaryRelease, PrivatePart> {
  readonly records: BoundaryRecords;
  /** Share of records labelled as given, or the mean loss of a regression: absolute error, or the pinball loss. */
  readonly onRecords: Performance;
  /** The same with each record predicted from a fit without it; absent until it is measured. */
  readonly heldOut: Performance | undefined;
  readonly landmarkError: number | undefined;
}

export type BoundaryView = StudyView<BoundaryFacts, BoundaryInside>;
export type BoundaryProps = PartProps<BoundaryScenario, BoundaryContract, BoundaryFacts, BoundaryInside, Tool>;
