import type { Interval } from "../../core/grids.ts";
import type { Field } from "./linkCodec.ts";
import * as kinds from "./linkFields.ts";
import type { Kind } from "./linkFields.ts";
import type { FieldRole } from "./provenance.ts";
import { intervalSentence, outsideSentence, type Limits } from "./ranges.ts";

/**
 * A line of a study's table of fields: from it follow links, problems, controls and roles.
 *
 * @typeParam T values of the field
 * @typeParam At other fields that the line reads
 * @typeParam Known properties of the data set that it reads
 */
export interface FieldLine<T, At = never, Known = never> {
  /** None for the origins. */
  readonly role: FieldRole | undefined;
  /** True if it means nothing for another data set. */
  readonly ofData: boolean;
  /** Link entry; `usual` is the data set's first value. */
  readonly entry: (at: At, known: Known, usual: T | undefined, table: WholeTable) => Field<T>;
  /** About a value that is wrong by itself. */
  readonly problem: (value: T, at: At) => string | undefined;
  /** True if a release depends on it; always if absent. */
  readonly used?: (at: At) => boolean;
}

export type Values<Table> = {
  readonly [Name in keyof Table]: Table[Name] extends { readonly entry: (...given: never) => Field<infer T> }
    ? T
    : never;
};

interface WholeTable {
  /** With an origin, in the order of sentences. */
  readonly parameters: readonly string[];
  readonly dataSets: readonly { readonly id: string }[];
  /** For an empty link. */
  readonly start: string;
}

export interface KnownOfData {
  readonly isOwn: boolean;
  /** An example’s; absent where they are not chosen. */
  readonly columns?: readonly string[];
}

type Given<T, At, Known> = T | ((at: At, known: Known) => T);

interface LineOptions<T, At, Known> {
  /** For own data; an example may begin with another, unless this is a function. */
  readonly fallback: Given<T, At, Known>;
  /** Written even at the fallback; false for later fields, so that old links stay whole. */
  readonly always?: Given<boolean, At, Known>;
  /** Otherwise unchecked, and written only if not the fallback. */
  readonly when?: (at: At) => boolean;
  /** `when` if absent. */
  readonly used?: (at: At) => boolean;
  /** True if examples always have the fallback. */
  readonly ownOnly?: boolean;
  readonly ofData?: boolean;
  readonly problem?: (value: T, at: At) => string | undefined;
}

function line<T, At, Known extends KnownOfData>(
  key: string,
  role: FieldRole,
  options: LineOptions<T, At, Known>,
  kindOf: (at: At, known: Known, fallback: T) => Kind<T>,
  check: (value: T, at: At) => string | undefined = () => undefined,
): FieldLine<T, At, Known> {
  const { fallback, always = false, ownOnly = false, ofData = false, when = () => true, problem = check } = options;
  const { used = when } = options;
  return {
    role,
    used,
    ofData,
    entry: (at, known, usual) => {
      const own = typeof fallback === "function" ? valueOf(fallback, at, known) : (usual ?? fallback);
      const isWritten = valueOf(always, at, known) && when(at);
      const entry = { key, fallback: own, always: isWritten, ...kindOf(at, known, own) };
      return ownOnly && !known.isOwn ? kinds.pinned(entry) : entry;
    },
    problem: (value, at) => (when(at) ? problem(value, at) : undefined),
  };
}

function valueOf<T, At, Known>(given: Given<T, At, Known>, at: At, known: Known): T {
  return typeof given === "function" ? (given as (at: At, known: Known) => T)(at, known) : given;
}

type LimitsAt<At> = Limits | ((at: At) => Limits);

export function limitsAt<At>(limits: LimitsAt<At>, at: At): Limits {
  return typeof limits === "function" ? limits(at) : limits;
}

interface RangeOptions<L> {
  readonly limits: L;
  /** Opens a sentence; the role's name if absent. */
  readonly called?: string;
}

interface NumberOptions<At, Known, L> extends LineOptions<number, At, Known>, RangeOptions<L> {
  readonly label?: string;
  /** The role's name if absent. */
  readonly symbol?: string;
}

type Scale = "linear" | "log" | "whole";

const kindOfScale = { linear: kinds.numberIn, log: kinds.logNumberIn, whole: kinds.integerIn };

export interface NumberLine<At, Known, L = LimitsAt<At>> extends FieldLine<number, At, Known> {
  readonly limits: L;
  readonly scale: Scale;
  readonly label: string;
  readonly symbol: string;
}

