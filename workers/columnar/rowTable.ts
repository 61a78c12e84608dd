import { defined } from "../../src/core/defined.ts";
import { typedLayout } from "../../src/core/tables/dialect.ts";
import { headLength, namesOf } from "../../src/core/tables/head/headRows.ts";
import type { RowsLayout } from "../../src/core/tables/schema.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import type { ColumnarFile } from "./columnarFile.ts";
import { heldColumns, type HeldCell } from "./heldCells.ts";
import { heldTable } from "./heldTable.ts";

/** A table that grows by rows of cells, of which the first may have the names of the columns. */
export interface RowTable {
  take(row: readonly HeldCell[]): void;
  /**
   * The table of all rows that were taken.
   *
   * @param names of the columns, where the file says them beside the rows
   * @throws {ParameterError} naming "file", if it has less than two rows
   */
  finish(file: Blob, notices: readonly string[], names?: readonly string[]): ColumnarFile;
}

/** Rows by which the layout is told. */
const rowsLookedAt = 50;

/**
 * A table of no rows. By a declared schema its layout is that of the schema, whatever is in its rows.
 *
 * @param isNamed whether the file names the columns beside the rows
 * @param sheets the names of a workbook's sheets, and of the one that is read
 */
export function rowTable(
  reading: TableReading,
  isNamed: boolean,
  { sheet, sheets = [] }: { readonly sheet?: string; readonly sheets?: readonly string[] } = {},
): RowTable {
  const cells = heldColumns();
  const first: (readonly HeldCell[])[] = [];
  let titles: readonly string[] = [];
  let units: readonly string[] | undefined;
  let layout: RowsLayout | undefined;
  let isHeaderInDoubt = false;
  let row = 0;
  let width = 0;

  const settle = () => {
    const texts = first.map((each) => each.map(textOf));
    const found = typedLayout(texts, reading);
    const declared = reading.schema && (reading.schema.rows ?? { preamble: 0, header: true });
    const place: Omit<RowsLayout, "sheet"> = isNamed ? { preamble: 0, header: false } : (declared ?? found);
    const { preamble, header, below } = place;
    isHeaderInDoubt = !declared && reading.header === undefined && found.isHeaderInDoubt;
    if (!declared) units = found.units;
    layout = { preamble, header, ...defined({ below, sheet }) };
    const records = preamble + headLength(layout);
    titles = header ? namesOf(texts.slice(preamble, records), below) : [];
    first.splice(0).slice(records).forEach(add);
  };
  const add = (taken: readonly HeldCell[]) => {
    width = Math.max(width, taken.length);
    taken.forEach((cell, column) => {
      if (cell !== null) cells.set(column, row, cell);
    });
    row++;
  };

  return {
    take: (taken) => {
      if (layout) add(taken);
      else if (first.push(taken) === rowsLookedAt) settle();
    },
    finish: (file, notices, names) => {
      if (!layout) settle();
      const { preamble } = layout!;
      const named = names ?? titles;
      const count = Math.max(width, named.length);
      return heldTable({
        ...{ file, cells, rowCount: row },
        names: Array.from({ length: count }, (_, column) => named[column] ?? ""),
        ...(!isNamed && { rows: { layout: layout!, isHeaderInDoubt, sheets, ...defined({ units }) } }),
        notices: [
          ...(preamble === 0
            ? []
            : [`${preamble === 1 ? "A row stands" : `${preamble} rows stand`} before the table.`]),
          ...notices,
        ],
      });
    },
  };
}

/** A cell as the text that it would be. */
function textOf(cell: HeldCell): string {
  if (cell === null) return "";
  return cell instanceof Date ? cell.toISOString().slice(0, 19) : String(cell).trim();
}
