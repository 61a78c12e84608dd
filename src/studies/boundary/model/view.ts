import type { BoundaryRecords } from "../../../core/records/boundaryRecords.ts";
import type { BoundaryContract } from "../../../core/erm/boundaryContract.ts";
import type { BoundaryRelease } from "../../../core/erm/boundary/boundaryParameters.ts";
import type { PartProps, PictureProps } from "../../../panels/study/study.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import type { Influential, Performance } from "./performance.ts";
import type { BoundaryScenario } from "./scenario.ts";

export type Tool = "read" | "grab" | "flip" | "negative" | "positive" | "remove" | "influential";

/** For the data owner only. */
type PrivatePart = "clampedCount" | "clampedResponseCount" | "dualityGap" | "rkhsNorm" | "fitted" | "support";

export type BoundaryFacts = Omit<BoundaryRelease, "estimate" | "unitNoise" | PrivatePart> & {
  /** Outside of one's own data as declared; absent in a regression. */
  readonly classNames: BoundaryRecords["classNames"];
};

export interface BoundaryInside extends Pick<BoundaryRelease, PrivatePart> {
  readonly records: BoundaryRecords;
  readonly onRecords: Performance;
  readonly heldOut: Performance | undefined;
  /** Held out where measured; undefined for an empty group. */
  readonly ofGroups?: readonly (Performance | undefined)[] | undefined;
  readonly landmarkError: number | undefined;
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
