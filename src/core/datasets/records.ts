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
  const chosen = columns.map((name) => columnNamed(table, name));
  const complete = chosen.every(({ missingCount }) => missingCount === 0)
    ? () => true
    : (row: number) => chosen.every(({ values }) => Number.isFinite(values[row]));
  let recordCount = 0;
  for (let row = 0; row < table.rowCount; row++) if (complete(row)) recordCount++;

  const droppedCount = table.rowCount - recordCount;
  if (droppedCount > 0 && missing === "refuse") throw missingValues(chosen, droppedCount);
  if (recordCount < 2) {
    throw refusal("column", recordCount === 1 ? "one record" : "no record", "chosen with at least two complete rows");
  }

  const d = chosen.length;
  if (d === 1 && droppedCount === 0) return { points: { dimension: 1, coordinates: chosen[0]!.values.slice() }, droppedCount };
  const coordinates = new Float64Array(recordCount * d);
  let i = 0;
  for (let row = 0; row < table.rowCount; row++) {
    if (complete(row)) for (const { values } of chosen) coordinates[i++] = values[row]!;
  }
  return { points: { dimension: d, coordinates }, droppedCount };
}

function columnNamed(table: Table, name: string): Column {
  const { columns } = table;
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) {
    const names = columns.slice(0, 8).map((candidate) => candidate.name);
    throw new ParameterError("column", name, `one of ${names.join(", ")}${columns.length > 8 ? ", …" : ""}`);
  }
  if (column.missingCount === table.rowCount) {
    throw new ParameterError("column", name, "a column of numbers");
  }
  return column;
}

function missingValues(columns: readonly Column[], count: number): ParameterError {
  const problem = columns.find(({ firstProblem }) => firstProblem)?.firstProblem;
  const example = problem ? `, such as ${JSON.stringify(problem.text)} in row ${problem.row.toLocaleString("en")}` : "";
  const found = `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"} without one${example}`;
  return refusal("column", found, "a finite number in every row, unless you choose to leave such rows out");
}
