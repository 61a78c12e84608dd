import { ParameterError } from "../errors.ts";
import type { Points } from "../points.ts";
import { refusal } from "./refusal.ts";
import type { Column, Table } from "./table.ts";

/**
 * The records of the chosen columns, as points in ℝᵈ.
 *
 * Rows without a finite value in a chosen column are refused or left out, as the person decided: the number
 * of records is public in the guarantee, so nothing is left out silently.
 *
 * @param columns names of d ≥ 1 columns of the table
 * @throws {ParameterError} naming the column, if it is absent or has no number, if values are missing and
 *   `missing` is "refuse", or if fewer than two records remain
 */
export function recordsFrom({
  table,
  columns,
  missing,
}: {
  readonly table: Table;
  readonly columns: readonly string[];
  readonly missing: "refuse" | "drop";
}): { readonly points: Points; readonly droppedCount: number } {
  const chosen = columns.map((name) => numericColumn(table, name));
  const { rows, droppedCount } = completeRows({ table, numeric: chosen, missing });
  return { points: pointsOf(chosen, rows), droppedCount };
}

/**
 * The rows that have a number in every chosen column, and a label in the label's.
 *
 * @throws {ParameterError} if rows are incomplete and `missing` is "refuse", or if fewer than two remain
 */
export function completeRows({
  table,
  numeric,
  label,
  missing,
}: {
  readonly table: Table;
  readonly numeric: readonly Column[];
  readonly label?: { readonly codes: Int32Array } | undefined;
  readonly missing: "refuse" | "drop";
}): { readonly rows: Int32Array; readonly droppedCount: number } {
  const kept = new Int32Array(table.rowCount);
  let count = 0;
  const complete =
    numeric.every(({ missingCount }) => missingCount === 0) && !label
      ? () => true
      : (row: number) => (label === undefined || label.codes[row]! >= 0) && numeric.every(({ values }) => Number.isFinite(values[row]));
  for (let row = 0; row < table.rowCount; row++) if (complete(row)) kept[count++] = row;

  const droppedCount = table.rowCount - count;
  if (droppedCount > 0 && missing === "refuse") throw missingValues(numeric, droppedCount);
  if (count < 2) {
    throw refusal("column", count === 1 ? "one record" : "no record", "chosen with at least two complete rows");
  }
  return { rows: kept.subarray(0, count), droppedCount };
}

/** The values of some columns in some rows, as points in ℝᵈ. */
export function pointsOf(columns: readonly Column[], rows: Int32Array): Points {
  const d = columns.length;
  const coordinates = new Float64Array(rows.length * d);
  columns.forEach(({ values }, j) => {
    for (let i = 0; i < rows.length; i++) coordinates[i * d + j] = values[rows[i]!]!;
  });
  return { dimension: d, coordinates };
}

/** @throws {ParameterError} if the table has no such column of numbers */
export function numericColumn(table: Table, name: string): Column {
  const column = columnNamed(table, name);
  if (column.missingCount === table.rowCount) throw new ParameterError("column", name, "a column of numbers");
  return column;
}

/** @throws {ParameterError} if the table has no such column */
export function columnNamed(table: Table, name: string): Column {
  const { columns } = table;
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) {
    const names = columns.slice(0, 8).map((candidate) => candidate.name);
    throw new ParameterError("column", name, `one of ${names.join(", ")}${columns.length > 8 ? ", …" : ""}`);
  }
  return column;
}

function missingValues(columns: readonly Column[], count: number): ParameterError {
  const problem = columns.find(({ firstProblem }) => firstProblem)?.firstProblem;
  const example = problem ? `, such as ${JSON.stringify(problem.text)} in row ${problem.row.toLocaleString("en")}` : "";
  const found = `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"} without one${example}`;
  return refusal("column", found, "a finite number in every row, unless you choose to leave such rows out");
}
