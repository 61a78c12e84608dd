import { rowNamesColumn } from "../cells/blankLines.ts";

/** Rows of a file whose columns are records, held until the last. */
interface TurnedRows {
  readonly take: (row: readonly string[]) => void;
  /** Cells of each row; 0 while unknown. Without names each cell below the preamble is a record's. */
  readonly recordWidth: () => number;
  /** Columns as rows, as many as the first row has. Absent cells are "", further ones are ignored. */
  readonly finish: () => readonly (readonly string[])[];
}

interface TurnedLayout {
  readonly preamble: number;
  readonly hasHeader: boolean;
  readonly rowNames?: true;
  readonly delimiter: string;
}

/**
 * No rows yet. A cell's row follows from its place alone.
 *
 * @param isBlank true for a blank line, which is left out
 * @param onCells called with the number of cells so far
 */
export function turnedRows(
  { preamble, hasHeader, rowNames, delimiter }: TurnedLayout,
  isBlank: (row: readonly string[]) => boolean,
  onCells: (count: number) => void,
): TurnedRows {
  const rows: (readonly string[])[] = [];
  let preambleLeft = preamble;
  let cells = 0;
  const isLacking = () => rows.length === 0 && rowNames === true && delimiter !== " ";
  return {
    take: (row) => {
      if (preambleLeft > 0) preambleLeft--;
      else if (!isBlank(row)) {
        onCells((cells += row.length));
        rows.push(isLacking() ? [rowNamesColumn, ...row] : row);
      }
    },
    recordWidth: () => (preambleLeft > 0 ? 0 : hasHeader && !isLacking() ? (rows[0]?.length ?? 0) : 1),
    finish: () => Array.from({ length: rows[0]?.length ?? 0 }, (_, j) => rows.map((row) => row[j] ?? "")),
  };
}
