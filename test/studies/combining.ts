import { expect } from "vitest";
import { clashesOf, goesWith } from "../../src/core/combinations.ts";
import type { Combinations, Options } from "../../src/core/combinations.ts";
import type { ScenarioProblem } from "../../src/state/scenario/fieldTable.ts";

/** How an option is turned on: in a scenario, and in what a worker is asked directly. */
export interface TurnedOn<S, P, R> {
  readonly scenario?: Partial<S>;
  readonly parameters?: object | ((parameters: P) => P);
  readonly records?: (records: R, scenario: S) => R;
}

/** A study, as far as its combinations are concerned. */
export interface Combining<O extends string, S, P, R> {
  readonly table: Combinations<O>;
  readonly base: S;
  readonly on: Readonly<Partial<Record<O, TurnedOn<S, P, R>>>>;
  readonly askedOptions: (scenario: S) => Options<O>;
  readonly problemsOf: (scenario: S) => readonly ScenarioProblem<S>[];
  readonly recordsOf: (scenario: S) => R;
  readonly requestOf: (scenario: S) => P;
  /** Asks a worker for a release, or for a use of it. */
  readonly ask: (records: R, parameters: P, use?: O) => unknown;
  /** Uses that a worker is asked for, and those that a screen offers in a section. */
  readonly uses: readonly O[];
  /** Options that a request for a use does not tell. */
  readonly unseen?: Readonly<Partial<Record<O, readonly O[]>>>;
  /** The use that a use is a part of. */
  readonly partOf?: Readonly<Partial<Record<O, O>>>;
  readonly sections: readonly O[];
  readonly isOffered: (use: O, scenario: S) => boolean;
}

/** All pairs of options that can be on together, with the options that are then on. */
export function pairsOf<O extends string, S, P, R>(study: Combining<O, S, P, R>) {
  const names = Object.keys(study.on) as O[];
  return names.flatMap((a, i) =>
    names.slice(i).flatMap((b) => {
      const scenario = { ...study.base, ...study.on[a]?.scenario, ...study.on[b]?.scenario };
      const asked = study.askedOptions(scenario);
      const isThere = (option: O) => study.on[option]?.scenario === undefined || asked.has(option);
      return isThere(a) && isThere(b) ? [{ a, b, scenario, asked: new Set([...asked, a, b]) }] : [];
    }),
  );
}

type Pair<O extends string, S> = { readonly a: O; readonly b: O; readonly scenario: S; readonly asked: Options<O> };

/** A control and a worker refuse a pair with the same sentence of the table, or the worker answers. */
export function expectOneAnswer<O extends string, S, P, R>(
  study: Combining<O, S, P, R>,
  { a, b, scenario, asked }: Pair<O, S>,
): void {
  const { table, on } = study;
  const problems = study.problemsOf(scenario);
  const ofScenario = clashesOf(table, study.askedOptions(scenario));
  expect(problems).toHaveLength(ofScenario.length);
  for (const [k, [option, , sentence, drawn]] of ofScenario.entries()) {
    expect(problems[k]).toEqual({
      parameter: table.parameterOf[option] ?? option,
      sentence: `${sentence}${drawn ? `: ${drawn}` : ""}.`,
      blocks: drawn === undefined,
    });
  }
  // The screen's own request: whatever does not go is left out, and the rest is answered.
  const isFromRecords = on[a]?.scenario === undefined || on[b]?.scenario === undefined;
  if (!isFromRecords && problems.every(({ blocks }) => !blocks))
    study.ask(study.recordsOf(scenario), study.requestOf(scenario));
  // The same asked directly.
  const parameters = [a, b].reduce((before, option) => {
    const change = on[option]?.parameters ?? {};
    return typeof change === "function" ? (change as (p: P) => P)(before) : { ...before, ...change };
  }, study.requestOf(scenario));
  const records = [a, b].reduce(
    (before, option) => on[option]?.records?.(before, scenario) ?? before,
    study.recordsOf(scenario),
  );
  const sentences = clashesOf(table, asked).map(([, , sentence]) => `${sentence}.`);
  const answer = () => study.ask(records, parameters);
  if (sentences.length > 0) expect(answer).toThrow(sentences[0]);
  else answer();
  for (const use of study.uses) {
    const unseen = study.unseen?.[use] ?? [];
    const all = [...asked, use, ...(study.partOf?.[use] ? [study.partOf[use]] : [])];
    const known = new Set(all.filter((option) => !unseen.includes(option)));
    const [first] = clashesOf(table, known);
    if (first) expect(() => study.ask(records, parameters, use), use).toThrow(`${first[2]}.`);
    else study.ask(records, parameters, use);
  }
  if (isFromRecords) return;
  for (const use of study.sections)
    expect(study.isOffered(use, scenario), use).toBe(goesWith(table, use, withoutLeftOut(table, asked)));
}

function withoutLeftOut<O extends string>(table: Combinations<O>, asked: Options<O>): Options<O> {
  const out = clashesOf(table, asked).flatMap(([option, , , drawn]) => (drawn ? [option] : []));
  return new Set([...asked].filter((option) => !out.includes(option)));
}
