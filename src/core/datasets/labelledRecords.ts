import { ParameterError } from "../errors.ts";
import type { Points } from "../points.ts";
import { columnNamed, completeRows, numericColumn, pointsOf } from "./records.ts";
import { refusal } from "./refusal.ts";
import type { Categories, Table } from "./table.ts";

/** The most classes that a label column may have. */
const mostClasses = 20;

/** A class of a label column. */
export interface LabelClass {
  readonly name: string;
  readonly count: number;
}

/**
 * The classes of a label column, of text or of numbers, in the order of their first appearance.
 *
 * @throws {ParameterError} naming "response", unless there are from 2 to 20 different values
 */
export function labelClasses(table: Table, label: string): readonly LabelClass[] {
  const { names, codes } = labelsOf(table, label);
  const counts = new Array<number>(names.length).fill(0);
  for (const code of codes) if (code >= 0) counts[code]!++;
  return names.map((name, i) => ({ name, count: counts[i]! }));
}

/** Inputs with labels ±1. */
export interface LabelledRecords {
  readonly points: Points;
  /** +1 for the positive class, −1 for every other. Shape (n,). */
  readonly responses: Float64Array;
  /** Names of the classes −1 and +1. */
  readonly classNames: readonly [negative: string, positive: string];
  readonly droppedCount: number;
}

/**
 * The records of two input columns and a label column; of more than two classes, one against the rest.
 *
 * @param positive name of the class +1
 * @param missing what becomes of rows without a number or a label: the number of records is public in the
 *   guarantee, so the person decides
 * @throws {ParameterError} naming the column, the response or the class at fault
 */
export function labelledRecordsFrom({
  table,
  columns,
  label,
  positive,
  missing,
}: {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly label: string;
  readonly positive: string;
  readonly missing: "refuse" | "drop";
}): LabelledRecords {
  const numeric = columns.map((name) => numericColumn(table, name));
  const labels = labelsOf(table, label);
  const code = labels.names.indexOf(positive);
  if (code < 0) throw new ParameterError("positive", positive, `one of ${labels.names.join(", ")}`);
  const { rows, droppedCount } = completeRows({ table, numeric, label: labels, missing });
  const responses = Float64Array.from(rows, (row) => (labels.codes[row] === code ? 1 : -1));
  if (!(responses.includes(1) && responses.includes(-1))) {
    throw refusal("response", "one class only", "a column of which two classes remain in the complete rows");
  }
  const others = labels.names.filter((name) => name !== positive);
  const negative = others.length === 1 ? others[0]! : `not ${positive}`;
  return { points: pointsOf(numeric, rows), responses, classNames: [negative, positive], droppedCount };
}

/** Inputs with numbers as responses. */
export interface ResponseRecords {
  readonly points: Points;
  readonly responses: Float64Array;
  readonly droppedCount: number;
}

/**
 * The records of one input column and a response column of numbers.
 *
 * @throws {ParameterError} naming the column at fault
 */
export function responseRecordsFrom({
  table,
  x,
  response,
  missing,
}: {
  readonly table: Table;
  readonly x: string;
  readonly response: string;
  readonly missing: "refuse" | "drop";
}): ResponseRecords {
  const input = numericColumn(table, x);
  const output = numericColumn(table, response);
  const { rows, droppedCount } = completeRows({ table, numeric: [input, output], missing });
  return { points: pointsOf([input], rows), responses: pointsOf([output], rows).coordinates, droppedCount };
}

function labelsOf(table: Table, label: string): Categories {
  const column = columnNamed(table, label);
  const labels = column.categories ?? (column.firstProblem ? undefined : numbersAsLabels(column.values));
  if (!labels || labels.names.length > mostClasses) {
    const count = labels ? `${labels.names.length} different values` : "more than 1,000 different values";
    throw refusal("response", count, `a label column of at most ${mostClasses} classes`);
  }
  if (labels.names.length < 2) {
    throw refusal("response", labels.names.length === 1 ? "one value in every row" : "no value", "a label column with at least two classes");
  }
  return labels;
}

function numbersAsLabels(values: Float64Array): Categories | undefined {
  const codeOf = new Map<number, number>();
  const codes = new Int32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) {
      codes[row] = -1;
      continue;
    }
    const code = codeOf.get(value) ?? codeOf.size;
    if (code === codeOf.size) codeOf.set(value, code);
    if (codeOf.size > 1000) return undefined;
    codes[row] = code;
  }
  return { names: Array.from(codeOf.keys(), String), codes };
}
