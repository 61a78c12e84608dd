import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../../core/releases/contract.ts";
import type { StudyClient } from "../../engine/engine.ts";
import type { Presented } from "../../state/presented.ts";
import type { CommonScenario } from "../../state/sharedFields.ts";
import type { Actions, Beside, CommonFacts, PartProps, ScreenProps, StudyDefinition } from "../study.ts";
import { useLease } from "../useLease.ts";

interface ReleasedSlidersProps<
  S extends CommonScenario,
  C extends StudyContract,
  M,
  F extends CommonFacts,
  I,
  T,
> extends ScreenProps {
  readonly definition: StudyDefinition<S, C, M, F, I, T>;
  readonly presented: StoreApi<Presented<S, C, F, I>>;
  readonly set: PartProps<S, C, F, I, T>["set"];
  readonly act: Actions<C>;
  readonly client: StudyClient<C>;
  readonly beside: Beside;
}

/** The main sliders beside a release: the first move of one goes back to previews. */
export function ReleasedSliders<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition: { Sliders, firstTool },
  presented,
  ...props
}: ReleasedSlidersProps<S, C, M, F, I, T>) {
  const now = useStore(presented);
  useLease(now.view?.lease);
  return (
    <>
      <p className="explanation">Moving one of these goes back to previews.</p>
      <Sliders {...now} {...props} spend={noSpending} tool={firstTool} setTool={ignore} />
    </>
  );
}

const ignore = () => undefined;
const noSpending = () => Promise.resolve("This is a release; go back to exploring to draw another.");
