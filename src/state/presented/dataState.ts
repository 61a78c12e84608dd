import type { ColumnOutline } from "../../core/records/outline.ts";
import type { StudyContract } from "../../core/release/contract.ts";
import type { Session } from "../session/session.ts";

/** State of the data; outside it depends on no record. */
export interface DataState {
  /** Absent while no table is open. */
  readonly columns: readonly ColumnOutline[] | undefined;
  /** Absent in the outside view. */
  readonly reading: { readonly rowCount: number; readonly notices: readonly string[] } | undefined;
  readonly loading: number | undefined;
  /** True while the first records are made. */
  readonly making: boolean;
  /** Behind the picture while a large file is read. */
  readonly readBytes: { readonly read: number; readonly all: number } | undefined;
  readonly fileProblem: string | undefined;
  readonly problem: { readonly parameter: string | undefined; readonly sentence: string } | undefined;
  readonly edited: boolean;
}

// Sentences about a cell may quote it, so the outside view has them without.
const dataNeedsInside = "The data cannot be drawn as they are; the inside view says why.";
export const fileNeedsInside = "The file could not be read; the inside view says why.";

/**
 * The data on one side's screen.
 *
 * @param labelColumn its values are names of classes, taken as public
 */
export function dataStateOf<S, C extends StudyContract, M>(
  { table, loading, records, making, readShare, fileFailure, dataFailure, edited }: Session<S, C, M>,
  inside: boolean,
  labelColumn: string | undefined,
): DataState {
  const { columns, rowCount, notices } = table?.outline ?? {};
  return {
    columns: inside ? columns : columns?.map((column) => publicColumn(column, labelColumn)),
    reading: inside && rowCount !== undefined ? { rowCount, notices: notices ?? [] } : undefined,
    loading: loading ?? (inside ? undefined : readShare),
    making: making && !records,
    readBytes:
      readShare === undefined || !table?.outline.large || !inside
        ? undefined
        : { read: Math.round(readShare * table.outline.large.bytes), all: table.outline.large.bytes },
    fileProblem: fileFailure && (inside ? fileFailure.message : fileNeedsInside),
    problem: dataFailure && {
      parameter: dataFailure.parameter,
      sentence: inside ? dataFailure.message : dataNeedsInside,
    },
    edited,
  };
}

/** Names of columns and of classes in use are public, other values and missing cells are not. */
function publicColumn(
  { name, numeric, text, kind, type, unit, classes }: ColumnOutline,
  labelColumn: string | undefined,
): ColumnOutline {
  const shownClasses = name !== labelColumn ? [] : "problem" in classes ? { problem: dataNeedsInside } : classes;
  return { name, numeric, text, kind, type, unit, incomplete: false, classes: shownClasses };
}
