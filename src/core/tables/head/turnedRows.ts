/** The rows of a file whose columns are records, held until the last one. */
interface TurnedRows {
  readonly take: (row: readonly string[]) => void;
  /** The columns of the file as rows: of as many as its first row has. Absent cells are "", further ones are ignored. */
  readonly finish: () => readonly (readonly string[])[];
}

/**
 * No rows yet. Which cells of a column of the file become a row follows from their places alone.
 *
 * @param preamble number of rows before the table
 * @param isBlank true for the row of a blank line, which is left out
 * @param onCells called with the number of cells so far
 */
export function turnedRows(
  preamble: number,
  isBlank: (row: readonly string[]) => boolean,
  onCells: (count: number) => void,
): TurnedRows {
  const rows: (readonly string[])[] = [];
  let preambleLeft = preamble;
  let cells = 0;
  return {
    take: (row) => {
      if (preambleLeft > 0) preambleLeft--;
      else if (!isBlank(row)) {
        onCells((cells += row.length));
        rows.push(row);
      }
    },
    finish: () => Array.from({ length: rows[0]?.length ?? 0 }, (_, j) => rows.map((row) => row[j] ?? "")),
  };
}
