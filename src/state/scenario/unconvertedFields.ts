// The tables of boundary and fabrication are still written by hand from these entries; README.md says how a table is made.
import type { Interval } from "../../core/grids.ts";
import type { FieldLine } from "./fieldLines.ts";
import { rolesOf } from "./fieldTable.ts";
import type { Field } from "./linkCodec.ts";
import { columnName, oneOf } from "./linkFields.ts";
import type { FieldRoles } from "./provenance.ts";
import {
  bandLine,
  budgetFields as budgetLines,
  commonFields,
  groupFields as groupLines,
  personFields,
  unitFields as unitLines,
  viewLine,
} from "./sharedFields.ts";
import type { Band, CommonAt, CommonScenario, GroupFields, OwnColumns, UsualGroups } from "./sharedFields.ts";

const noTable = { parameters: [], dataSets: [], start: "" };

function entriesOf<S, Known>(
  lines: { readonly [Name in keyof S]: FieldLine<S[Name], CommonAt, Known> },
  known: Known,
  usual: NoInfer<{ readonly [Name in keyof S]?: S[Name] }> = {},
  at: CommonAt = { data: "", view: "inside" },
): { readonly [Name in keyof S]: Field<S[Name]> } {
  const names = Object.keys(lines) as (keyof S)[];
  const entries = names.map((name) => [name, lines[name].entry(at, known, usual[name], noTable)]);
  return Object.fromEntries(entries) as { readonly [Name in keyof S]: Field<S[Name]> };
}

interface BudgetDefaults {
  readonly epsilon: number;
  readonly delta: number;
  readonly seed?: number | "secure";
  readonly draws?: number;
}

/** The entries of budget and noise; a link that hides its seed does not report it missing. */
export function budgetFields({ seed, ...defaults }: BudgetDefaults, at: CommonAt) {
  return entriesOf(budgetLines, { isOwn: seed === "secure" }, defaults, at);
}

/** The entry of a column: one of an example's, or any name that is no number. */
export function columnField(
  options: { readonly key: string; readonly fallback: string; readonly always: boolean },
  example: { readonly columns: readonly string[] } | undefined,
): Field<string> {
  return example ? oneOf({ ...options, choices: example.columns }) : columnName(options);
}

interface TwoColumns extends OwnColumns {
  readonly x: string;
  readonly y: string;
  readonly domainX: Interval;
  readonly domainY: Interval;
}

export const commonRoles: FieldRoles<CommonScenario> = rolesOf(commonFields);

export const groupRoles: FieldRoles<GroupFields> = rolesOf(groupLines);

export const columnRoles: FieldRoles<TwoColumns> = {
  x: { parameter: "the first column" },
  y: { parameter: "the second column" },
  ...rolesOf(personFields),
  domainX: { parameter: "the domain" },
  domainY: { parameter: "the second domain" },
  unitX: "display",
  unitY: "display",
};

/** The entries of `OwnColumns`; an example has the known units of its axes, and no others. */
export function ownColumnFields(isOwn: boolean, units: Pick<OwnColumns, "unitX" | "unitY">) {
  return entriesOf({ ...personFields, ...unitLines(() => units) }, { isOwn });
}

/** The entries of the groups; an example has its own, or none. */
export function groupFields(groups: UsualGroups | undefined, isOwn: boolean) {
  return entriesOf(groupLines, { isOwn, groups }, groups ? { levels: groups.levels } : {});
}

/** The entry of the bands that a curve is shown with. */
export function bandField(): Field<Band> {
  return entriesOf({ band: bandLine }, { isOwn: true }).band;
}

/** The entry of the side that is shown. */
export function viewField(): Field<CommonScenario["view"]> {
  return entriesOf({ view: viewLine }, { isOwn: true }).view;
}
