import type { ComponentType } from "react";
import { countColumnsOf } from "../../core/records/countColumns.ts";
import type { ColumnOutline, TableOutline } from "../../core/records/outline.ts";
import type { Interval } from "../../core/grids.ts";
import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { withUnit } from "../../core/release/file/writtenUnit.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import { countText, significant } from "../../core/numberFormats.ts";
import type { StudyClient } from "../../engine/contract.ts";
import type { CommonScenario, Neighbours, OwnColumns } from "../../state/scenario/sharedFields.ts";
import { deltaWarning } from "../controls/words.ts";
import { suggestedDomains, type Suggestion } from "./suggestions.ts";

/** Questions about own data, before anything is drawn. */
export interface Declaration<S, C extends StudyContract> {
  /** Columns of the picture, and bounds that must be public, in order. */
  readonly questions: (draft: S, outline: TableOutline) => readonly Question<S>[];
  /** While the chosen columns make no picture. */
  readonly expected: (draft: S, outline: TableOutline) => string;
  readonly units: (draft: S, outline: TableOutline) => readonly UnitQuestion<S>[];
  readonly protection: Protection<S>;
  readonly width?: (draft: S) => ShareQuestion<S>;
  readonly Plan?: ComponentType<PlanProps<S>>;
  readonly startAt?: (draft: S, recordCount: number) => Partial<S>;
  /** A look at a few undeclared records, where it shows a wrong layout. */
  readonly preview?: {
    readonly choiceOf: (choice: C["choice"]) => C["choice"];
    readonly lookAt: (records: C["records"], draft: S) => FirstLook<S> | undefined;
  };
  /** From the records, for people who look before they declare. */
  readonly looked: (records: C["records"], draft: S) => Partial<S>;
}

/** Needs of a plan; nothing of records. */
export interface PlanProps<S> {
  readonly draft: S;
  readonly open: ReadonlySet<string>;
  /** Public. */
  readonly recordCount: number;
  readonly client: Pick<StudyClient<StudyContract>, "plan" | "recordsOfPublic" | "drop">;
  readonly change: (changed: Partial<S>) => void;
  /** The draft's link, which the address does not have yet. */
  readonly link: () => string;
}

/** A few curves of the file, what becomes of all, and suggested answers. Private. */
export interface FirstLook<S> {
  readonly curves: readonly { readonly times: Float64Array; readonly values: Float64Array }[];
  readonly sentences: readonly string[];
  readonly offers: readonly { readonly label: string; readonly field: string; readonly change: Partial<S> }[];
}

export interface Protection<S> {
  /** "row" or "curve". */
  readonly record: string;
  /** Public; one per row if absent. */
  readonly countOf?: (draft: S, outline: TableOutline) => number;
  readonly personOf: (draft: S) => string;
  readonly boundOf: (draft: S) => number;
  readonly change: (person: string, bound: number) => Partial<S>;
}

/** Protects the number of records; the offered number is no count of them. */
export function neighbourQuestion<S extends Neighbours>(
  { most = "public" }: S,
  record: "record" | "curve" = "record",
): OptionalQuestion<S> {
  const changed = (value: number | "public") => ({ most: value }) as Partial<S>;
  return {
    kind: "optional",
    label: `Protect the number of ${record}s, too`,
    explanation: `Declare the most ${record}s that there could be, without counting them: all is divided by it.`,
    isAsked: most !== "public",
    unit: "",
    asks: `At most so many ${record}s`,
    value: most === "public" ? 0 : most,
    ask: (isAsked) => changed(isAsked ? 1000 : "public"),
    change: (value) => changed(Number(value)),
  };
}

export const rowsOfPerson: Protection<Neighbours> = {
  record: "row",
  personOf: ({ person }) => person,
  boundOf: ({ perPerson }) => perPerson,
  countOf: ({ most = "public" }, { rowCount }) => (most === "public" ? rowCount : most),
  change: (person, perPerson) => ({ person, perPerson }),
};

export type Question<S> = ChoiceQuestion<S> | IntervalQuestion<S> | NumberQuestion<S> | OptionalQuestion<S>;

