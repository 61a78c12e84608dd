import { ParameterError } from "./errors.ts";

/** Options of a method that are on. */
export type Options<O extends string> = ReadonlySet<O>;

/**
 * An option, the options that it does not go with, and the reason, a sentence without full stop. The last member is
 * drawn instead; without it the pair is refused.
 */
type Clash<O extends string> = readonly [
  option: O,
  others: readonly O[],
  sentence: string,
  drawn?: "drawn without" | "drawn with 0",
];

/** All pairs of a method's options that do not go together. */
export interface Combinations<O extends string> {
  readonly clashes: readonly Clash<O>[];
  /** Parameter or control at fault for an option; the option's own name if absent. */
  readonly parameterOf: Readonly<Partial<Record<O, string>>>;
}

export function optionsOn<O extends string>(holds: Readonly<Partial<Record<O, boolean>>>): Options<O> {
  return new Set((Object.keys(holds) as O[]).filter((option) => holds[option]));
}

/** Rows of the table that the options break, in the table's order. */
export function clashesOf<O extends string>({ clashes }: Combinations<O>, on: Options<O>): readonly Clash<O>[] {
  return clashes.filter(([option, others]) => on.has(option) && others.some((other) => on.has(other)));
}

/** Sentence that refuses an option with those that are on; undefined if it goes with them. */
export function refusalOf<O extends string>({ clashes }: Combinations<O>, option: O, on: Options<O>) {
  const clash = clashes.find(
    ([one, others]) =>
      (one === option && others.some((other) => on.has(other))) || (on.has(one) && others.includes(option)),
  );
  return clash && `${clash[2]}.`;
}

/** True if an option goes with those that are on. */
export function goesWith<O extends string>(table: Combinations<O>, option: O, on: Options<O>): boolean {
  return refusalOf(table, option, on) === undefined;
}

/**
 * Checks that all options go together.
 *
 * @throws {ParameterError} naming the parameter of the first clash; its message is the table's sentence
 */
export function checkCombination<O extends string>(table: Combinations<O>, on: Options<O>): void {
  const [clash] = clashesOf(table, on);
  if (clash) throw clashError(table.parameterOf[clash[0]] ?? clash[0], `${clash[2]}.`);
}

function clashError(parameter: string, sentence: string): ParameterError {
  return Object.assign(new ParameterError(parameter, "asked", "left out"), { message: sentence });
}
