import type { ColumnKind } from "../tables/cells/columnFormat.ts";
import { isIdName, isPersonName, isTimeName } from "../tables/columnNames.ts";
import { namedTimes, timesOfNames } from "./timeNames.ts";

/** The layout of curves in a table. */
export type CurveLayout = WideLayout | LongLayout;

/** One row per curve. */
export interface WideLayout {
  readonly shape: "wide";
  /** The columns of the curve's values, in the order of time. */
  readonly times: readonly string[];
  /**
   * Whether the first row holds the times, as when the file begins with a row of numbers. Only the person can
   * know: taking the first curve for the times would publish it.
   */
  readonly timesInFirstRow?: boolean;
  /** The column that says whose curve it is. */
  readonly person?: string;
}

/** One row per value. */
export interface LongLayout {
  readonly shape: "long";
  /** The column that tells curves apart, of text or of numbers; with `person`, within each person. */
  readonly curve: string;
  readonly time: string;
  readonly value: string;
  /** The column that says whose curve it is. */
  readonly person?: string;
}

/** A column as a layout is detected by: its name, and its type. */
export interface NamedColumn {
  readonly name: string;
  readonly text: boolean;
  /** Its kind, if it was read from a file. */
  readonly kind?: ColumnKind;
}

const valueNames =
  /^(y|value|values|weight|height|length|measurement|response|concentration|level|wert|messwert|gewicht|valeur|valor|valore)$/i;
const curveNames = /^(curve|visit|scan|series|profile|trajectory|id|name)([ _.-]?(id|no|number))?$/i;
const idNames = /^(id|name)$/i;

/**
 * The layout that the names and types of a table's columns suggest; values are not looked at.
 *
 * Columns that are named by times, and are at least half of those that measure something, make a wide table. Otherwise a
 * column named like a time makes a long table, if there are columns left for the value and for the curve's name; otherwise
 * the table is wide. A column `id` of a wide table is taken for the person: if each has one curve, that changes nothing.
 */
export function detectLayout(columns: readonly NamedColumn[]): CurveLayout {
  const names = columns.map(({ name }) => name);
  const person = names.find(isPersonName);

  const owner = person ?? names.find((name) => idNames.test(name));
  const wide: WideLayout = {
    shape: "wide",
    times: wideTimes(columns),
    ...(owner !== undefined && { person: owner }),
  };
  const measured = columns.filter(({ text, kind }) => !text || (kind !== undefined && isMeasuredKind(kind)));
  const named = namedTimes(names);
  if (named && (isNumber(named.names[0]!) || 2 * named.names.length >= measured.length)) return wide;

  const time =
    measured.find(({ kind }) => kind === "date")?.name ??
    measured.find(({ name, kind }) => isTimeName(name) && kind !== "category" && name !== person)?.name;
  if (time !== undefined) {
    const numeric = measured
      .filter(({ name, kind }) => name !== time && name !== person && kind !== "id" && kind !== "date")
      .map(({ name }) => name);
    const value = numeric.find((name) => valueNames.test(name)) ?? numeric.find((name) => !curveNames.test(name));
    const others = names.filter((name) => name !== time && name !== value && name !== person);
    const text = columns.find((column) => column.text && others.includes(column.name))?.name;
    const told = others.find((name) => curveNames.test(name));
    const curve = told ?? person ?? others.find(isIdName) ?? text ?? others[0];
    if (value !== undefined && curve !== undefined) {
      return { shape: "long", curve, time, value, ...(person !== undefined && person !== curve && { person }) };
    }
  }
  return wide;
}

/**
 * The columns that are the times of a wide table, in the order of time: those named by times (`namedTimes`); else all that
 * measure something and are not named like a person or a curve. A function of names and kinds.
 */
export function wideTimes(columns: readonly NamedColumn[]): readonly string[] {
  const named = namedTimes(columns.map(({ name }) => name));
  if (named) return named.names;
  const isOfCurve = ({ name, text, kind }: NamedColumn) =>
    (kind === undefined ? !text : isMeasuredKind(kind)) && !isPersonName(name) && !curveNames.test(name);
  return columns.filter(isOfCurve).map(({ name }) => name);
}

/** The times that a wide table's header names, if every name is one; a name that occurs twice is a time twice. */
export function headerTimes({ times }: WideLayout): Float64Array | undefined {
  return timesOfNames(times);
}

function isMeasuredKind(kind: ColumnKind): boolean {
  return kind !== "category" && kind !== "id" && kind !== "text";
}

function isNumber(name: string): boolean {
  return /^[-+]?(\d|\.\d)/.test(name) && Number.isFinite(Number(name.replace(/ \(\d+\)$/, "")));
}
