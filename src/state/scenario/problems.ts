import type { ParameterError } from "../../core/errors.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { fourDigitText } from "../../core/numberFormats.ts";
import type { EngineFailure } from "../../engine/outcome.ts";
import { fieldProblems, type ScenarioProblem } from "./fieldTable.ts";
import { commonFields, type CommonScenario } from "./sharedFields.ts";

export type { ScenarioProblem };

/** Sentences by parameter, beside their controls. */
export type Problems = ReadonlyMap<string, string>;

/** Problems besides the budget's. */
export type ProblemsOf<S, C extends StudyContract> = (
  scenario: S,
  records: C["records"] | undefined,
) => readonly ScenarioProblem<S>[];

export function budgetProblems(scenario: CommonScenario): readonly ScenarioProblem<CommonScenario>[] {
  const { calibration, epsilon } = scenario;
  const classical = `The classical calibration is proved for ε up to 1 only, and ε is ${fourDigitText(epsilon)}`;
  return [
    // A wrong ε or δ keeps the earlier budget.
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
 * True if the worker cannot be asked before a repair; the picture is then stale.
 *
 * @param budget true if the worker computes at the budget; else its answer is scaled, at the earlier budget
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

/** All problems: scenario, calibration and the worker's answer. */
export function problemsOf<S>(
  found: readonly ScenarioProblem<S>[],
  refused: ParameterError | undefined,
  failure: EngineFailure | undefined,
  /** The control of a refused budget. */
  budget: "calibration" | "epsilon" = "calibration",
): Problems {
  const problems = new Map<string, string>();
  if (failure?.parameter !== undefined) problems.set(failure.parameter, failure.message);
  if (refused) problems.set(budget, refused.message);
  for (const { parameter, sentence } of found) problems.set(parameter, sentence);
  return problems;
}
