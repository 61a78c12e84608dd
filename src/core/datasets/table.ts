/** A column of numbers, as read. */
export interface Column {
  readonly name: string;
  /** One value per row; NaN where the cell is missing or is not a finite number. */
  readonly values: Float64Array;
  readonly missingCount: number;
  /** The first cell that is neither missing nor a finite number, if there is one. */
  readonly firstProblem?: { readonly row: number; readonly text: string };
}

/** A table of columns of equal length. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rowCount: number;
  /** What was noticed while reading, in sentences. */
  readonly notices: readonly string[];
}

/** A table from named columns without missing values. */
export function tableOf(columns: readonly { readonly name: string; readonly values: Float64Array }[]): Table {
  return {
    columns: columns.map((column) => ({ ...column, missingCount: 0 })),
    rowCount: columns[0]?.values.length ?? 0,
    notices: [],
  };
}
