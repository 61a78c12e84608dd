import type { Interval } from "../grids.ts";
import type { ColumnFormat, ColumnKind } from "./cells/columnFormat.ts";
import type { RowsLayout, SchemaColumn, TableSchema, TextLayout } from "./schema.ts";

/** Different texts of a column; numbers among them are texts. */
export interface Categories {
  /** By first appearance. */
  readonly names: readonly string[];
  /** Index of a row's name; −1 where missing. Shape (rowCount,). */
  readonly codes: Int32Array;
}

/** Column of numbers, or of text, as read. */
export interface Column {
  readonly name: string;
  /** Absent for columns that are not of a file. */
  readonly reading?: ColumnReading;
  /** Its declaration before its cells were read; absent if cells say it. */
  readonly declared?: SchemaColumn;
  /** Unit of a column that is not of a file; "" or absent if unknown. */
  readonly unit?: string;
  /** One value per row; NaN where missing or no finite number. */
  readonly values: Float64Array;
  readonly missingCount: number;
  /** First cell that is neither missing nor a finite number. */
  readonly firstProblem?: { readonly row: number; readonly text: string };
  /** Where a cell is neither missing nor a number, with at most 1000 different texts. */
  readonly categories?: Categories;
  /** The same beyond 1000 different texts, which are not listed. */
  readonly texts?: Categories;
  /** Digits of whole numbers from 2⁵³ on, which may share a double, by row from 0; absent for none. */
  readonly digits?: ReadonlyMap<number, string>;
}

interface ColumnReading {
  readonly format: ColumnFormat;
  readonly kind: ColumnKind;
  /** Cells that are neither missing nor read, and the first three different ones. */
  readonly unread: { readonly count: number; readonly examples: readonly string[] };
  /** Cells beyond a limit, and the first three different ones; absent for none. */
  readonly limits?: { readonly count: number; readonly examples: readonly string[] };
  /** Units of numbers among these; absent for none. */
  readonly otherUnits?: readonly string[];
  readonly hasZones?: true;
  readonly converted?: { readonly count: number; readonly examples: readonly string[] };
  /** Cells that the whole column left ambiguous, and the reading of the first. */
  readonly ambiguous?: { readonly text: string; readonly value: number };
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** Remarks about the reading, in sentences. */
  readonly notices: readonly string[];
  /** The declared schema that it was read by, if any. */
  readonly schema?: TableSchema;
  /** Suggested by the file's beginning, for a proposal. */
  readonly found?: FoundText;
  /** Suggested by typed rows, for a proposal. */
  readonly foundRows?: FoundRows;
}

/** Layout of a file of text, and doubts about it. */
interface FoundText {
  readonly text: TextLayout;
  readonly decimal: "." | ",";
  readonly isHeaderInDoubt: boolean;
  readonly units?: readonly string[];
  /** Ends of the first row, if it rises as times do. */
  readonly firstTimes?: Interval;
}

export interface FoundRows {
  readonly layout: RowsLayout;
  readonly isHeaderInDoubt: boolean;
  readonly units?: readonly string[];
  /** Sheets of a workbook; none for another file. */
  readonly sheets: readonly string[];
}

/** Table from named columns of numbers or text, without missing values. */
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
