import type { EngineFailure } from "../../engine/outcome.ts";
import { scenarioProblems } from "./scenario.ts";
import type { DensityScenario } from "./scenario.ts";
import { calibrate } from "./useDensityView.ts";

/** Sentences beside their controls, by the parameter at fault. */
export type Problems = ReadonlyMap<string, string>;

/** What is wrong with a scenario, by the scenario itself, its calibration, or the worker that answered it. */
export function problemsOf(scenario: DensityScenario, failure: EngineFailure | undefined): Problems {
  const problems = new Map<string, string>();
  if (failure?.parameter !== undefined) problems.set(failure.parameter, failure.message);
  const refused = calibrate(scenario);
  if (typeof refused !== "number") problems.set("calibration", refused.message);
  for (const { parameter, sentence } of scenarioProblems(scenario)) problems.set(parameter, sentence);
  return problems;
}
