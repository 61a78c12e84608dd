import { columnNames } from "../../src/core/tables/growingTable.ts";
import { columnarFile, rowsAtOnce, type ColumnarFile, type ColumnBlock, type ColumnSource } from "./columnarFile.ts";
import type { HeldColumns } from "./heldCells.ts";

interface HeldTable extends Pick<ColumnSource, "file" | "rowCount" | "notices" | "rows"> {
  readonly cells: HeldColumns;
  /** "" for none. */
  readonly names: readonly string[];
  /** Places of columns among cells; all in order if absent. */
  readonly places?: readonly number[];
}

/** @throws {ParameterError} for less than two rows */
export function heldTable({
  file,
  cells,
  names: given,
  places,
  rowCount,
  notices,
  rows: foundRows,
}: HeldTable): ColumnarFile {
  const further: string[] = [];
  const names = columnNames(given, further);
  const placeOf = new Map(names.map((name, k) => [name, places?.[k] ?? k]));
  return columnarFile({
    file,
    names,
    rowCount,
    notices: [...notices, ...further],
    ...(foundRows ? { rows: foundRows } : { isNamedByRecords: true }),
    blocks: async function* (wanted, end): AsyncGenerator<ColumnBlock> {
      for (let start = 0; start < end; start += rowsAtOnce) {
        const next = Math.min(end, start + rowsAtOnce);
        yield await Promise.resolve({
          cells: wanted.map((name) => cells.slice(placeOf.get(name) ?? cells.columnCount(), start, next)),
          rows: next - start,
        });
      }
    },
  });
}
