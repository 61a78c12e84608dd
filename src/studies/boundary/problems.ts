import type { EngineFailure } from "../../engine/outcome.ts";
import { boundaryLimits } from "../../core/releases/boundary.ts";
import { calibrate } from "../../state/calibrate.ts";
import { isDomain, rounded } from "../../state/linkFields.ts";
import { hidesSeed } from "../../state/sharedFields.ts";
import { boundaryControlLimits, lossParameterOf } from "./scenario.ts";
import type { BoundaryScenario } from "./scenario.ts";

/** Sentences beside their controls, by the parameter at fault. */
export type Problems = ReadonlyMap<string, string>;

/** A sentence to be shown beside the control of `parameter`. */
export interface ScenarioProblem {
  readonly parameter: keyof BoundaryScenario;
  readonly sentence: string;
  /** Whether the worker cannot be asked before this is mended. */
  readonly blocks: boolean;
}

/** What is wrong with a scenario, by the scenario itself, its calibration, or the worker that answered it. */
export function problemsOf(scenario: BoundaryScenario, failure: EngineFailure | undefined, recordCount = 0): Problems {
  const problems = new Map<string, string>();
  if (failure?.parameter !== undefined) problems.set(failure.parameter, failure.message);
  if (recordCount > boundaryLimits[scenario.solver]) problems.set("solver", tooMany(recordCount));
  const refused = calibrate(scenario);
  if (typeof refused !== "number") problems.set("calibration", refused.message);
  for (const { parameter, sentence } of scenarioProblems(scenario)) problems.set(parameter, sentence);
  return problems;
}

/** What is wrong with a scenario, or must be known about it, control by control. Empty when all is well. */
export function scenarioProblems(scenario: BoundaryScenario): readonly ScenarioProblem[] {
  const { task, x, y, response, positive, domainX, domainY, range } = scenario;
  const plane = task === "classification";
  const problems: ScenarioProblem[] = [];
  const mustHold = (holds: boolean, parameter: keyof BoundaryScenario, sentence: string, blocks = true) => {
    if (!holds) problems.push({ parameter, sentence, blocks });
  };
  const mustBeWithin = (
    parameter: "lengthScale" | "penalty" | "lossParameter" | "epsilon" | "delta" | "draws",
    name: string,
    { min, max }: { readonly min: number; readonly max: number },
    blocks = true,
  ) => {
    const value = scenario[parameter];
    const slack = 1 + 1e-9; // of a slider on a log scale
    const holds = value >= min / slack && value <= max * slack;
    mustHold(
      holds,
      parameter,
      `${name} must be between ${rounded(min)} and ${rounded(max)}; got ${rounded(value)}.`,
      blocks,
    );
  };

  mustHold(x !== "", "x", plane ? "Choose the column of the first input." : "Choose the column of the input.");
  if (plane) {
    mustHold(y !== "", "y", "Choose the column of the second input.");
    mustHold(y === "" || y !== x, "y", "Choose a second input other than the first.");
    mustHold(response === "" || positive !== "", "positive", "Choose the class that counts as positive.");
  }
  mustHold(
    response !== "",
    "response",
    plane ? "Choose the column of the labels." : "Choose the column of the responses.",
  );
  mustHold(
    response === "" || (response !== x && (!plane || response !== y)),
    "response",
    "Choose a column other than the inputs.",
  );
  mustHold(isDomain(domainX), "domainX", intervalSentence("The domain"));
  if (plane) mustHold(isDomain(domainY), "domainY", intervalSentence("The domain"));
  else mustHold(isDomain(range), "range", intervalSentence("The range"));

  mustBeWithin("lengthScale", "ℓ", boundaryControlLimits.lengthScale);
  mustBeWithin("penalty", "λ", boundaryControlLimits.penalty);
  if (!plane) mustBeWithin("lossParameter", "The loss's parameter", lossParameterOf(scenario.loss));
  mustBeWithin("draws", "The number of draws", boundaryControlLimits.draws);
  mustBeWithin("epsilon", "ε", boundaryControlLimits.epsilon, false);
  mustBeWithin("delta", "δ", boundaryControlLimits.delta, false);
  if (scenario.calibration === "classical" && scenario.epsilon > 1) {
    const sentence = `The classical calibration is proved for ε up to 1 only, and ε is ${rounded(scenario.epsilon)}`;
    mustHold(false, "calibration", `${sentence}: choose the exact one, or a smaller ε.`, false);
  }
  if (hidesSeed(scenario) && scenario.seed !== "secure") {
    const sentence = "This draw has a known seed: whoever has the seed can subtract the noise.";
    mustHold(false, "seed", `${sentence} Use the secure source before you pass the boundary on.`, false);
  }
  return problems;
}

function tooMany(recordCount: number): string {
  const [count, exact, landmarks] = [recordCount, boundaryLimits.exact, boundaryLimits.landmarks].map((n) =>
    n.toLocaleString("en"),
  );
  return recordCount > boundaryLimits.landmarks
    ? `${count} records are too many: the exact fit takes ${exact}, the fit on landmarks ${landmarks}. Load a random sample of the rows.`
    : `${count} records are too many for the exact fit, which takes ${exact}: choose the fit on public landmarks.`;
}

function intervalSentence(name: string): string {
  return `${name} needs a lower end below its upper one, both within ±1e15.`;
}
