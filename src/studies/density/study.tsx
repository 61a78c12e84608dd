import { examples } from "../../core/datasets/examples/examples.ts";
import type { ScreenProps, Study, StudyContext } from "../../panels/study.ts";
import { createScenarioStore } from "../../state/scenarioStore.ts";
import { DensityStudy } from "./DensityStudy.tsx";
import { densityLinks } from "./scenario.ts";
import { createDensityConductor } from "./session.ts";

/** The private density of one or two columns. */
export function createDensityStudy({ engine, address, own, ledger }: StudyContext): Study {
  const scenarios = createScenarioStore(densityLinks(examples), address);
  const density = createDensityConductor(engine, scenarios, own);
  return {
    scenarios,
    Screen: (props: ScreenProps) => <DensityStudy scenarios={scenarios} density={density} ledger={ledger} {...props} />,
  };
}
