import type { FieldLine } from "./fieldLines.ts";
import type { FieldRoles } from "./provenance.ts";

export type FieldTable<S, At = never, Usual = never> = { readonly [Name in keyof S]: FieldLine<S[Name], At, Usual> };

/** Shown beside the control of `parameter`. */
export interface ScenarioProblem<S> {
  readonly parameter: keyof S & string;
  readonly sentence: string;
  /** True if the worker must not be asked before a repair. */
  readonly blocks: boolean;
}

export function linesOf<S, At, Usual>(
  table: FieldTable<S, At, Usual>,
): readonly [keyof S & string, FieldLine<S[keyof S], At, Usual>][] {
  return Object.entries(table) as unknown as [keyof S & string, FieldLine<S[keyof S], At, Usual>][];
}

/** @param toldFirst lead the order of sentences */
export function rolesOf<S>(table: FieldTable<S>, toldFirst: readonly (keyof S & string)[] = []): FieldRoles<S> {
  const names = linesOf<S, never, never>(table).map(([name]) => name);
  const ordered = [...new Set([...toldFirst, ...names])];
  return Object.fromEntries(
    ordered.flatMap((name) => (table[name].role === undefined ? [] : [[name, table[name].role]])),
  ) as FieldRoles<S>;
}

/**
 * Problems of single fields, in the table's order.
 *
 * @param without checked elsewhere
 */
export function fieldProblems<S>(
  table: FieldTable<S, S>,
  scenario: S,
  without: object = {},
): readonly ScenarioProblem<S>[] {
  return linesOf<S, S, never>(table).flatMap(([parameter, { problem }]) => {
    const sentence = parameter in without ? undefined : problem(scenario[parameter], scenario);
    return sentence === undefined ? [] : [{ parameter, sentence, blocks: true }];
  });
}

/** Fields without effect on a release: other routes', and unset columns and words. */
export function unusedFields(table: Readonly<Record<string, object>>, scenario: object): ReadonlySet<string> {
  const at = scenario as never;
  const isUnset = (value: unknown) => value === "" || value === "none" || (Array.isArray(value) && value.length === 0);
  const lines = Object.entries(table) as [string, { readonly used?: (at: never) => boolean }][];
  return new Set(
    lines.flatMap(([name, { used }]) =>
      used?.(at) === false || isUnset((scenario as Readonly<Record<string, unknown>>)[name]) ? [name] : [],
    ),
  );
}

export function pick<S, Name extends keyof S>(scenario: S, ...names: readonly Name[]): Pick<S, Name> {
  return Object.fromEntries(names.map((name) => [name, scenario[name]])) as Pick<S, Name>;
}
