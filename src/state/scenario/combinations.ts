import { clashesOf, type Combinations, type Options } from "../../core/combinations.ts";
import type { ScenarioProblem } from "./fieldTable.ts";

/** Clashes of options, beside their controls, in the worker's sentences. */
export function clashProblems<O extends string, S>(
  table: Combinations<O>,
  asked: Options<O>,
): readonly ScenarioProblem<S>[] {
  return clashesOf(table, asked).map(([option, , sentence, drawn]) => ({
    parameter: (table.parameterOf[option] ?? option) as keyof S & string,
    sentence: `${sentence}${drawn ? `: ${drawn}` : ""}.`,
    blocks: drawn === undefined,
  }));
}

/**
 * The scenario without options that others exclude.
 *
 * @param off fields of each option without it
 */
export function drawnScenario<O extends string, S>(
  table: Combinations<O>,
  asked: Options<O>,
  off: Readonly<Partial<Record<O, Partial<S>>>>,
  scenario: S,
): S {
  let drawn = scenario;
  for (const [option, , , instead] of clashesOf(table, asked)) if (instead) drawn = { ...drawn, ...off[option] };
  return drawn;
}
