import type { Table } from "./table.ts";

/** Where the curves of a table are. */
export type CurveLayout = WideLayout | LongLayout;

/** One row per curve. */
export interface WideLayout {
  readonly shape: "wide";
  /** The columns of the curve's values, in the order of time. */
  readonly times: readonly string[];
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

const timeNames = /^(t|time|times|age|day|days|date|week|month|year|hour|minute|second|position|location|arg|argvals?|x)$/i;
const valueNames = /^(y|value|values|weight|height|length|measurement|response|concentration|level)$/i;
const curveNames = /^(curve|id|visit|scan|series|profile|trajectory|subject|unit|name|group)([ _.-]?(id|no|number))?$/i;
const personNames = /^(person|patient|participant|individual|child|user|pid|subject)([ _.-]?(id|no|number))?$/i;

/**
 * The layout that the names and types of a table's columns suggest; values are not looked at.
 *
 * Two or more columns named by numbers are the times of a wide table. Otherwise a column named like a time
 * makes a long table, if there are columns left for the value and for the curve's name; otherwise the table is wide.
 */
export function detectLayout(table: Table): CurveLayout {
  const names = table.columns.map(({ name }) => name);
  const person = names.find((name) => personNames.test(name));
  const withPerson = person === undefined ? {} : { person };

  const numbered = names.filter(isTime);
  if (numbered.length >= 2) return { shape: "wide", times: numbered, ...withPerson };

  const time = names.find((name) => timeNames.test(name));
  if (time !== undefined) {
    const numeric = table.columns.filter(({ name, categories }) => name !== time && name !== person && !categories).map(({ name }) => name);
    const value = numeric.find((name) => valueNames.test(name)) ?? numeric.find((name) => !curveNames.test(name));
    const others = names.filter((name) => name !== time && name !== value && name !== person);
    const text = table.columns.find(({ name, categories }) => categories && others.includes(name))?.name;
    const curve = others.find((name) => curveNames.test(name)) ?? person ?? text ?? others[0];
    if (value !== undefined && curve !== undefined) {
      return { shape: "long", curve, time, value, ...(curve === person ? {} : withPerson) };
    }
  }
  const times = table.columns.filter(({ name, categories }) => !categories && name !== person && !curveNames.test(name)).map(({ name }) => name);
  return { shape: "wide", times, ...withPerson };
}

/** The times that a wide table's header names, if every name is a finite number. */
export function headerTimes({ times }: WideLayout): Float64Array | undefined {
  return times.length > 0 && times.every(isTime) ? Float64Array.from(times, Number) : undefined;
}

function isTime(name: string): boolean {
  return /^[-+]?(\d|\.\d)/.test(name) && Number.isFinite(Number(name));
}
