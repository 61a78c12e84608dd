import { fieldProblems } from "../../../state/scenario/fieldTable.ts";
import { problemIf, type ScenarioProblem } from "../../../state/scenario/problems.ts";
import { commonFields } from "../../../state/scenario/sharedFields.ts";
import { levelProblems, shareProblems, typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { separateColumns } from "./separateColumns.ts";
import { meanCurveFields } from "./fields.ts";
import type { MeanCurveScenario } from "./scenario.ts";

export function meanCurveProblems(scenario: MeanCurveScenario): readonly ScenarioProblem<MeanCurveScenario>[] {
  const { shape, curve, time, value, groups, levels, domain, points } = scenario;
  const m = separateColumns(scenario)?.length;
  const chosen = [curve, time, value].filter((name) => name !== "");
  const named = typedShares(levels);
  return [
    ...fieldProblems(meanCurveFields, scenario, commonFields),
    ...problemIf(shape === "long" && new Set(chosen).size < chosen.length, "value", "Choose three different columns."),
    ...problemIf(
      m !== undefined && (points !== m || domain[0] !== 1 || domain[1] !== m),
      "points",
      `The ${m} columns stand at 1 to ${m}, with a grid point each.`,
    ),
    ...problemIf(
      m !== undefined && groups !== "",
      "levels",
      "Means of groups are of curves: choose no groups for columns with ranges.",
    ),
    ...(groups === "" ? [] : [...levelProblems(named.levels, groups), ...shareProblems(named)]),
  ];
}
