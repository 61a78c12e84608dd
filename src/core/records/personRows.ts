import { ParameterError } from "../errors.ts";
import { codesOf } from "./columnCodes.ts";
import { limitCurvesPerPerson } from "./curvesPerPerson.ts";
import type { MissingValues } from "./missingValues.ts";
import { refusal } from "../tables/refusal.ts";
import type { Column, Table } from "../tables/table.ts";
import { countText } from "../numberFormats.ts";

/** Rows protected together: a column, and the declared bound on the rows of one person. */
export interface RowsPerPerson {
  readonly column: string;
  readonly bound: number;
}

/**
 * The first `bound` of each person's rows among the given ones: a function of that person's rows alone, which changes
 * only the places of others (`limitCurvesPerPerson`).
 *
 * @throws {ParameterError} naming "column", if there is no such column, or a row names nobody and `missing` is "refuse"
 */
export function rowsOfPersons({
  table,
  rows,
  person,
  missing,
}: {
  readonly table: Table;
  readonly rows: Int32Array;
  readonly person: RowsPerPerson;
  readonly missing: MissingValues;
}): Int32Array {
  const { codes } = codesOf(personColumn(table, person.column));
  const owned = rows.filter((row) => codes[row]! >= 0);
  if (owned.length < rows.length && missing === "refuse") {
    throw refusal(
      "column",
      `${countText(rows.length - owned.length)} rows without one`,
      `${person.column} in every row, unless you choose to leave such rows out`,
    );
  }
  const personOf = owned.map((row) => codes[row]!);
  return limitCurvesPerPerson({ personOf, bound: person.bound }).map((i) => owned[i]!);
}

function personColumn({ columns }: Table, name: string): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (!column) throw new ParameterError("column", name, "a column of the table");
  return column;
}
