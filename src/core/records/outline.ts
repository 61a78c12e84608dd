import { ParameterError } from "../errors.ts";
import { typeOf } from "../tables/cells/columnFormat.ts";
import type { ColumnKind, ColumnType } from "../tables/cells/columnFormat.ts";
import { exampleCell } from "../tables/cells/exampleCell.ts";
import type { ReadExample } from "../tables/cells/exampleCell.ts";
import { labelClasses } from "./labelledRecords.ts";
import type { Column, Table, WrittenTable } from "../tables/table.ts";

/** What a page is told of a column; its values stay with the worker. */
export interface ColumnOutline {
  readonly name: string;
  /** Whether it has a number in it. */
  readonly numeric: boolean;
  /** Whether it is a column of text, with few enough different texts to tell them apart. */
  readonly text: boolean;
  /** Whether rows have neither number nor text in it. Private. */
  readonly incomplete: boolean;
  /** The classes that it tells apart, in alphabetical order, or why it cannot stand for labels. */
  readonly classes: readonly string[] | { readonly problem: string };
  /** What it is taken for, and how its cells are written. */
  readonly kind: ColumnKind;
  readonly type: ColumnType;
  readonly unit: string;
  /** Cells that were not read, how many and examples. Private. */
  readonly unread?: { readonly count: number; readonly examples: readonly string[] };
  /** How many different values it has, where they tell rows apart: names, texts and classes. Private. */
  readonly different?: number;
  /** How cells are read that could mean two numbers, or two days: a made-up one of their form. That there are such is private. */
  readonly ambiguous?: ReadExample;
}

/** What a page is told of a table. */
export interface TableOutline {
  readonly columns: readonly ColumnOutline[];
  /** Private. */
  readonly rowCount: number;
  /** Of a file that is too large to be held: its length, and whether the number of rows is an estimate. Absent for others. */
  readonly large?: { readonly bytes: number; readonly isEstimated: boolean };
  /** What was noticed while reading, in sentences. Private. */
  readonly notices: readonly string[];
  /** What was taken for names; absent for examples. */
  readonly header?: { readonly isHeader: boolean; readonly inDoubt: boolean };
  /** What was taken for separator and decimal mark; of files of text alone. */
  readonly written?: WrittenTable;
}

/** The outline of a table. Classes are in alphabetical order: that of the rows is the records' own. */
export function outlineOf(table: Table): TableOutline {
  return {
    columns: table.columns.map((column) => ({
      name: column.name,
      numeric: column.missingCount < table.rowCount,
      text: column.categories !== undefined,
      incomplete: isIncomplete(column),
      classes: classesOf(table, column.name),
      ...readingOf(column, table.rowCount),
    })),
    rowCount: table.rowCount,
    notices: table.notices,
    ...(table.header && { header: table.header }),
    ...(table.written && { written: table.written }),
  };
}

function readingOf(
  column: Column,
  rowCount: number,
): Pick<ColumnOutline, "kind" | "type" | "unit" | "unread" | "ambiguous" | "different"> {
  const { reading, missingCount, categories } = column;
  if (!reading) {
    const kind = categories && missingCount === rowCount ? "category" : "number";
    return { kind, type: kind === "category" ? kind : "point", unit: column.unit ?? "" };
  }
  const { format, kind, unread, ambiguous } = reading;
  const unit = format.type === "number" ? format.unit : "";
  const example = ambiguous && exampleCell(ambiguous.text, format);
  return {
    ...{ kind, type: typeOf(format, kind), unit },
    ...(unread.count > 0 && kind !== "category" && kind !== "id" && kind !== "text" && { unread }),
    ...(example && { ambiguous: example }),
    ...(kind !== "number" && differentIn(column)),
  };
}

/** Beyond this many different values it does not matter how many. */
const mostDifferent = 1_000_000;

function differentIn({ categories, keys, values }: Column): Pick<ColumnOutline, "different"> {
  if (categories) return { different: categories.names.length };
  const met = new Set<number>();
  for (const key of keys ?? values) {
    if (!Number.isNaN(key)) met.add(key);
    if (met.size > mostDifferent) return {};
  }
  return { different: met.size };
}

function isIncomplete({ categories, keys, missingCount }: Column): boolean {
  if (categories) return categories.codes.includes(-1);
  return keys ? keys.some(Number.isNaN) : missingCount > 0;
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