interface ChoiceQuestion<S> {
  readonly kind: "choice";
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly change: (value: string) => Partial<S>;
  /** Bounds voided by another choice. */
  readonly reopens?: readonly (keyof S & string)[];
}

/** Must be public. */
interface BoundQuestion<S, T> {
  readonly field: keyof S & string;
  readonly label: string;
  readonly explanation: string;
  /** Dates are typed as dates. */
  readonly unit: string;
  readonly value: T;
  readonly suggestions: readonly Suggestion[];
  readonly change: (value: T) => Partial<S>;
}

export interface IntervalQuestion<S> extends BoundQuestion<S, Interval> {
  readonly kind: "interval";
  readonly of?: string;
  /** True if known without an answer, as from a header with times. */
  readonly given?: boolean | undefined;
  /** Bought from the records, if possible. */
  readonly buys?: RangePurchase<S>;
}

/** A purchase by private quantiles. */
export interface RangePurchase<S> {
  /** Share of ε, and share left out at either end. Public. */
  readonly share: number;
  readonly tail: number;
  /** The worker's task, on records moved into a wide range. */
  readonly task: string;
  readonly parameters: (within: Interval, epsilon: number, tail: number) => unknown;
  readonly loss: (epsilon: number) => PrivacyLoss;
  readonly widened: (draft: S, within: Interval) => S;
  readonly rangeOf: (answer: unknown) => Interval | undefined;
}

interface NumberQuestion<S> extends BoundQuestion<S, number> {
  readonly kind: "number";
  readonly limits: { readonly min: number; readonly max: number };
}

export interface OptionalQuestion<S> {
  readonly kind: "optional";
  readonly label: string;
  readonly explanation: string;
  readonly isAsked: boolean;
  readonly unit: string;
  readonly value: number;
  /** Replaces the number. */
  readonly text?: string;
  /** "Value" if absent. */
  readonly asks?: string;
  /** 200 if absent. */
  readonly longest?: number;
  readonly ask: (isAsked: boolean) => Partial<S>;
  readonly change: (value: number | string) => Partial<S>;
  readonly column?: {
    readonly label: string;
    readonly value: string;
    readonly names: readonly string[];
    readonly change: (name: string) => Partial<S>;
  };
}

export interface ShareQuestion<S> {
  readonly label: string;
  readonly explanation: string;
  readonly share: number;
  readonly limits: { readonly min: number; readonly max: number };
  readonly change: (share: number) => Partial<S>;
}

/**
 * Columns of numbers, dates or times of day.
 *
 * @param what their use: "A density"
 * @param otherwise an alternative for too few columns
 */
export function numbersExpected(
  { columns }: TableOutline,
  { what, count, otherwise = "" }: { readonly what: string; readonly count: 1 | 2; readonly otherwise?: string },
): string {
  const found = columns.filter(({ numeric, kind }) => numeric && kind !== "category" && kind !== "text");
  const needed = count === 1 ? "a column" : "two columns";
  const needs = `${what} needs ${needed} of numbers, dates or times of day`;
  if (found.length >= count) return `${needs}: choose ${count === 1 ? "it" : "them"}.`;
  const [only] = found;
  const read = only ? `only “${only.name}” was read as one` : "none was read as one";
  return [
    `${needs}; ${read}.`,
    "Say above what a column is read as.",
    ...(only && otherwise !== "" ? [otherwise] : []),
  ].join(" ");
}

/** An axis's unit, "" for none; dates and times of day are not asked. */
export interface UnitQuestion<S> {
  readonly of: string;
  readonly value: string;
  readonly change: (unit: string) => Partial<S>;
}

/** None without a column, and for dates or times of day. */
export function unitQuestion<S>(
  { columns }: TableOutline,
  name: string,
  value: string,
  change: (unit: string) => Partial<S>,
): readonly UnitQuestion<S>[] {
  const kind = columns.find((column) => column.name === name)?.kind;
  const isMoment = [kind, value].some((each) => each === "date" || each === "time");
  return name === "" || isMoment ? [] : [{ of: name, value, change }];
}

