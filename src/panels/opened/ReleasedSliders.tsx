import { useStore } from "zustand";
import { failure } from "../../engine/outcome.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { PresentedStudy } from "../study/presentedStudy.ts";
import type { CommonFacts } from "../study/study.ts";
import { useLease } from "../hooks/useLease.ts";

export function ReleasedSliders<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition: {
    screen: { Sliders, firstTool },
  },
  presented,
  ...props
}: PresentedStudy<S, C, M, F, I, T>) {
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
const noSpending = () =>
  Promise.resolve(failure("cancelled", "This is a release; go back to exploring to draw another."));
