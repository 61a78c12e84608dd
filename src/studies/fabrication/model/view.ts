import type { FabricationAnswer, FabricationContract } from "../../../core/affineHull/fabricationContract.ts";
import type { SmoothedDraws } from "../../../core/affineHull/fabrication/smoothedDraws.ts";
import type { CommonFacts, PartProps } from "../../../panels/study/study.ts";
import type { StudyView } from "../../../state/presented/presented.ts";
import type { FabricationScenario } from "./scenario.ts";

type PrivatePart = "clampedCount" | "memberDistances" | "testDistances" | "accuracy";

export type FabricationFacts = Omit<FabricationAnswer, "estimate" | "draws" | "deviation" | PrivatePart> &
  CommonFacts & {
    /** Public; empty for one class. */
    readonly classNames: readonly string[];
    /** n. */
    readonly asked: number;
  };

export type FabricationInside = Pick<FabricationAnswer, PrivatePart> & {
  readonly smoothed: SmoothedDraws | undefined;
};

export type FabricationView = StudyView<FabricationFacts, FabricationInside>;
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