function numberOn(scale: Scale) {
  return <At, Known extends KnownOfData, const L extends LimitsAt<At>>(
    key: string,
    role: FieldRole,
    options: NumberOptions<At, Known, L>,
  ): NumberLine<At, Known, L> => {
    const { limits, label = "", symbol = nameOf(role) } = options;
    const kindOf = (at: At) => kindOfScale[scale](limitsAt(limits, at));
    return { ...line(key, role, options, kindOf, rangeCheck(role, options)), limits, scale, label, symbol };
  };
}

export const number = numberOn("linear");

/** Positive, on a log scale. */
export const logNumber = numberOn("log");

export const wholeNumber = numberOn("whole");

/** A number or one word; checked if `called` is given. */
export function numberOr<const W extends string, At, Known extends KnownOfData>(
  key: string,
  role: FieldRole,
  word: W,
  options: LineOptions<number | NoInfer<W>, At, Known> & RangeOptions<LimitsAt<At>> & { readonly scale: Scale },
): FieldLine<number | W, At, Known> {
  const { limits, scale, called } = options;
  const check = called === undefined ? () => undefined : rangeCheck(role, options);
  return line<number | W, At, Known>(
    key,
    role,
    options,
    (at) => kinds.orWord(word, kindOfScale[scale](limitsAt(limits, at))),
    (value, at) => (typeof value === "number" ? check(value, at) : undefined),
  );
}

function rangeCheck<At>(role: FieldRole, { limits, called }: RangeOptions<LimitsAt<At>>) {
  const name = called ?? nameOf(role).replace(/^the /, "The ");
  return (value: number, at: At) => outsideSentence(name, limitsAt(limits, at), value);
}

function nameOf(role: FieldRole): string {
  return typeof role === "object" ? role.parameter : "";
}

export interface WordLine<T extends string, At, Known> extends FieldLine<T, At, Known> {
  readonly label: string;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
}

/** Choice in order, labelled where a control offers it; a link may use words `among` them. */
export function words<const T extends string, At, Known extends KnownOfData>(
  key: string,
  role: FieldRole,
  choices: readonly T[] | Readonly<Record<T, string>>,
  options: LineOptions<NoInfer<T>, At, Known> & {
    readonly among?: (at: At, known: Known) => readonly NoInfer<T>[];
    readonly label?: string;
  },
): WordLine<T, At, Known> {
  const { among, label = "" } = options;
  const labels = (Array.isArray(choices) ? choices.map((word: T) => [word, word]) : Object.entries(choices)) as [
    T,
    string,
  ][];
  const all = labels.map(([word]) => word);
  const kindOf = (at: At, known: Known) => kinds.oneOf<T>(among?.(at, known) ?? all);
  return {
    ...line<T, At, Known>(key, role, options, kindOf),
    label,
    choices: labels.map(([value, text]) => ({ value, label: text })),
  };
}

/** An example's column, or any own name that is no number. */
export function column<At, Known extends KnownOfData>(
  key: string,
  role: FieldRole,
  options: Omit<LineOptions<string, At, Known>, "fallback"> & {
    readonly fallback?: Given<string, At, Known>;
    readonly optional?: boolean;
    /** Said while no column is chosen. */
    readonly missing?: string;
  },
): FieldLine<string, At, Known> {
  const { fallback = "", optional = false, ownOnly = false, missing } = options;
  const kindOf = (_: At, { isOwn, columns }: Known, usual: string) => {
    const kind = isOwn || ownOnly ? kinds.columnName : columns ? kinds.oneOf(columns) : kinds.onlyThat(usual);
    return optional ? kinds.orNothing(kind) : kind;
  };
  return line(key, role, { ...options, fallback }, kindOf, (value) => (value === "" ? missing : undefined));
}

/** Checked if `called` is given. */
export function interval<At, Known extends KnownOfData>(
  key: string,
  role: FieldRole,
  options: LineOptions<Interval, At, Known> & { readonly called?: string },
): FieldLine<Interval, At, Known> {
  const { called } = options;
  const check = (value: Interval) =>
    called === undefined || kinds.isDomain(value) ? undefined : intervalSentence(called, value);
  return line(key, role, options, () => kinds.interval, check);
}

/** "" unless said otherwise. */
export function text<At, Known extends KnownOfData>(
  key: string,
  role: FieldRole,
  maxLength: number,
  options: Omit<LineOptions<string, At, Known>, "fallback"> & { readonly fallback?: Given<string, At, Known> } = {},
): FieldLine<string, At, Known> {
  return line(key, role, { fallback: "", ...options }, () => kinds.textOf(maxLength));
}

export function custom<T, At, Known>(
  role: FieldRole | undefined,
  entry: (at: At, known: Known, table: WholeTable) => Field<T>,
  ofData = false,
): FieldLine<T, At, Known> {
  return { role, ofData, problem: () => undefined, entry: (at, known, _, table) => entry(at, known, table) };
}
