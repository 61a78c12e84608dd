import type { FabricationAnswer, FabricationContract } from "../../../core/affineHull/fabricationContract.ts";
import type { CommonFacts, PartProps } from "../../../panels/study/study.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import type { FabricationScenario } from "./scenario.ts";

/** What of a table only the data owner sees. */
type PrivatePart = "clampedCount" | "memberDistances" | "testDistances" | "score" | "accuracy";

/** What of a table is public: all that is made of the noisy rows, and the classes. */
export type FabricationFacts = Omit<FabricationAnswer, "estimate" | "draws" | "deviation" | PrivatePart> &
  CommonFacts & {
    /** Names of the classes, which are taken to be public; empty where there is one. */
    readonly classNames: readonly string[];
    /** n, as it was asked for. */
    readonly asked: number;
  };

/** What only the data owner sees of a table. */
export type FabricationInside = Pick<FabricationAnswer, PrivatePart>;

export type FabricationView = StudyView<FabricationFacts, FabricationInside>;
/** Which moment of the smoothing is shown: after so many steps, or the fabricated rows; and whether it is played. */
export interface Smoothing {
  readonly at: number | "result";
  readonly playing: boolean;
}

export type FabricationProps = PartProps<
  FabricationScenario,
  FabricationContract,
  FabricationFacts,
  FabricationInside,
  Smoothing
>;
