import type { ParameterError } from "../../core/errors.ts";
import type { Interval } from "../../core/grids.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { fourDigitText } from "../../core/numberFormats.ts";
import type { EngineFailure } from "../../engine/outcome.ts";
import { budgetLimits } from "./sharedFields.ts";
import type { CommonScenario } from "./sharedFields.ts";

/** Sentences beside their controls, by the parameter at fault. */
export type Problems = ReadonlyMap<string, string>;

/** A sentence to be shown beside the control of `parameter`. */
export interface ScenarioProblem<S> {
  readonly parameter: keyof S & string;
  readonly sentence: string;
  /** Whether the worker cannot be asked before this is mended. */
  readonly blocks: boolean;
}

/** What is wrong with a scenario of one study, or must be known about it, control by control; its budget left out. */
export type ProblemsOf<S, C extends StudyContract> = (
  scenario: S,
  records: C["records"] | undefined,
) => readonly ScenarioProblem<S>[];

/** What is wrong with budget and noise of any scenario. */
export function budgetProblems({
  epsilon,
  delta,
  calibration,
  seed,
  draws,
}: CommonScenario): readonly ScenarioProblem<CommonScenario>[] {
  const { seed: seeds, draws: counts } = budgetLimits;
  const isSeed = seed === "secure" || (Number.isSafeInteger(seed) && seed >= 0);
  const isCount = Number.isSafeInteger(draws) && isWithin(draws, counts);
  const drawSentence = `The number of draws must be a whole number from ${counts.min} to ${counts.max}; got ${draws}.`;
  const classical = `The classical calibration is proved for ε up to 1 only, and ε is ${fourDigitText(epsilon)}`;
  return [
    ...problemIf(!isSeed, "seed", `The seed must be a whole number from 0 to ${seeds.max}; got ${seed}.`, true),
    ...problemIf(!isCount, "draws", drawSentence, true),
    ...outOfRange("epsilon", "ε", budgetLimits.epsilon, epsilon, false),
    ...outOfRange("delta", "δ", budgetLimits.delta, delta, false),
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

/** One problem, if it is there. */
export function problemIf<P extends string>(holds: boolean, parameter: P, sentence: string, blocks = true) {
  return holds ? [{ parameter, sentence, blocks }] : [];
}

/** The problem of a number outside its limits, if it is; a slider on a log scale may miss its ends in the last digits. */
export function outOfRange<P extends string>(
  parameter: P,
  name: string,
  limits: { readonly min: number; readonly max: number },
  value: number,
  blocks = true,
) {
  if (isWithin(value, limits)) return [];
  const { min, max } = limits;
  const sentence = `${name} must be between ${fourDigitText(min)} and ${fourDigitText(max)}; got ${fourDigitText(value)}.`;
  return problemIf(true, parameter, sentence, blocks);
}

const slack = 1e-9;

/** Whether a value is within limits, but for the last digits. */
export function isWithin(value: number, { min, max }: { readonly min: number; readonly max: number }): boolean {
  return value >= min - slack * Math.abs(min) && value <= max + slack * Math.abs(max);
}

/** What an interval must be, and is not. */
export function intervalSentence(name: string, [lower, upper]: Interval): string {
  return lower >= upper
    ? `${name} must end above where it begins; got ${fourDigitText(lower)} to ${fourDigitText(upper)}.`
    : `${name} needs two distinct ends within ±1e15; got ${fourDigitText(lower)} to ${fourDigitText(upper)}.`;
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
