import type { Interval } from "../grids.ts";
import type { ColumnFormat, ColumnKind } from "./cells/columnFormat.ts";
import type { RowsLayout, SchemaColumn, TableSchema, TextLayout } from "./schema.ts";

/** The different texts of a column; numbers among them are texts, too. */
export interface Categories {
  /** In the order of their first appearance. */
  readonly names: readonly string[];
  /** Index of a row's name; −1 where the cell is missing. Shape (rowCount,). */
  readonly codes: Int32Array;
}

/** A column of numbers, or of text, as read. */
export interface Column {
  readonly name: string;
  /** Format and kind of its cells; absent for columns that were not read from a file. */
  readonly reading?: ColumnReading;
  /** Its declaration before its cells were read; absent if its cells say it. */
  readonly declared?: SchemaColumn;
  /** The unit of a column that was not read from a file; "" or absent where none is known. */
  readonly unit?: string;
  /** One value per row; NaN where the cell is missing or is not a finite number. */
  readonly values: Float64Array;
  readonly missingCount: number;
  /** The first cell that is neither missing nor a finite number, if there is one. */
  readonly firstProblem?: { readonly row: number; readonly text: string };
  /** Where a cell is neither missing nor a number, and the column has at most 1000 different texts. */
  readonly categories?: Categories;
  /** The same where there are more than 1000 different texts: they are told apart, and not listed. */
  readonly texts?: Categories;
  /** The digits of whole numbers from 2⁵³ on, which may share a double, by row from 0; absent where there are none. */
  readonly digits?: ReadonlyMap<number, string>;
}

/** How a column was read. */
interface ColumnReading {
  readonly format: ColumnFormat;
  readonly kind: ColumnKind;
  /** Cells that are neither missing nor read, and the first three different ones. */
  readonly unread: { readonly count: number; readonly examples: readonly string[] };
  /** Cells that say that their number lies beyond a limit, and the first three different ones; absent for none. */
  readonly limits?: { readonly count: number; readonly examples: readonly string[] };
  /** Units of numbers among these; absent for none. */
  readonly otherUnits?: readonly string[];
  readonly hasZones?: true;
  readonly converted?: { readonly count: number; readonly examples: readonly string[] };
  /** Cells of which the whole column did not say how to read them, and how the first was read. */
  readonly ambiguous?: { readonly text: string; readonly value: number };
}

/** A table of columns of equal length. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** Remarks about the reading, in sentences. */
  readonly notices: readonly string[];
  /** The declared schema that it was read by; absent where it was not read from a file by one. */
  readonly schema?: TableSchema;
  /** The layout of a file of text that its beginning suggests; for a proposal. */
  readonly found?: FoundText;
  /** The place of the table among typed rows, as they suggest; for a proposal. */
  readonly foundRows?: FoundRows;
}

/** The layout of a file of text, and doubts about it. */
interface FoundText {
  readonly text: TextLayout;
  readonly decimal: "." | ",";
  readonly isHeaderInDoubt: boolean;
  /** Units in a row below the names, by place. */
  readonly units?: readonly string[];
  /** The ends of the first row, if it rises as times do. */
  readonly firstTimes?: Interval;
}

/** The place of a table among rows of cells, and the sheets beside it. */
export interface FoundRows {
  readonly layout: RowsLayout;
  readonly isHeaderInDoubt: boolean;
  /** Units in a row below the names, by place. */
  readonly units?: readonly string[];
  /** The names of all sheets of a workbook; none for another file. */
  readonly sheets: readonly string[];
}

/** A table from named columns of numbers, or of text, without missing values. */
export function tableOf(
  columns: readonly { readonly name: string; readonly values: Float64Array | readonly string[] }[],
): Table {
  return {
    columns: columns.map(({ name, values }) => {
      if (values instanceof Float64Array) return { name, values, missingCount: 0 };
      const names = [...new Set(values)];
      const codeOf = new Map(names.map((text, code) => [text, code]));
      const codes = Int32Array.from(values, (text) => codeOf.get(text)!);
      return {
        name,
        values: new Float64Array(values.length).fill(NaN),
        missingCount: values.length,
        categories: { names, codes },
      };
    }),
    rowCount: columns[0]?.values.length ?? 0,
    notices: [],
  };
}
