import { defined } from "../../src/core/defined.ts";
import { typedLayout } from "../../src/core/tables/dialect.ts";
import { headLength, namesOf } from "../../src/core/tables/head/headRows.ts";
import type { RowsLayout } from "../../src/core/tables/schema.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import type { ColumnarFile } from "./columnarFile.ts";
import { fitting, heldColumns, type HeldCell } from "./heldCells.ts";
import { heldTable } from "./heldTable.ts";

/** A table that grows by rows of cells, of which the first may have the names of the columns. */
export interface RowTable {
  take(row: readonly HeldCell[]): void;
  /** True under a schema: cells beyond those that it reads are ignored. */
  readonly isDeclared: boolean;
  /**
   * The table of all rows that were taken.
   *
   * @throws {ParameterError} naming "file", if it has less than two rows
   */
  finish(file: Blob, notices: readonly string[]): ColumnarFile;
}

/** Rows by which the layout is told. */
const rowsLookedAt = 50;

/**
 * A table of no rows. By a declared schema its layout is that of the schema, whatever is in its rows.
 *
 * @param named the columns, where the file names them beside the rows
 * @param sheets the names of a workbook's sheets, and of the one that is read
 */
export function rowTable(
  reading: TableReading,
  named: readonly string[] | undefined,
  { sheet, sheets = [] }: { readonly sheet?: string; readonly sheets?: readonly string[] } = {},
): RowTable {
  const cells = heldColumns();
  const first: (readonly HeldCell[])[] = [];
  const { schema } = reading;
  let titles: readonly string[] = [];
  /** Cells of a row that are read: under a schema as many as names and declared places, whatever any row has. */
  let most = Infinity;
  let units: readonly string[] | undefined;
  let layout: RowsLayout | undefined;
  let isHeaderInDoubt = false;
  let row = 0;
  let width = 0;

  const settle = () => {
    const texts = first.map((each) => each.map(textOf));
    const declared = named ? { preamble: 0, header: false } : schema && (schema.rows ?? { preamble: 0, header: true });
    const found = declared ? undefined : typedLayout(texts, reading);
    const { preamble, header, below }: Omit<RowsLayout, "sheet"> = declared ?? found!;
    isHeaderInDoubt = reading.header === undefined && found?.isHeaderInDoubt === true;
    units = found?.units;
    layout = { preamble, header, ...defined({ below, sheet }) };
    const records = preamble + headLength(layout);
    titles = named ?? (header ? namesOf(texts.slice(preamble, records), below) : []);
    if (schema) width = most = Math.max(titles.length, ...schema.columns.map(({ name }) => placeIn(name)));
    first.splice(0).slice(records).forEach(add);
  };
  const add = (taken: readonly HeldCell[]) => {
    if (!schema) width = Math.max(width, taken.length);
    taken.forEach((given, column) => {
      const cell = schema ? fitting(given) : given;
      if (cell !== null && column < most) cells.set(column, row, cell);
    });
    row++;
  };

  return {
    take: (taken) => {
      if (layout) add(taken);
      else if (first.push(taken) === rowsLookedAt) settle();
    },
    isDeclared: schema !== undefined,
    finish: (file, notices) => {
      if (!layout) settle();
      const { preamble } = layout!;
      const count = Math.max(width, titles.length);
      return heldTable({
        ...{ file, cells, rowCount: row },
        names: Array.from({ length: count }, (_, column) => titles[column] ?? ""),
        ...(!named && { rows: { layout: layout!, isHeaderInDoubt, sheets, ...defined({ units }) } }),
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

/** The place, from 1, in the name of a column without one of its own; 0 for any other name. */
function placeIn(name: string): number {
  return Math.min(Number(/^column (\d{1,5})$/.exec(name)?.[1] ?? 0), tableLimits.columns);
}

/** A cell as the text that it would be. */
function textOf(cell: HeldCell): string {
  if (cell === null) return "";
  return cell instanceof Date ? cell.toISOString().slice(0, 19) : String(cell).trim();
}
