import type { CellKeys } from "../tables/cells/cellKeying.ts";
import { levelOfKey, levelOfRow } from "./declaredLevels.ts";
import { shortName } from "../tables/shortName.ts";
import type { Table } from "../tables/table.ts";

/** Rows of a table with a declared value in a column. */
export interface OnlyRows {
  readonly column: string;
  /** As written in a cell, or as a number. */
  readonly value: string;
}

/** Name of the released share of rows outside a filter. */
export function outsideName({ column, value }: OnlyRows): string {
  return `share of the records without ${shortName(column)} = ${shortName(value)}`;
}

/**
 * True for each row with that value: a function of the row and of public words alone.
 *
 * @throws {ParameterError} naming "column", if there is no such column
 */
export function isAmong(table: Table, { column, value }: OnlyRows): (row: number) => boolean {
  const levelOf = levelOfRow(table, { column, levels: [value] });
  return (row) => levelOf(row) === 0;
}

/** The same by a scan's key of a cell. */
export function isKeyOf({ column, value }: OnlyRows, keys: CellKeys): (key: number) => boolean {
  const levelOf = levelOfKey({ column, levels: [value] }, keys);
  return (key) => levelOf(key) === 0;
}
