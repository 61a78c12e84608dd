import type { Points } from "../points.ts";
import { levelOfRow, type DeclaredLevels } from "./declaredLevels.ts";
import type { RowsPerPerson } from "./personRows.ts";
import { filledColumns, type MissingValues } from "./missingValues.ts";
import { completeRows, numericColumn, pointsOf } from "./records.ts";
import type { Table } from "../tables/table.ts";

/** Inputs with numbers as responses. */
interface ResponseRecords {
  /** Inputs in ℝᵈ. */
  readonly points: Points;
  /** In the units of their column, and not yet clamped into the declared range. Shape (n,). */
  readonly responses: Float64Array;
  readonly droppedCount: number;
  /** The place of each record's group, where there are groups, as `levelOfRow`. */
  readonly levels?: Int32Array;
}

/**
 * The records of some input columns and a response column, all of numbers.
 *
 * @param inputs names of d ≥ 1 columns
 * @param response name of the response's column
 * @param missing of inputs, then of the response
 * @param person of whose rows only the first ones are kept, up to the declared bound
 * @param groups of which declared level each record is
 * @throws {ParameterError} naming "column" for the input and "response" for the response, if it is absent or has no
 *   number; also if rows are incomplete and `missing` is "refuse", or if fewer than two remain
 */
export function responseRecordsFrom({
  table,
  inputs,
  response,
  missing,
  person,
  groups,
}: {
  readonly table: Table;
  readonly inputs: readonly string[];
  readonly response: string;
  readonly missing: MissingValues;
  readonly person?: RowsPerPerson;
  readonly groups?: DeclaredLevels;
}): ResponseRecords {
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
