import type { Interval } from "../../grids.ts";
import type { ColumnKind } from "../../tables/cells/columnFormat.ts";
import { isIdName, isPersonName, isTimeName } from "../../tables/head/columnNames.ts";
import { namedTimes, timesOfNames } from "../timeNames.ts";

export type CurveLayout = WideLayout | LongLayout;

/** One row per curve. */
export interface WideLayout {
  readonly shape: "wide";
  /** Columns of the curve's values, in the order of time. */
  readonly times: readonly string[];
  /** True if the first row holds the times: declared, as it may be a curve. */
  readonly timesInFirstRow?: boolean;
  /** Declared; a value is its share of its column's range. */
  readonly ranges?: readonly Interval[];
  /** Column of persons. */
  readonly person?: string;
}

/** One row per value. */
export interface LongLayout {
  readonly shape: "long";
  /** Column that tells curves apart; with `person`, within each person. */
  readonly curve: string;
  readonly time: string;
  readonly value: string;
  /** Column of persons. */
  readonly person?: string;
}

export interface NamedColumn {
  readonly name: string;
  readonly text: boolean;
  /** Absent without a file. */
  readonly kind?: ColumnKind;
}

const valueNames =
  /^(y|value|values|weight|height|length|measurement|response|concentration|level|wert|messwert|gewicht|valeur|valor|valore)$/i;
const curveNames = /^(curve|visit|scan|series|profile|trajectory|id|name)([ _.-]?(id|no|number))?$/i;
const idNames = /^(id|name)$/i;

/**
 * Layout that names and types suggest, without values.
 *
 * Columns named by times, at least half of those that measure something, make a wide table. Else a column named like a
 * time makes a long one, if columns for value and curve are left; else the table is wide. Its column `id` is taken for
 * the person.
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
 * Time columns of a wide table, in order: those named by times (`namedTimes`), else all that measure something and are
 * not named like a person or a curve.
 */
export function wideTimes(columns: readonly NamedColumn[]): readonly string[] {
  const named = namedTimes(columns.map(({ name }) => name));
  if (named) return named.names;
  const isOfCurve = ({ name, text, kind }: NamedColumn) =>
    (kind === undefined ? !text : isMeasuredKind(kind)) && !isPersonName(name) && !curveNames.test(name);
  return columns.filter(isOfCurve).map(({ name }) => name);
}

/** Times in the names of a wide table, if all are times. */
export function headerTimes({ times }: WideLayout): Float64Array | undefined {
  return timesOfNames(times);
}

function isMeasuredKind(kind: ColumnKind): boolean {
  return kind !== "category" && kind !== "id" && kind !== "text";
}

function isNumber(name: string): boolean {
  return /^[-+]?(\d|\.\d)/.test(name) && Number.isFinite(Number(name.replace(/ \(\d+\)$/, "")));
}
