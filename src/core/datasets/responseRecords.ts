import type { Points } from "../points.ts";
import type { RowsPerPerson } from "./personRows.ts";
import { completeRows, numericColumn, pointsOf } from "./records.ts";
import type { Table } from "./table.ts";

/** Inputs with numbers as responses. */
export interface ResponseRecords {
  /** Inputs in ℝ. */
  readonly points: Points;
  /** In the units of their column, and not yet clamped into the declared range. Shape (n,). */
  readonly responses: Float64Array;
  readonly droppedCount: number;
}

/**
 * The records of one input column and a response column, both of numbers.
 *
 * @param x name of the input's column
 * @param response name of the response's column
 * @param missing what becomes of rows without one of the two numbers: the number of records is public in the
 *   guarantee, so the person decides
 * @param person of whose rows only the first ones are kept, up to the declared bound
 * @throws {ParameterError} naming "column" for the input and "response" for the response, if it is absent or has no
 *   number; also if rows are incomplete and `missing` is "refuse", or if fewer than two remain
 */
export function responseRecordsFrom({
  table,
  x,
  response,
  missing,
  person,
}: {
  readonly table: Table;
  readonly x: string;
  readonly response: string;
  readonly missing: "refuse" | "drop";
  readonly person?: RowsPerPerson;
}): ResponseRecords {
  const input = numericColumn(table, x);
  const output = numericColumn(table, response, "response");
  const { rows, droppedCount } = completeRows({ table, numeric: [input, output], missing, ...(person && { person }) });
  return { points: pointsOf([input], rows), responses: pointsOf([output], rows).coordinates, droppedCount };
}
