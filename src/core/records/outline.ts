import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { typeOf, type ColumnKind, type ColumnType } from "../tables/cells/columnFormat.ts";
import { exampleCell, type ReadExample } from "../tables/cells/exampleCell.ts";
import { textsInNoLevel } from "./declaredLevels.ts";
import { labelClasses } from "./labelledRecords.ts";
import type { TableSchema } from "../tables/schema.ts";
import type { Column, FoundRows, Table } from "../tables/table.ts";

/** A column as the page knows it; its values stay with the worker. */
export interface ColumnOutline {
  readonly name: string;
  /** True if it has numbers. */
  readonly numeric: boolean;
  /** True for a column of text with few enough different texts to be told apart. */
  readonly text: boolean;
  /** True if some row has neither number nor text in it. Private. */
  readonly incomplete: boolean;
  /** The classes that it tells apart, in alphabetical order, or why it cannot stand for labels. */
  readonly classes: readonly string[] | { readonly problem: string };
  /** Its kind, and the form of its cells. */
  readonly kind: ColumnKind;
  readonly type: ColumnType;
  readonly unit: string;
  /** Cells that were not read, how many and examples. Private. */
  readonly unread?: { readonly count: number; readonly examples: readonly string[] };
  /** Cells that say that their number lies beyond a limit, likewise. Private. */
  readonly limits?: { readonly count: number; readonly examples: readonly string[] };
  /** The number of different values, if they tell rows apart: names, texts and classes. Private. */
  readonly different?: number;
  /** Values that are in none of the declared classes, how many different ones and examples. Private. */
  readonly leftOut?: { readonly count: number; readonly examples: readonly string[] };
  /** A made-up cell of a form that could mean two numbers, or two days. That there are such cells is private. */
  readonly ambiguous?: ReadExample;
}

/** A table as the page knows it. */
export interface TableOutline {
  readonly columns: readonly ColumnOutline[];
  /** Private. */
  readonly rowCount: number;
  /** Length of a file that is too large to be held; `isEstimated` is about the number of rows. Absent for others. */
  readonly large?: { readonly bytes: number; readonly isEstimated: boolean };
  /** Remarks about the reading, in sentences. Private. */
  readonly notices: readonly string[];
  /** The schema that it is read by; absent for examples. As long as it is a proposal it is private. */
  readonly schema?: TableSchema;
  /** The decimal mark that a file of text suggests, doubt about its first row, and its ends if it may hold times. Private. */
  readonly found?: { readonly decimal: "." | ","; readonly isHeaderInDoubt: boolean; readonly firstTimes?: Interval };
  /** The sheets of a workbook, and doubt about the first row of a table of rows. Private. */
  readonly foundRows?: Omit<FoundRows, "layout">;
}

/** The outline of a table. Classes are in alphabetical order: that of the rows is the records' own. */
export function outlineOf(table: Table): TableOutline {
  return {
    columns: table.columns.map((column) => ({
      name: column.name,
      ...usesOf(table, column),
      incomplete: isIncomplete(column),
      ...readingOf(column, table.rowCount),
    })),
    rowCount: table.rowCount,
    notices: table.notices,
    ...(table.schema && { schema: table.schema }),
    ...(table.found && { found: shownOf(table.found) }),
    ...(table.foundRows && {
      foundRows: { isHeaderInDoubt: table.foundRows.isHeaderInDoubt, sheets: table.foundRows.sheets },
    }),
  };
}

function shownOf({ decimal, isHeaderInDoubt, firstTimes }: NonNullable<Table["found"]>) {
  return { decimal, isHeaderInDoubt, ...(firstTimes && { firstTimes }) };
}

/** The uses of a column: as declared, or by its values if they are public. */
function usesOf(table: Table, column: Column): Pick<ColumnOutline, "numeric" | "text" | "classes"> {
  const { declared, reading, missingCount, categories } = column;
  const classes = classesOf(table, column.name);
  if (!declared || !reading) return { numeric: missingCount < table.rowCount, text: categories !== undefined, classes };
  if (declared.type === "count") return { numeric: false, text: false, classes: { problem: "It counts records." } };
  const text = reading.format.type === "text";
  return { numeric: !text, text, classes };
}

function readingOf(
  column: Column,
  rowCount: number,
): Pick<ColumnOutline, "kind" | "type" | "unit" | "unread" | "limits" | "leftOut" | "ambiguous" | "different"> {
  const { reading, missingCount, categories } = column;
  if (!reading) {
    const kind = categories && missingCount === rowCount ? "category" : "number";
    return { kind, type: kind === "category" ? kind : "point", unit: column.unit ?? "" };
  }
  const { format, kind, unread, limits, ambiguous } = reading;
  const unit = format.type === "number" || format.type === "duration" ? format.unit : "";
  const example = ambiguous && exampleCell(ambiguous.text, format);
  return {
    ...{ kind, type: typeOf(format, kind), unit },
    ...(unread.count > 0 && kind !== "category" && kind !== "id" && kind !== "text" && { unread }),
    ...(limits && { limits }),
    ...leftOutOf(column),
    ...(example && { ambiguous: example }),
    ...(kind !== "number" && differentIn(column)),
  };
}

function leftOutOf({ declared, categories }: Column): Pick<ColumnOutline, "leftOut"> {
  const { name, type, levels } = declared ?? {};
  if (!categories || name === undefined || type !== "category" || !levels) return {};
  const leftOut = textsInNoLevel(categories.names, { column: name, levels });
  return leftOut.count === 0 ? {} : { leftOut };
}

/** Beyond this many different values it does not matter how many. */
const mostDifferent = 1_000_000;

function differentIn({ categories, texts, values }: Column): Pick<ColumnOutline, "different"> {
  const different = (categories ?? texts)?.names.length ?? differentNumbers(values);
  return different > mostDifferent ? {} : { different };
}

function differentNumbers(values: Float64Array): number {
  const met = new Set<number>();
  for (const value of values) {
    if (!Number.isNaN(value)) met.add(value);
    if (met.size > mostDifferent) break;
  }
  return met.size;
}

function isIncomplete({ categories, texts, missingCount }: Column): boolean {
  return (categories ?? texts)?.codes.includes(-1) ?? missingCount > 0;
}

function classesOf(table: Table, name: string): ColumnOutline["classes"] {
  try {
    return labelClasses(table, name)
      .map((labelled) => labelled.name)
      .sort();
  } catch (error) {
    if (error instanceof ParameterError) return { problem: error.message };
    throw error;
  }
}
