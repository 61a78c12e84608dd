import { ParameterError } from "../errors.ts";
import { columnNamed } from "../tables/columnNamed.ts";
import { levelName, levelOfRow } from "./declaredLevels.ts";
import { filledColumns } from "./missingValues.ts";
import { completeRows, numericColumn, pointsOf, type ChosenRows } from "./records.ts";
import type { ResponseRecords } from "./responseRecords.ts";
import { refusal } from "../tables/refusal.ts";
import type { SchemaColumn } from "../tables/schema.ts";
import type { Categories, Table } from "../tables/table.ts";

const mostClasses = 20;
const mostDifferentNumbers = 1000;

interface LabelClass {
  readonly name: string;
  readonly count: number;
}

/**
 * Classes of a label column: its different values, by first appearance. Their names are public.
 *
 * @throws {ParameterError} naming "response", unless it has from 2 to 20 different values
 */
export function labelClasses(table: Table, label: string): readonly LabelClass[] {
  const { names, codes } = labelsOf(table, label);
  const counts = new Array<number>(names.length).fill(0);
  for (const code of codes) if (code >= 0) counts[code]!++;
  return names.map((name, i) => ({ name, count: counts[i]! }));
}

interface LabelledRecords extends ResponseRecords {
  /** +1 for the positive class, else −1. Shape (n,). */
  readonly responses: Float64Array;
  readonly classNames: readonly [negative: string, positive: string];
}

/**
 * Records of d ≥ 1 columns of numbers and a label column; of more than two classes, one against the rest.
 *
 * @param label name of a column of 2 to 20 classes
 * @param positive name of the class +1; public
 * @param missing a counted row without a label is of no positive class
 * @param person of whose rows only the first are kept, up to the declared bound
 * @throws {ParameterError} naming "column", "response" or "positive", whichever is at fault; also if rows are
 * incomplete and `missing` is "refuse", or no row remains, or two undeclared classes
 */
export function labelledRecordsFrom({
  table,
  columns,
  label,
  positive,
  missing,
  person,
  groups,
}: ChosenRows & {
  readonly columns: readonly string[];
  readonly label: string;
  readonly positive: string;
}): LabelledRecords {
  const numeric = filledColumns(
    columns.map((name) => numericColumn(table, name)),
    missing,
  );
  const labels = labelsOf(table, label);
  const code = labels.names.indexOf(positive);
  if (code === -1) throw new ParameterError("positive", positive, `one of ${labels.names.join(", ")}`);
  const { rows, droppedCount } = completeRows({
    table,
    numeric,
    label: labels.codes,
    missing,
    ...(person && { person }),
  });
  const responses = Float64Array.from(rows, (row) => (labels.codes[row] === code ? 1 : -1));
  // A single record may decide whether a declared class is empty.
  const isDeclared = columnNamed(table, label).declared !== undefined;
  if (!isDeclared && !(responses.includes(1) && responses.includes(-1))) {
    throw refusal("response", "one class only", "a column of which two classes remain in the complete rows");
  }
  const others = labels.names.filter((name) => name !== positive);
  const negative = others.length === 1 ? others[0]! : `not ${positive}`;
  return {
    ...{ points: pointsOf(numeric, rows), responses, classNames: [negative, positive], droppedCount },
    ...(groups && { levels: rows.map(levelOfRow(table, groups)) }),
  };
}

/**
 * Different labels of a column and that of each row.
 *
 * @param parameter name of the column in errors
 * @throws {ParameterError} as `labelClasses`, naming that
 */
export function labelsOf(table: Table, label: string, parameter: "response" | "classes" = "response"): Categories {
  const column = columnNamed(table, label, parameter);
  const { declared } = column;
  if (declared) return declaredLabels(table, declared, parameter);
  const labels = column.categories ?? (column.firstProblem ? undefined : numbersAsLabels(column.values));
  if (!labels || labels.names.length > mostClasses) {
    const count = labels ? String(labels.names.length) : "more than 1,000";
    throw refusal(parameter, `${count} different values`, `a column of at most ${mostClasses} classes`);
  }
  if (labels.names.length < 2) {
    const found = labels.names.length === 1 ? `only ${JSON.stringify(labels.names[0])}` : "no value";
    throw refusal(parameter, found, "a column with at least two different values");
  }
  return labels;
}

function declaredLabels(
  table: Table,
  { name, levels = [] }: SchemaColumn,
  parameter: "response" | "classes",
): Categories {
  if (levels.length < 2 || levels.length > mostClasses) {
    const count = levels.length === 0 ? "no declared classes" : `${levels.length} declared classes`;
    throw refusal(parameter, count, `a column of which 2 to ${mostClasses} classes are declared`);
  }
  const levelOf = levelOfRow(table, { column: name, levels });
  return { names: levels.map(levelName), codes: Int32Array.from({ length: table.rowCount }, (_, row) => levelOf(row)) };
}

function numbersAsLabels(values: Float64Array): Categories | undefined {
  const codeOf = new Map<number, number>();
  const codes = new Int32Array(values.length).fill(-1);
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const code = codeOf.get(value) ?? codeOf.size;
    if (code === mostDifferentNumbers) return undefined;
    if (code === codeOf.size) codeOf.set(value, code);
    codes[row] = code;
  }
  return { names: Array.from(codeOf.keys(), String), codes };
}
