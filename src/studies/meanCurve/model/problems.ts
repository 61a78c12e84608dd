import { fieldProblems } from "../../../state/scenario/fieldTable.ts";
import { problemIf, type ScenarioProblem } from "../../../state/scenario/problems.ts";
import { commonFields } from "../../../state/scenario/sharedFields.ts";
import { levelProblems, shareProblems, typedShares } from "../../../panels/controls/typedGroups.ts";
import { meanCurveFields } from "./fields.ts";
import type { MeanCurveScenario } from "./scenario.ts";

export function meanCurveProblems(scenario: MeanCurveScenario): readonly ScenarioProblem<MeanCurveScenario>[] {
  const { shape, curve, time, value, groups, levels } = scenario;
  const chosen = [curve, time, value].filter((name) => name !== "");
  const named = typedShares(levels);
  return [
    ...fieldProblems(meanCurveFields, scenario, commonFields),
    ...problemIf(shape === "long" && new Set(chosen).size < chosen.length, "value", "Choose three different columns."),
    ...(groups === "" ? [] : [...levelProblems(named.levels, groups), ...shareProblems(named)]),
  ];
}
