import type { ParameterError } from "../../core/errors.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { fourDigitText } from "../../core/numberFormats.ts";
import type { EngineFailure } from "../../engine/outcome.ts";
import { fieldProblems, type ScenarioProblem } from "./fieldTable.ts";
import { commonFields, type CommonScenario } from "./sharedFields.ts";

export type { ScenarioProblem };

/** Sentences beside their controls, by the parameter at fault. */
export type Problems = ReadonlyMap<string, string>;

/** What is wrong with a scenario of one study, or must be known about it, control by control; its budget left out. */
export type ProblemsOf<S, C extends StudyContract> = (
  scenario: S,
  records: C["records"] | undefined,
) => readonly ScenarioProblem<S>[];

/** What is wrong with budget and noise of any scenario. */
export function budgetProblems(scenario: CommonScenario): readonly ScenarioProblem<CommonScenario>[] {
  const { calibration, epsilon } = scenario;
  const classical = `The classical calibration is proved for ε up to 1 only, and ε is ${fourDigitText(epsilon)}`;
  return [
    // At a wrong ε or δ the picture goes on with the budget before.
    ...fieldProblems(commonFields, scenario).map((problem) => ({
      ...problem,
      blocks: problem.parameter !== "epsilon" && problem.parameter !== "delta",
    })),
    ...problemIf(
      calibration === "classical" && epsilon > 1,
      "calibration",
      `${classical}: choose the exact one, or a smaller ε.`,
      false,
    ),
  ];
}

/**
 * Whether the worker cannot be asked before something is mended; then the picture is stale, too.
 *
 * @param budget whether a worker is asked at it, or its answer is scaled to it: then a picture goes on at the budget before
 */
export function blockedBy<S extends CommonScenario>(
  found: (scenario: S, records: undefined) => readonly ScenarioProblem<S>[],
  budget: "asked" | "scaled",
): (scenario: S) => boolean {
  return (scenario) => {
    const ofBudget = budgetProblems(scenario);
    if (budget === "asked" && ofBudget.length > 0) return true;
    return [...found(scenario, undefined), ...ofBudget].some(({ blocks }) => blocks);
  };
}

export function problemIf<P extends string>(holds: boolean, parameter: P, sentence: string, blocks = true) {
  return holds ? [{ parameter, sentence, blocks }] : [];
}

/** All that is wrong, by the scenario itself, its calibration, or the worker that answered it. */
export function problemsOf<S>(
  found: readonly ScenarioProblem<S>[],
  refused: ParameterError | undefined,
  failure: EngineFailure | undefined,
  /** The control that a refused budget is said at. */
  budget: "calibration" | "epsilon" = "calibration",
): Problems {
  const problems = new Map<string, string>();
  if (failure?.parameter !== undefined) problems.set(failure.parameter, failure.message);
  if (refused) problems.set(budget, refused.message);
  for (const { parameter, sentence } of found) problems.set(parameter, sentence);
  return problems;
}
