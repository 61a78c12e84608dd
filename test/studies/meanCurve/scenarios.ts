import { meanCurveExamples } from "../../../src/studies/meanCurve/model/examples.ts";
import { study } from "../../../src/studies/meanCurve/definition.ts";
import { meanCurveLinks } from "../../../src/studies/meanCurve/model/links.ts";
import type { MeanCurveScenario } from "../../../src/studies/meanCurve/model/scenario.ts";
import { askedOf } from "../presenting.ts";
import { meanCurveProblems } from "../../../src/studies/meanCurve/model/problems.ts";
import { budgetProblems } from "../../../src/state/scenario/problems.ts";

export const links = meanCurveLinks(meanCurveExamples);
export const start = links.decode("").values;
export const own: MeanCurveScenario = {
  ...start,
  data: "own",
  shape: "long",
  curve: "who",
  time: "when",
  value: "what",
  person: "",
};
export const scenarioProblems = (scenario: MeanCurveScenario) => [
  ...meanCurveProblems(scenario),
  ...budgetProblems(scenario),
];
export const requested = (scenario: MeanCurveScenario) =>
  askedOf(study, scenario, { columns: [], rowCount: 0, notices: [] });
export const wrongIn = (change: Partial<MeanCurveScenario>, base = start) =>
  scenarioProblems({ ...base, ...change }).map(({ parameter }) => parameter);
export const dataSets = meanCurveExamples.flatMap(({ id, variations }) => [
  id,
  ...variations.flatMap(({ data = [] }) => data),
]);
