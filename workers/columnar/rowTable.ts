import { defined } from "../../src/core/defined.ts";
import { typedLayout } from "../../src/core/tables/dialect.ts";
import { headLength, namesOf } from "../../src/core/tables/head/headRows.ts";
import type { RowsLayout } from "../../src/core/tables/schema.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import type { ColumnarFile } from "./columnarFile.ts";
import { fitting, heldColumns, type HeldCell } from "./heldCells.ts";
import { heldTable } from "./heldTable.ts";

/** Rows of cells; the first may name the columns. */
export interface RowTable {
  take(row: readonly HeldCell[]): void;
  /** Under a schema further cells are ignored. */
  readonly isDeclared: boolean;
  /** @throws {ParameterError} for less than two rows */
  finish(file: Blob, notices: readonly string[]): ColumnarFile;
}

/** Rows that tell the layout. */
const rowsLookedAt = 50;

/**
 * Under a schema the layout does not depend on the rows.
 *
 * @param named columns named beside the rows
 * @param sheets a workbook's, and the one that is read
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
  /** Width under a schema: that of names and declared places. */
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

/** Place, from 1, in the name of a column without one of its own; else 0. */
function placeIn(name: string): number {
  return Math.min(Number(/^column (\d{1,5})$/.exec(name)?.[1] ?? 0), tableLimits.columns);
}

function textOf(cell: HeldCell): string {
  if (cell === null) return "";
  return cell instanceof Date ? cell.toISOString().slice(0, 19) : String(cell).trim();
}
