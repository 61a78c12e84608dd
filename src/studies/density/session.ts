import { recordsFrom } from "../../core/datasets/records.ts";
import type { BinnedDifference } from "../../core/estimators/binnedDifference.ts";
import type { Points } from "../../core/points.ts";
import type { DensityParameters, DensityRelease } from "../../core/releases/density.ts";
import type { Engine } from "../../engine/engine.ts";
import { createConductor, ownData } from "../../state/conductor.ts";
import type { Answer, Conductor, OwnTable, Session } from "../../state/conductor.ts";
import type { ScenarioStore } from "../../state/scenarioStore.ts";
import { scenarioProblems } from "./problems.ts";
import { requestKey, requestOf } from "./request.ts";
import type { DensityScenario } from "./scenario.ts";

export interface DensityRecords {
  readonly points: Points;
  readonly droppedCount: number;
}

export type DensityAnswer = Answer<DensityRecords, DensityParameters, DensityRelease>;
export type DensitySession = Session<DensityRecords, DensityParameters, DensityRelease, BinnedDifference>;
export type DensityConductor = Conductor<DensityRecords, DensityParameters, DensityRelease, BinnedDifference>;

export function createDensityConductor(
  engine: Engine,
  scenarios: ScenarioStore<DensityScenario>,
  own: OwnTable,
): DensityConductor {
  return createConductor(engine, scenarios, own, {
    recordsKey: ({ x, y }: DensityScenario) => (x === "" ? undefined : JSON.stringify([x, y])),
    recordsFrom: (table, { x, y }, missing): DensityRecords =>
      recordsFrom({ table, columns: y === "" ? [x] : [x, y], missing }),
    hold: ({ points }) => engine.holdRecords({ points }),
    requestKey,
    requestOf,
    blocked: (scenario) => scenarioProblems(scenario).some(({ blocks }) => blocks),
    ask: (records, parameters) => engine.density({ records, parameters }),
    giveBack: (release) => engine.giveBack(release),
    measure: (records, parameters, signal) => engine.densityDifference({ records, parameters }, { signal }),
    chooseOwn: (table, { data, x, y }): Partial<DensityScenario> => {
      const usable = table.columns.filter(({ missingCount }) => missingCount < table.rowCount);
      const known = (column: string) => table.columns.some(({ name }) => name === column);
      const keep = data === ownData && known(x) && (y === "" || known(y));
      return keep ? {} : { data: ownData, x: usable[0]?.name ?? "", y: "", seed: "secure", draws: 1 };
    },
  });
}
