import { ParameterError } from "../errors.ts";
import { labelClasses } from "./labelledRecords.ts";
import type { Column, Table } from "./table.ts";

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
}

/** What a page is told of a table. */
export interface TableOutline {
  readonly columns: readonly ColumnOutline[];
  /** Private. */
  readonly rowCount: number;
  /** What was noticed while reading, in sentences. Private. */
  readonly notices: readonly string[];
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
    })),
    rowCount: table.rowCount,
    notices: table.notices,
  };
}

function isIncomplete({ categories, missingCount }: Column): boolean {
  return categories ? categories.codes.includes(-1) : missingCount > 0;
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