export function withUnits(outline: TableOutline, units: ReadonlyMap<string, string>): TableOutline {
  if (units.size === 0) return outline;
  const columns = outline.columns.map((column) => ({ ...column, unit: units.get(column.name) ?? column.unit }));
  return { ...outline, columns };
}

/** Dates and times of day have theirs by kind. */
export function axisUnit(columns: readonly ColumnOutline[], name: string): string {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) return "";
  return column.kind === "date" || column.kind === "time" ? column.kind : column.unit;
}

export function suggestionsFor(columns: readonly ColumnOutline[], name: string): readonly Suggestion[] {
  const column = columns.find((candidate) => candidate.name === name);
  return column ? suggestedDomains(column) : [];
}

/** A column's domain; records outside move to its edge. */
export function domainQuestion<S>(
  columns: readonly ColumnOutline[],
  name: string,
  question: Pick<IntervalQuestion<S>, "field" | "label" | "value" | "change">,
): IntervalQuestion<S> {
  const isCounted = countColumnsOf(columns.map((column) => column.name)) !== undefined;
  return {
    ...question,
    kind: "interval",
    explanation: "What you know without looking; records outside are moved to its edge.",
    unit: axisUnit(columns, name),
    suggestions: isCounted ? [] : suggestionsFor(columns, name),
    // Counts have their lattice as domain.
    given: isCounted,
  };
}

/** The schema's person column; one row of each person until more are declared. */
export function ownersOf({ schema }: TableOutline): Pick<OwnColumns, "person" | "perPerson"> {
  return { person: schema?.person ?? "", perPerson: 1 };
}

export function columnQuestion<S>(
  outline: TableOutline,
  question: Omit<ChoiceQuestion<S>, "kind" | "choices"> & { readonly names: readonly string[]; readonly none?: string },
): ChoiceQuestion<S> {
  const { names, none, ...rest } = question;
  const nothing = none !== undefined || rest.value === "" ? [{ value: "", label: none ?? "Choose …" }] : [];
  const unknown = rest.value !== "" && !names.includes(rest.value) ? [{ value: rest.value, label: rest.value }] : [];
  const unitOf = (name: string) => {
    const unit = axisUnit(outline.columns, name);
    return unit === "date" || unit === "time" ? name : withUnit(name, unit);
  };
  const choices = [...nothing, ...unknown, ...names.map((name) => ({ value: name, label: unitOf(name) }))];
  return { kind: "choice", ...rest, choices };
}

/** A little widened and rounded outwards, for people who look before they declare. */
export function looseExtent(values: Float64Array, offset = 0, stride = 1): Interval {
  let least = Infinity;
  let most = -Infinity;
  for (let i = offset; i < values.length; i += stride) {
    const value = values[i]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  if (!(least < most)) return Number.isFinite(least) ? [least - 1, least + 1] : [0, 1];
  const step = 10 ** Math.floor(Math.log10(most - least)) / 5;
  const tidy = (value: number) => significant(value, 12);
  return [tidy(step * Math.floor(least / step)), tidy(step * Math.ceil(most / step))];
}

/** δ = 1/(10 n), rounded down to one digit: n is public, and a tenth of a record is expected to be lost at most. */
export function suggestedDelta(recordCount: number): number {
  const most = Math.min(0.01, 1 / (10 * Math.max(1, recordCount)));
  const power = 10 ** Math.floor(Math.log10(most));
  return significant(Math.floor((most / power) * (1 + 1e-9)) * power, 1);
}

export function budgetWarnings(
  { epsilon, delta }: Pick<CommonScenario, "epsilon" | "delta">,
  recordCount: number | undefined,
): readonly string[] {
  const warnings: string[] = [];
  if (epsilon > 10) {
    const odds = epsilon > 20 ? "hundreds of millions" : countText(Math.round(Math.exp(epsilon)));
    warnings.push(
      `ε above 10 promises next to nothing: it lets one record change the odds of an outcome ${odds} times.`,
    );
  }
  const ofDelta = deltaWarning(delta, recordCount);
  return ofDelta === undefined ? warnings : [...warnings, ofDelta];
}
