import { defined } from "../defined.ts";
import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { typeOf, type ColumnKind, type ColumnType } from "../tables/cells/columnFormat.ts";
import { exampleCell, type ReadExample } from "../tables/cells/exampleCell.ts";
import { unitFactor } from "../tables/cells/unitFactor.ts";
import { textsInNoLevel } from "./declaredLevels.ts";
import { labelClasses } from "./labelledRecords.ts";
import { shortName } from "../tables/shortName.ts";
import type { TableSchema } from "../tables/schema.ts";
import type { Column, FoundRows, Table } from "../tables/table.ts";

/** A column as the page knows it; its values stay with the worker. */
export interface ColumnOutline {
  readonly name: string;
  readonly numeric: boolean;
  /** True for texts few enough to be told apart. */
  readonly text: boolean;
  /** True if a cell is missing. Private. */
  readonly incomplete: boolean;
  /** Classes in alphabetical order, or why there are none. */
  readonly classes: readonly string[] | { readonly problem: string };
  readonly kind: ColumnKind;
  readonly type: ColumnType;
  readonly unit: string;
  /** Private. */
  readonly unread?: { readonly count: number; readonly examples: readonly string[] };
  /** Cells beyond a limit. Private. */
  readonly limits?: { readonly count: number; readonly examples: readonly string[] };
  /** Private. */
  readonly converted?: { readonly count: number; readonly examples: readonly string[] };
  /** Units of numbers that are not read. Private. */
  readonly otherUnits?: readonly string[];
  /** Private. */
  readonly hasZones?: true;
  /** Number of different texts, ids or classes. Private. */
  readonly different?: number;
  /** Different values in no declared class. Private. */
  readonly leftOut?: { readonly count: number; readonly examples: readonly string[] };
  /** Made-up cell of an ambiguous form. Private. */
  readonly ambiguous?: ReadExample;
}

/** A table as the page knows it. */
export interface TableOutline {
  readonly columns: readonly ColumnOutline[];
  /** Private. */
  readonly rowCount: number;
  /** For a file too large to be held. */
  readonly large?: { readonly bytes: number; readonly isEstimated: boolean };
  /** Private. */
  readonly notices: readonly string[];
  /** Absent for examples. Private while a proposal. */
  readonly schema?: TableSchema;
  /** Suggestions of a text file. Private. */
  readonly found?: {
    readonly decimal: "." | ",";
    readonly isHeaderInDoubt: boolean;
    readonly firstTimes?: Interval;
    /** Up to three texts beyond ASCII. */
    readonly sample: readonly string[];
  };
  /** Suggestions of a table of rows. Private. */
  readonly foundRows?: Omit<FoundRows, "layout">;
}

export function outlineOf(table: Table): TableOutline {
  return {
    columns: table.columns.map((column) => ({
      name: column.name,
      ...usesOf(table, column),
      incomplete: (column.categories ?? column.texts)?.codes.includes(-1) ?? column.missingCount > 0,
      ...readingOf(column, table.rowCount),
    })),
    rowCount: table.rowCount,
    notices: table.notices,
    ...(table.schema && { schema: table.schema }),
    ...(table.found && { found: { ...shownOf(table.found), sample: sampleOf(table) } }),
    ...(table.foundRows && {
      foundRows: { isHeaderInDoubt: table.foundRows.isHeaderInDoubt, sheets: table.foundRows.sheets },
    }),
  };
}

function shownOf({ decimal, isHeaderInDoubt, firstTimes }: NonNullable<Table["found"]>) {
  return { decimal, isHeaderInDoubt, ...(firstTimes && { firstTimes }) };
}

function sampleOf({ columns }: Table): readonly string[] {
  const found = new Set<string>();
  for (const { name, categories, texts } of columns) {
    for (const text of [name, ...((categories ?? texts)?.names ?? [])]) {
      if (found.size === 3) return [...found];
      if (/[\u0080-\uffff]/.test(text)) found.add(shortName(text));
    }
  }
  return [...found];
}

/** Uses of a column: as declared, or by its values if they are public. */
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
): Omit<ColumnOutline, "name" | "incomplete" | "numeric" | "text" | "classes"> {
  const { reading, missingCount, categories } = column;
  if (!reading) {
    const kind = categories && missingCount === rowCount ? "category" : "number";
    return { kind, type: kind === "category" ? kind : "point", unit: column.unit ?? "" };
  }
  const { format, kind, unread, limits, converted, otherUnits = [], hasZones, ambiguous } = reading;
  const notRead = otherUnits.filter((each) => format.type !== "number" || !unitFactor(each, format.unit));
  const unit = format.type === "number" || format.type === "duration" ? format.unit : "";
  const example = ambiguous && exampleCell(ambiguous.text, format);
  return {
    ...{ kind, type: typeOf(format, kind), unit },
    ...(unread.count > 0 && kind !== "category" && kind !== "id" && kind !== "text" && { unread }),
    ...(limits && { limits }),
    ...defined({ converted, hasZones }),
    ...(notRead.length > 1 && { otherUnits: notRead }),
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
