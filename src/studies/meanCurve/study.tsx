import { meanCurveExamples } from "../../core/datasets/examples/meanCurveExamples.ts";
import type { ScreenProps, Study, StudyContext } from "../../panels/study.ts";
import { createScenarioStore } from "../../state/scenarioStore.ts";
import { MeanCurveStudy } from "./MeanCurveStudy.tsx";
import { meanCurveLinks } from "./scenario.ts";
import { createMeanCurveConductor } from "./session.ts";

/** The private penalised mean of curves. */
export function createMeanCurveStudy({ engine, address, own, ledger }: StudyContext): Study {
  const scenarios = createScenarioStore(meanCurveLinks(meanCurveExamples), address);
  const conductor = createMeanCurveConductor(engine, scenarios, own);
  return {
    scenarios,
    Screen: (props: ScreenProps) => (
      <MeanCurveStudy engine={engine} scenarios={scenarios} conductor={conductor} ledger={ledger} {...props} />
    ),
  };
}
