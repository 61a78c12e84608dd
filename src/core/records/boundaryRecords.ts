import { ParameterError } from "../errors.ts";
import { pointsAt, type Points } from "../points.ts";
import type { DeclaredLevels, GroupedRows } from "./declaredLevels.ts";
import { recordsFromCounts, writtenOut, type CountedRecords } from "./countedRecords.ts";
import { labelledRecordsFrom } from "./labelledRecords.ts";
import type { MissingValues } from "./missingValues.ts";
import type { RowsPerPerson } from "./personRows.ts";
import { refusal } from "../tables/refusal.ts";
import { responseRecordsFrom } from "./responseRecords.ts";
import type { Table } from "../tables/table.ts";

/** Columns of inputs and response. */
export type BoundaryChoice = {
  readonly x: string;
  /** Not shown; none if absent. */
  readonly further?: readonly string[];
  readonly response: string;
  readonly missing: MissingValues;
  /** Absent where each row is a person. */
  readonly person?: RowsPerPerson;
  /** With a function each. */
  readonly groups?: DeclaredLevels;
  /** True for a table of counts on a lattice. */
  readonly counted?: boolean;
} & (
  | { readonly task: "classification"; readonly y: string; readonly positive: string }
  | { readonly task: "regression" }
);

/** Inputs with labels ±1, or with responses in their own units. Private. */
export interface BoundaryRecords {
  readonly points: Points;
  readonly responses: Float64Array;
  /** Names of the classes −1 and +1; absent in a regression. */
  readonly classNames: readonly [negative: string, positive: string] | undefined;
  readonly droppedCount: number;
  /** Declared, 1 if absent; no release counts with less. */
  readonly recordsPerPerson?: number;
  readonly groups?: GroupedRows;
}

/**
 * Records of a classification, labels ±1, or of a regression, responses in the units of their column.
 *
 * @throws {ParameterError} as `labelledRecordsFrom` and `responseRecordsFrom`
 */
export function boundaryRecordsFrom(table: Table, choice: BoundaryChoice): BoundaryRecords {
  if (choice.counted) return boundaryOfCounts(recordsFromCounts(table), choice);
  const { x, response, missing, further = [], groups } = choice;
  const whose = { ...(choice.person && { person: choice.person }), ...(groups && { groups }) };
  const { levels, ...records } =
    choice.task === "regression"
      ? {
          ...responseRecordsFrom({ table, inputs: [x, ...further], response, missing, ...whose }),
          classNames: undefined,
        }
      : labelledRecordsFrom({
          ...{ table, columns: [x, choice.y, ...further], label: response, positive: choice.positive, missing },
          ...whose,
        });
  return {
    ...records,
    ...(choice.person && { recordsPerPerson: choice.person.bound }),
    ...(groups && levels && { groups: { ...groups, of: levels } }),
  };
}

/** The records of counts. @throws {ParameterError} unless they are of a response, or of two classes, without groups */
function boundaryOfCounts(counted: CountedRecords, choice: BoundaryChoice): BoundaryRecords {
  if (choice.groups)
    throw new ParameterError("groups", choice.groups.column, "absent where an engine counted the rows");
  const { points, labels, recordsPerPerson } = counted;
  const rows = writtenOut(counted);
  const shared = { points: pointsAt(points, rows), droppedCount: 0, recordsPerPerson };
  if (choice.task === "regression") {
    const { responses } = counted;
    if (!responses) throw refusal("response", "counts without a response", "counted with it");
    return { ...shared, responses: Float64Array.from(rows, (row) => responses[row]!), classNames: undefined };
  }
  if (!labels) throw refusal("response", "counts without labels", "counted with them");
  const code = labels.names.indexOf(choice.positive);
  if (code === -1) throw new ParameterError("positive", choice.positive, `one of ${labels.names.join(", ")}`);
  const responses = Float64Array.from(rows, (row) => (labels.codes[row] === code ? 1 : -1));
  if (!(responses.includes(1) && responses.includes(-1))) {
    throw refusal("response", "one class only", "counts of two classes");
  }
  const others = labels.names.filter((name) => name !== choice.positive);
  return {
    ...shared,
    responses,
    classNames: [others.length === 1 ? others[0]! : `not ${choice.positive}`, choice.positive],
  };
}
