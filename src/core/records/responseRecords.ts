import type { Points } from "../points.ts";
import { levelOfRow } from "./declaredLevels.ts";
import { filledColumns } from "./missingValues.ts";
import { completeRows, numericColumn, pointsOf, type ChosenRows } from "./records.ts";

export interface ResponseRecords {
  readonly points: Points;
  /** In the units of their column, not yet clamped. Shape (n,). */
  readonly responses: Float64Array;
  readonly droppedCount: number;
  /** As `levelOfRow`, where there are groups. */
  readonly levels?: Int32Array;
}

/**
 * Records of d ≥ 1 input columns and a response column, all of numbers.
 *
 * @param missing of inputs, then of the response
 * @param person of whose rows only the first are kept, up to the declared bound
 * @throws {ParameterError} naming "column" for the input and "response" for the response, if it is absent or has no
 * number; also if rows are incomplete and `missing` is "refuse", or none remains
 */
export function responseRecordsFrom({
  table,
  inputs,
  response,
  missing,
  person,
  groups,
}: ChosenRows & { readonly inputs: readonly string[]; readonly response: string }): ResponseRecords {
  const given = [...inputs.map((name) => numericColumn(table, name)), numericColumn(table, response, "response")];
  const numeric = filledColumns(given, missing);
  const columns = numeric.slice(0, -1);
  const output = numeric.at(-1)!;
  const { rows, droppedCount } = completeRows({ table, numeric, missing, ...(person && { person }) });
  return {
    ...{ points: pointsOf(columns, rows), responses: pointsOf([output], rows).coordinates, droppedCount },
    ...(groups && { levels: rows.map(levelOfRow(table, groups)) }),
  };
}
