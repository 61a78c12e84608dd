import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import type { BoundaryContract } from "../../../core/erm/boundaryContract.ts";
import type { BoundaryRelease } from "../../../core/erm/boundary/boundaryParameters.ts";
import type { PartProps, PictureProps } from "../../../panels/study/study.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import type { Influential, Performance } from "./performance.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** Effect of the pointer in the picture. */
export type Tool = "read" | "grab" | "flip" | "negative" | "positive" | "remove" | "influential";

/** Seen by the data owner only. */
type PrivatePart = "clampedCount" | "clampedResponseCount" | "dualityGap" | "rkhsNorm" | "fitted" | "support";

export type BoundaryFacts = Omit<BoundaryRelease, "estimate" | "unitNoise" | PrivatePart> & {
  /** Names of the classes −1 and +1, outside of one's own data as declared; absent in a regression. */
  readonly classNames: BoundaryRecords["classNames"];
};

export interface BoundaryInside extends Pick<BoundaryRelease, PrivatePart> {
  readonly records: BoundaryRecords;
  /** Share of records labelled as given, or the mean loss of a regression: absolute error, or the pinball loss. */
  readonly onRecords: Performance;
  /** The same with each record predicted from a fit without it; absent until it is measured. */
  readonly heldOut: Performance | undefined;
  /** How well each group's function does on its own records, held out where that is measured; undefined of an empty group. */
  readonly ofGroups?: readonly (Performance | undefined)[] | undefined;
  readonly landmarkError: number | undefined;
  /** The record without which its own prediction changes most; absent until it is measured. */
  readonly influential: Influential | undefined;
}

export type BoundaryView = StudyView<BoundaryFacts, BoundaryInside>;
export type BoundaryProps = PartProps<
  BoundaryScenario,
  BoundaryContract,
  BoundaryFacts,
  BoundaryInside,
  Tool | undefined
>;
export type BoundaryPictureProps = PictureProps<
  BoundaryScenario,
  BoundaryContract,
  BoundaryFacts,
  BoundaryInside,
  Tool | undefined
>;
