import type { Points } from "../points.ts";
import { columnNamed } from "../tables/columnNamed.ts";
import { labelsOf } from "./labelledRecords.ts";
import type { RowsPerPerson } from "./personRows.ts";
import { filledColumns, type MissingValues } from "./missingValues.ts";
import { completeRows, numericColumn, pointsOf } from "./records.ts";
import type { Table } from "../tables/table.ts";

export interface ClassifiedChoice {
  /** p ≥ 1 names. */
  readonly columns: readonly string[];
  /** A column of 2 to 20 classes; "" for one class. */
  readonly label: string;
  readonly missing: MissingValues;
  /** Absent where each row is a person. */
  readonly person?: RowsPerPerson;
}

/** Records of C classes. Private, but for the classes. */
export interface ClassifiedTable {
  readonly points: Points;
  /** From 0 to C − 1, shape (N,). */
  readonly classOf: Float64Array;
  readonly classCount: number;
  /** In alphabetical order, as that of the rows is private. Empty for one class. */
  readonly classNames: readonly string[];
  readonly droppedCount: number;
  /** Declared bound; absent where each row is a person. Public. */
  readonly recordsPerPerson?: number;
}

/**
 * Records of some columns with their classes, in the order of the rows. A counted row without a class is in the first.
 *
 * @throws {ParameterError} naming "column" or "classes", otherwise as `labelledRecordsFrom`
 */
export function classifiedRecordsFrom({
  table,
  columns,
  label,
  missing,
  person,
}: ClassifiedChoice & { readonly table: Table }): ClassifiedTable {
  const numeric = filledColumns(
    columns.map((name) => numericColumn(table, name)),
    missing,
  );
  const owned = person ? { recordsPerPerson: person.bound } : {};
  const whose = person ? { person } : {};
  if (label === "") {
    const { rows, droppedCount } = completeRows({ table, numeric, missing, ...whose });
    const one = { classOf: new Float64Array(rows.length), classCount: 1, classNames: [] };
    return { points: pointsOf(numeric, rows), ...one, droppedCount, ...owned };
  }
  const labels = labelsOf(table, label, "classes");
  const { rows, droppedCount } = completeRows({ table, numeric, label: labels.codes, missing, ...whose });
  // Declared classes are public, also empty ones.
  const isDeclared = columnNamed(table, label).declared !== undefined;
  const present = isDeclared ? labels.names : new Set(Array.from(rows, (row) => labels.names[labels.codes[row]!]!));
  const classNames = [...present].sort();
  const placeOfCode = labels.names.map((name) => classNames.indexOf(name));
  const classOf = Float64Array.from(rows, (row) => placeOfCode[labels.codes[row]!] ?? 0);
  return {
    points: pointsOf(numeric, rows),
    classOf,
    classCount: classNames.length,
    classNames,
    droppedCount,
    ...owned,
  };
}
