import { boundaryExamples } from "../../core/datasets/examples/boundaryExamples.ts";
import type { ScreenProps, Study, StudyContext } from "../../panels/study.ts";
import { createScenarioStore } from "../../state/scenarioStore.ts";
import { BoundaryStudy } from "./BoundaryStudy.tsx";
import { boundaryLinks } from "./scenario.ts";
import { createBoundaryConductor } from "./session.ts";

/** The private decision boundary of labelled points, and the private regression curve. */
export function createBoundaryStudy({ engine, address, own, ledger }: StudyContext): Study {
  const scenarios = createScenarioStore(boundaryLinks(boundaryExamples), address);
  const conductor = createBoundaryConductor(engine, scenarios, own);
  return {
    scenarios,
    Screen: (props: ScreenProps) => (
      <BoundaryStudy engine={engine} scenarios={scenarios} conductor={conductor} ledger={ledger} {...props} />
    ),
  };
}
