import { ParameterError } from "../errors.ts";
import type { Column, Table } from "./table.ts";

/**
 * Column of a name.
 *
 * @param role in which it was chosen, named in the error
 * @throws {ParameterError} if the table has no such column
 */
export function columnNamed({ columns }: Table, name: string, role: ColumnRole = "column"): Column {
  const column = columns.find((candidate) => candidate.name === name);
  if (column) return column;
  const names = columns.slice(0, 8).map((candidate) => candidate.name);
  throw new ParameterError(role, name, `one of ${names.join(", ")}${columns.length > 8 ? ", …" : ""}`);
}

export type ColumnRole = "column" | "response" | "classes";
