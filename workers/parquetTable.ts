import { decompress } from "fzstd";
import { parquetMetadataAsync, parquetRead, parquetSchema } from "hyparquet";
import type { RowGroup } from "hyparquet";
import { typedColumn } from "../src/core/datasets/columnOfCells.ts";
import { readCell } from "../src/core/datasets/columnFormat.ts";
import type { ColumnFormat } from "../src/core/datasets/columnFormat.ts";
import { isMissing } from "../src/core/datasets/missingCell.ts";
import { outlineOf } from "../src/core/datasets/outline.ts";
import { refusal } from "../src/core/datasets/refusal.ts";
import type { UnreadCells } from "../src/core/datasets/rowScan.ts";
import type { Table } from "../src/core/datasets/table.ts";
import { tableLimits } from "../src/core/datasets/tableReader.ts";
import type { TableReading } from "../src/core/datasets/tableReader.ts";
import { textKey } from "../src/core/datasets/textKey.ts";
import { ParameterError } from "../src/core/errors.ts";
import { countText } from "../src/core/numberFormats.ts";
import type { Progress } from "./jobs.ts";
import { digestOfBytes } from "./largeFile.ts";
import type { LargeFile } from "./largeFile.ts";
import { plainDoubles } from "./parquetDoubles.ts";
import { unpackSnappy } from "./snappy.ts";

const unpackers = {
  ZSTD: (input: Uint8Array, length: number) => decompress(input, new Uint8Array(length)),
  SNAPPY: unpackSnappy,
};
const rowsAtOnce = 100_000;
const rowsGlimpsed = 10_000;

/** A Parquet file of which only the end was read, which says what is in it. */
export interface OpenParquet {
  readonly cellCount: number;
  /**
   * Its flat columns of numbers, dates, truth values and texts, or those that are named. Read in groups of rows, so that
   * little more than the numbers is held.
   *
   * @throws {ParameterError} naming "file", if it is damaged, too large, or packed in a way that is not read here
   */
  table(how: {
    readonly reading: TableReading;
    readonly checkpoint: () => Promise<void>;
    readonly progress: Progress;
    readonly only?: ReadonlySet<string>;
  }): Promise<Table>;
  /** The file as one that is not held. */
  large(reading: TableReading): Promise<LargeFile>;
}

/** @throws {ParameterError} naming "file", if its end is damaged or it has less than two rows */
export async function openParquet(file: Blob): Promise<OpenParquet> {
  const buffer = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(buffer).catch(() => {
    throw refusal("file", "a Parquet file whose end is damaged", "whole");
  });
  const { children } = parquetSchema(metadata);
  const flat = children.filter((child) => child.children.length === 0);
  const all = flat.map(({ element }) => element.name);
  const rowCount = Number(metadata.num_rows);
  if (!(rowCount >= 2)) throw refusal("file", `${rowCount} rows`, "a table with at least two rows of numbers");

  /** The cells of columns in some rows, column by column. */
  const cellsOf = async (names: readonly string[], rowStart: number, rowEnd: number): Promise<ArrayLike<unknown>[]> => {
    const found = names.map((): unknown[] | ArrayLike<unknown> => []);
    const places = new Map(names.map((name, k) => [name, k]));
    const filled = names.map(() => 0);
    await parquetRead({
      ...{ file: buffer, metadata, columns: [...places.keys()], rowStart, rowEnd },
      compressors: unpackers,
      onChunk: ({ columnName, columnData, rowStart: first }) => {
        const k = places.get(columnName)!;
        const begin = Math.max(0, rowStart - first);
        const end = Math.min(columnData.length, rowEnd - first);
        if (begin === 0 && end === rowEnd - rowStart && filled[k] === 0) found[k] = columnData;
        else for (let i = begin; i < end; i++) (found[k] as unknown[])[first + i - rowStart] = columnData[i];
        filled[k]! += end - begin;
      },
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw refusal(
        "file",
        `a Parquet file that cannot be read (${reason})`,
        "packed by Snappy, Zstandard or not at all",
      );
    });
    if (filled.some((count) => count !== rowEnd - rowStart))
      throw refusal("file", "a Parquet file whose columns are of different lengths", "whole");
    return names.map((name) => found[places.get(name)!]!);
  };

  /** The values of a column in a group of rows, where they can be copied. */
  const doublesOf = async (name: string, group: RowGroup, rows: number) => {
    const element = flat.find((child) => child.element.name === name)?.element;
    const chunk = group.columns.find(({ meta_data: meta }) => meta?.path_in_schema.join() === name)?.meta_data;
    return element && chunk && plainDoubles(file, chunk, element, rows, unpackers);
  };

  const tableOf = async (
    names: readonly string[],
    { reading, end, each }: { reading: TableReading; end: number; each: (row: number) => Promise<void> },
  ): Promise<Table> => {
    const columns = names.map((name) => typedColumn(name, end, reading.types?.[all.indexOf(name)]));
    for (let start = 0; start < end; start += rowsAtOnce) {
      const next = Math.min(end, start + rowsAtOnce);
      const cells = await cellsOf(names, start, next);
      columns.forEach((column, k) => column.add(cells[k]!));
      await each(next);
    }
    const nested = children.length - flat.length;
    const notices = nested > 0 ? [`${nested} nested column${nested === 1 ? " was" : "s were"} left out.`] : [];
    return { columns: columns.map((column) => column.finish()), rowCount: end, notices };
  };

  return {
    cellCount: rowCount * all.length,
    table: ({ reading, checkpoint, progress, only }) => {
      const names = all.filter((name) => !only || only.has(name));
      if (rowCount > tableLimits.rows || rowCount * names.length > tableLimits.cells) {
        throw refusal(
          "file",
          `${countText(rowCount)} rows of ${names.length} columns`,
          `a table of at most ${countText(tableLimits.rows)} rows and ${countText(tableLimits.cells)} cells; count larger ones where they are, or keep only the columns that are needed`,
        );
      }
      const each = async (row: number) => {
        progress(row / rowCount);
        await checkpoint();
      };
      return tableOf(names, { reading, end: rowCount, each });
    },
    large: async (reading) => {
      const beginning = await tableOf(all, {
        ...{ reading, end: Math.min(rowCount, rowsGlimpsed) },
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
          let start = 0;
          for (const group of metadata.row_groups) {
            const end = start + Number(group.num_rows);
            const plain = await Promise.all(names.map((name) => doublesOf(name, group, end - start)));
            const others = names.filter((_, k) => !plain[k]);
            const slow = others.length === 0 ? [] : await cellsOf(others, start, end);
            const cells = names.map((name, k) => plain[k] ?? slow[others.indexOf(name)]!);
            for (let from = start; from < end; from += rowsAtOnce) {
              const rows = Math.min(end, from + rowsAtOnce) - from;
              if (values.length < rows * names.length) values = new Float64Array(rows * names.length);
              fill(values, cells, readers, from - start, rows);
              take(values, rows);
              await checkpoint();
            }
            start = end;
            progress(start / rowCount);
            await checkpoint();
          }
          return unread satisfies readonly UnreadCells[];
        },
        digest: () => digestOfBytes(file),
      };
    },
  };
}

type CellReader = (cell: unknown) => number;

/** Writes some rows of columns of cells, as numbers, one row after the other. */
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

/** The number of a cell with a type of its own, as `typedColumn` has it; texts are read in the format of the beginning. */
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
