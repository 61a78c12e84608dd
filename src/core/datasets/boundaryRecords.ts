import type { Points } from "../points.ts";
import { labelledRecordsFrom } from "./labelledRecords.ts";
import type { RowsPerPerson } from "./personRows.ts";
import { responseRecordsFrom } from "./responseRecords.ts";
import type { Table } from "./table.ts";

/** Which columns of a table are inputs and label, or input and response. */
export type BoundaryChoice = {
  readonly x: string;
  /** Inputs after those that are shown; none if absent. */
  readonly further?: readonly string[];
  readonly response: string;
  readonly missing: "refuse" | "drop";
  /** Whose rows are protected together; absent where each row is a person. */
  readonly person?: RowsPerPerson;
} & (
  { readonly task: "classification"; readonly y: string; readonly positive: string } | { readonly task: "regression" }
);

/** Inputs with labels ±1, or with responses in their own units. Private. */
export interface BoundaryRecords {
  readonly points: Points;
  readonly responses: Float64Array;
  /** Names of the classes −1 and +1; absent in a regression. */
  readonly classNames: readonly [negative: string, positive: string] | undefined;
  readonly droppedCount: number;
  /** The declared bound on the records of one person that these were read with; 1 if absent. No release counts with less. */
  readonly recordsPerPerson?: number;
}

/**
 * The records of a classification or of a regression: the inputs that are shown, then the further ones.
 *
 * @throws {ParameterError} as `labelledRecordsFrom` and `responseRecordsFrom` do
 */
export function boundaryRecordsFrom(table: Table, choice: BoundaryChoice): BoundaryRecords {
  const { x, response, missing, further = [] } = choice;
  const whose = choice.person && { person: choice.person };
  const bound = choice.person && { recordsPerPerson: choice.person.bound };
  if (choice.task === "regression") {
    const inputs = [x, ...further];
    return { ...responseRecordsFrom({ table, inputs, response, missing, ...whose }), classNames: undefined, ...bound };
  }
  const { y, positive } = choice;
  const columns = [x, y, ...further];
  return { ...labelledRecordsFrom({ table, columns, label: response, positive, missing, ...whose }), ...bound };
}
