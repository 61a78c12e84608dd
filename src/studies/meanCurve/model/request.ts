import type { MeanCurveParameters } from "../../../core/mean/meanCurveParameters.ts";
import { typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { mostRecordsOf } from "../../../state/scenario/sharedFields.ts";
import { pick } from "../../../state/scenario/fieldTable.ts";
import { centreParameter } from "./centre.ts";
import type { MeanCurveScenario } from "./scenario.ts";

export function requestOf(scenario: MeanCurveScenario): MeanCurveParameters {
  const { kernel, noiseKernel, person, perPerson, groups, levels } = scenario;
  return {
    ...pick(scenario, "domain", "rule", "kernel", "range", "penalty", "power", "normBound", "seed"),
    noiseKernel: noiseKernel === "same" ? kernel : noiseKernel,
    ...centreParameter(scenario.centre),
    curvesPerPerson: person === "" ? 1 : perPerson,
    ...mostRecordsOf(scenario),
    drawCount: scenario.draws,
    ...(groups !== "" && { groups: typedShares(levels) }),
  };
}
