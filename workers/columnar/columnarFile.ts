import { typedColumn } from "../../src/core/tables/columnOfCells.ts";
import { readCell } from "../../src/core/tables/cells/columnFormat.ts";
import type { ColumnFormat, ColumnType } from "../../src/core/tables/cells/columnFormat.ts";
import { isMissing } from "../../src/core/tables/cells/missingCell.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { refusal } from "../../src/core/tables/refusal.ts";
import type { UnreadCells } from "../../src/core/tables/cells/scannedCells.ts";
import type { Table } from "../../src/core/tables/table.ts";
import { tooLarge } from "../../src/core/tables/fileRefusals.ts";
import { tableLimits } from "../../src/core/tables/tableLimits.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { textKey } from "../../src/core/tables/cells/textKey.ts";
import { ParameterError } from "../../src/core/errors.ts";
import { countText } from "../../src/core/numberFormats.ts";
import type { Progress } from "../messages/jobs.ts";
import { digestOfBytes } from "../files/largeFile.ts";
import type { LargeFile } from "../files/largeFile.ts";

export const rowsAtOnce = 100_000;
const rowsGlimpsed = 10_000;

/** Cells of columns in consecutive rows, column by column; numbers alone as `Float64Array`. */
export interface ColumnBlock {
  readonly cells: readonly ArrayLike<unknown>[];
  readonly rows: number;
}

interface ColumnSource {
  readonly file: Blob;
  readonly names: readonly string[];
  /** Column types that the file declares and its cells cannot show. */
  readonly declared?: ReadonlyMap<string, ColumnType>;
  readonly rowCount: number;
  readonly notices: readonly string[];
  /** The first `end` rows of columns, at most `rowsAtOnce` in a block. */
  blocks(names: readonly string[], end: number): AsyncIterable<ColumnBlock>;
  /** All rows of columns, in the blocks of the file; absent if `blocks` gives the same. */
  wholeBlocks?(names: readonly string[]): AsyncIterable<ColumnBlock>;
}

export interface ColumnarFile {
  readonly cellCount: number;
  /**
   * Its flat columns of numbers, dates, truth values and texts, or the named ones. It is read in blocks of rows, so
   * that
   * memory holds little more than the numbers.
   *
   * @throws {ParameterError} naming "file", if it is damaged, too large, or packed in an unsupported way
   */
  table(how: {
    readonly reading: TableReading;
    readonly checkpoint: () => Promise<void>;
    readonly progress: Progress;
    readonly only?: ReadonlySet<string>;
  }): Promise<Table>;
  large(reading: TableReading): Promise<LargeFile>;
}

/** @throws {ParameterError} naming "file", if it has less than two rows */
export function columnarFile(source: ColumnSource): ColumnarFile {
  const { file, names: all, declared, rowCount } = source;
  if (!(rowCount >= 2)) throw refusal("file", `${rowCount} rows`, "a table with at least two rows of numbers");

  const tableOf = async (
    names: readonly string[],
    { reading, end, each }: { reading: TableReading; end: number; each: (row: number) => Promise<void> },
  ): Promise<Table> => {
    const columns = names.map((name) =>
      typedColumn(name, end, reading.types?.[all.indexOf(name)] ?? declared?.get(name)),
    );
    let row = 0;
    for await (const { cells, rows } of source.blocks(names, end)) {
      columns.forEach((column, k) => column.add(cells[k]!));
      await each((row += rows));
    }
    return { columns: columns.map((column) => column.finish()), rowCount: end, notices: source.notices };
  };

  return {
    cellCount: rowCount * all.length,
    table: ({ reading, checkpoint, progress, only }) => {
      const names = all.filter((name) => !only || only.has(name));
      if (rowCount > tableLimits.rows || rowCount * names.length > tableLimits.cells) {
        throw tooLarge(tableLimits, `${countText(rowCount)} rows of ${names.length} columns`);
      }
      const each = async (row: number) => {
        progress(row / rowCount);
        await checkpoint();
      };
      return tableOf(names, { reading, end: rowCount, each });
    },
    large: async (reading) => {
      const beginning = await tableOf(all, {
        reading,
        end: Math.min(rowCount, rowsGlimpsed),
        each: () => Promise.resolve(),
      });
      const formats = new Map(beginning.columns.map((column) => [column.name, column.reading!.format]));
      const outline = { ...outlineOf(beginning), rowCount, large: { bytes: file.size, isEstimated: false } };
      return {
        outline,
        scan: async ({ columns, take }, checkpoint, progress) => {
          const unread = columns.map((): { count: number; first: string } => ({ count: 0, first: "" }));
          const readers = columns.map(({ name, asKey }, k) => {
            const format = formats.get(name);
            if (!format) throw new ParameterError("column", name, "a column of the table");
            return cellReader(format, asKey, unread[k]!);
          });
          const names = columns.map(({ name }) => name);
          let values = new Float64Array(0);
          let read = 0;
          for await (const block of source.wholeBlocks?.(names) ?? source.blocks(names, rowCount)) {
            for (let from = 0; from < block.rows; from += rowsAtOnce) {
              const rows = Math.min(block.rows, from + rowsAtOnce) - from;
              if (values.length < rows * names.length) values = new Float64Array(rows * names.length);
              fill(values, block.cells, readers, from, rows);
              take(values, rows);
              await checkpoint();
            }
            progress((read += block.rows) / rowCount);
            await checkpoint();
          }
          return unread satisfies readonly UnreadCells[];
        },
        digest: (sha256) => digestOfBytes(file, sha256),
      };
    },
  };
}

type CellReader = (cell: unknown) => number;

function fill(
  values: Float64Array,
  cells: readonly ArrayLike<unknown>[],
  readers: readonly CellReader[],
  from: number,
  rows: number,
): void {
  const width = cells.length;
  cells.forEach((column, k) => {
    const read = readers[k]!;
    if (column instanceof Float64Array) for (let i = 0; i < rows; i++) values[i * width + k] = column[from + i]!;
    else for (let i = 0; i < rows; i++) values[i * width + k] = read(column[from + i]);
  });
}

const dayMilliseconds = 86_400_000;

/** The number of a typed cell, as in `typedColumn`; texts are read in the format of the file's beginning. */
function cellReader(format: ColumnFormat, asKey: boolean, unread: { count: number; first: string }): CellReader {
  return (cell) => {
    if (typeof cell === "number") return cell;
    if (typeof cell === "bigint") return Number(cell);
    if (cell instanceof Date) return cell.getTime() / dayMilliseconds;
    if (typeof cell !== "string" && typeof cell !== "boolean") return NaN;
    const text = String(cell).trim();
    const value = readCell(text, format);
    if (!Number.isNaN(value) || isMissing(text)) return value;
    if (asKey) return textKey(text);
    if (unread.count++ === 0) unread.first = text.slice(0, 40);
    return NaN;
  };
}
