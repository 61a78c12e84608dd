import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../../core/release/contract.ts";
import type { Presented } from "../../state/presented/presented.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { CommonFacts, PartProps, ScreenProps, StudyDefinition } from "./study.ts";

type Given<S, C extends StudyContract, F, I, T> = Pick<PartProps<S, C, F, I, T>, "set" | "act" | "client" | "beside">;

export interface PresentedStudy<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>
  extends ScreenProps, Given<S, C, F, I, T> {
  readonly definition: StudyDefinition<S, C, M, F, I, T>;
  readonly presented: StoreApi<Presented<S, C, F, I>>;
}
