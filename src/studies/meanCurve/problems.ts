import type { EngineFailure } from "../../engine/outcome.ts";
import { calibrate } from "../../state/calibrate.ts";
import { isDomain, rounded } from "../../state/linkFields.ts";
import { hidesSeed } from "../../state/sharedFields.ts";
import { meanCurveLimits, rangeLimits } from "./scenario.ts";
import type { MeanCurveScenario } from "./scenario.ts";

/** Sentences beside their controls, by the parameter at fault. */
export type Problems = ReadonlyMap<string, string>;

export interface ScenarioProblem {
  readonly parameter: keyof MeanCurveScenario;
  readonly sentence: string;
  /** Whether the worker cannot be asked before this is mended. */
  readonly blocks: boolean;
}

/** What is wrong with a scenario, by the scenario itself, its calibration, or the worker that answered it. */
export function problemsOf(scenario: MeanCurveScenario, failure: EngineFailure | undefined): Problems {
  const problems = new Map<string, string>();
  if (failure?.parameter !== undefined) problems.set(failure.parameter, failure.message);
  const refused = calibrate(scenario);
  if (typeof refused !== "number") problems.set("calibration", refused.message);
  for (const { parameter, sentence } of scenarioProblems(scenario)) problems.set(parameter, sentence);
  return problems;
}

/** What is wrong with a scenario, or must be known about it, control by control. Empty when all is well. */
export function scenarioProblems(scenario: MeanCurveScenario): readonly ScenarioProblem[] {
  const { shape, curve, time, value, person, domain, kernel } = scenario;
  const problems: ScenarioProblem[] = [];
  const mustHold = (holds: boolean, parameter: keyof MeanCurveScenario, sentence: string, blocks = true) => {
    if (!holds) problems.push({ parameter, sentence, blocks });
  };
  const mustBeWithin = (
    parameter: "points" | "range" | "penalty" | "power" | "normBound" | "perPerson" | "epsilon" | "delta" | "draws",
    name: string,
    { min, max }: { readonly min: number; readonly max: number },
    { whole = false, blocks = true } = {},
  ) => {
    const given = scenario[parameter];
    const slack = 1 + 1e-9; // of a slider on a log scale
    const holds = given >= min / slack && given <= max * slack && (!whole || Number.isInteger(given));
    const kind = whole ? "a whole number " : "";
    mustHold(
      holds,
      parameter,
      `${name} must be ${kind}between ${rounded(min)} and ${rounded(max)}; got ${rounded(given)}.`,
      blocks,
    );
  };

  if (shape === "long") {
    mustHold(curve !== "", "curve", "Choose the column that tells the curves apart.");
    mustHold(time !== "", "time", "Choose the column of the times.");
    mustHold(value !== "", "value", "Choose the column of the values.");
    const chosen = [curve, time, value].filter((name) => name !== "");
    mustHold(new Set(chosen).size === chosen.length, "value", "Choose three different columns.");
  }
  mustHold(isDomain(domain), "domain", "The domain needs a lower end below its upper one, both within ±1e15.");
  mustBeWithin("points", "The number of grid points", meanCurveLimits.points, { whole: true });
  if (isDomain(domain)) mustBeWithin("range", "ρ", rangeLimits(kernel, domain));
  mustBeWithin("penalty", "φ", meanCurveLimits.penalty);
  mustBeWithin("power", "η", meanCurveLimits.power);
  mustBeWithin("normBound", "τ", meanCurveLimits.normBound);
  if (person !== "")
    mustBeWithin("perPerson", "The number of curves per person", meanCurveLimits.perPerson, { whole: true });
  mustBeWithin("draws", "The number of draws", meanCurveLimits.draws, { whole: true });
  mustBeWithin("epsilon", "ε", meanCurveLimits.epsilon, { blocks: false });
  mustBeWithin("delta", "δ", meanCurveLimits.delta, { blocks: false });
  if (scenario.calibration === "classical" && scenario.epsilon > 1) {
    const sentence = `The classical calibration is proved for ε up to 1 only, and ε is ${rounded(scenario.epsilon)}`;
    mustHold(false, "calibration", `${sentence}: choose the exact one, or a smaller ε.`, false);
  }
  if (hidesSeed(scenario) && scenario.seed !== "secure") {
    const sentence = "This draw has a known seed: whoever has the seed can subtract the noise.";
    mustHold(false, "seed", `${sentence} Use the secure source before you pass the curve on.`, false);
  }
  return problems;
}
