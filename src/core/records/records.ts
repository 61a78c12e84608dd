import { ParameterError } from "../errors.ts";
import type { Points } from "../points.ts";
import { countText } from "../numberFormats.ts";
import { columnNamed, type ColumnRole } from "../tables/columnNamed.ts";
import { levelOfRow, type DeclaredLevels } from "./declaredLevels.ts";
import { filledColumns, isCounted, type MissingValues } from "./missingValues.ts";
import { isAmong, type OnlyRows } from "./onlyRows.ts";
import { rowsOfPersons, type RowsPerPerson } from "./personRows.ts";
import { refusal } from "../tables/refusal.ts";
import { isTextColumn } from "../tables/schema.ts";
import type { Column, Table } from "../tables/table.ts";

export interface ChosenRows {
  readonly table: Table;
  readonly missing: MissingValues;
  /** Absent where each row is a person. */
  readonly person?: RowsPerPerson;
  readonly groups?: DeclaredLevels;
}

/**
 * Records of d ≥ 1 columns, as points in ℝᵈ.
 *
 * @param only wanted ones of the complete rows; others are counted in `outsideCount`
 * @param groups rows with a declared level, its place in `levels`; others are counted in `elsewhereCount`
 * @throws {ParameterError} naming the column, if it is absent or has no number, if values are missing and `missing` is
 * "refuse", or if no record remains
 */
export function recordsFrom({
  table,
  columns,
  missing,
  person,
  only,
  groups,
}: ChosenRows & { readonly columns: readonly string[]; readonly only?: OnlyRows }): {
  readonly points: Points;
  readonly droppedCount: number;
  readonly outsideCount?: number;
  readonly levels?: Int32Array;
  readonly elsewhereCount?: number;
} {
  const chosen = filledColumns(
    columns.map((name) => numericColumn(table, name)),
    missing,
  );
  const { rows, droppedCount } = completeRows({ table, numeric: chosen, missing, ...(person && { person }) });
  const among = only ? rows.filter(isAmong(table, only)) : rows;
  const levelOf = groups && levelOfRow(table, groups);
  const wanted = levelOf ? among.filter((row) => levelOf(row) >= 0) : among;
  return {
    points: pointsOf(chosen, wanted),
    droppedCount,
    ...(only && { outsideCount: rows.length - among.length }),
    ...(levelOf && { levels: wanted.map(levelOf), elsewhereCount: among.length - wanted.length }),
  };
}

/**
 * Rows with a number in every chosen column, and any wanted label; all where rows without are counted.
 *
 * @param label codes of the labels, −1 where missing; shape (rowCount,)
 * @throws {ParameterError} if rows are incomplete and `missing` is "refuse", or if none remains
 */
export function completeRows({
  table,
  numeric,
  label,
  missing,
  person,
}: Omit<ChosenRows, "groups"> & { readonly numeric: readonly Column[]; readonly label?: Int32Array }): {
  readonly rows: Int32Array;
  readonly droppedCount: number;
} {
  const incomplete = numeric.filter(({ missingCount }) => missingCount > 0);
  let rows = new Int32Array(table.rowCount);
  for (let row = 0; row < rows.length; row++) rows[row] = row;
  for (const { values } of incomplete) rows = rows.filter((row) => Number.isFinite(values[row]));
  if (label && !isCounted(missing)) rows = rows.filter((row) => label[row]! >= 0);

  const droppedCount = table.rowCount - rows.length;
  if (droppedCount > 0 && missing === "refuse")
    throw missingValues({ incomplete, labelled: label !== undefined, droppedCount });
  if (person) rows = rowsOfPersons({ table, rows, person, missing }) as Int32Array<ArrayBuffer>;
  if (rows.length === 0) throw refusal("column", "no record", "chosen with at least one complete row");
  return { rows, droppedCount: table.rowCount - rows.length };
}

/** Values of d columns in n rows, as n points in ℝᵈ. */
export function pointsOf(columns: readonly Column[], rows: Int32Array): Points {
  const d = columns.length;
  const coordinates = new Float64Array(rows.length * d);
  columns.forEach(({ values }, j) => {
    for (let i = 0; i < rows.length; i++) coordinates[i * d + j] = values[rows[i]!]!;
  });
  return { dimension: d, coordinates };
}

/**
 * Column of that name: declared as one of numbers, or with at least one.
 *
 * @param role its name in the error
 * @throws {ParameterError} if the table has no such column, or it is none of numbers
 */
export function numericColumn(table: Table, name: string, role: ColumnRole = "column"): Column {
  const column = columnNamed(table, name, role);
  const isOfText = column.declared && isTextColumn(column.declared);
  if (isOfText ?? column.missingCount === table.rowCount) throw new ParameterError(role, name, "a column of numbers");
  return column;
}

function missingValues({
  incomplete,
  labelled,
  droppedCount,
}: {
  readonly incomplete: readonly Column[];
  readonly labelled: boolean;
  readonly droppedCount: number;
}): ParameterError {
  const problem = incomplete.find(({ firstProblem }) => firstProblem)?.firstProblem;
  const example = problem ? `, such as ${JSON.stringify(problem.text)} in row ${countText(problem.row)}` : "";
  const found = `${countText(droppedCount)} ${droppedCount === 1 ? "row" : "rows"} without one${example}`;
  const needed = labelled ? "a finite number or a label" : "a finite number";
  return refusal("column", found, `${needed} in every row, unless you choose to leave such rows out`);
}
