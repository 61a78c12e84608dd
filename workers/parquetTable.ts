import { decompress } from "fzstd";
import { parquetMetadataAsync, parquetRead, parquetSchema } from "hyparquet";
import { typedColumn } from "../src/core/datasets/columnOfCells.ts";
import { refusal } from "../src/core/datasets/refusal.ts";
import type { Table } from "../src/core/datasets/table.ts";
import { tableLimits } from "../src/core/datasets/tableReader.ts";
import type { TableReading } from "../src/core/datasets/tableReader.ts";
import type { Progress } from "./jobs.ts";

const rowsAtOnce = 100_000;

/**
 * The table of a Parquet file: its flat columns of numbers, dates, truth values and texts. Read in groups of rows, so
 * that little more than the numbers is held.
 *
 * @throws {ParameterError} naming "file", if it is damaged, too large, or packed in a way that is not read here
 */
export async function readParquet(
  file: Blob,
  reading: TableReading,
  checkpoint: () => Promise<void>,
  progress: Progress,
): Promise<Table> {
  const buffer = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(buffer).catch(() => {
    throw refusal("file", "a Parquet file whose end is damaged", "whole");
  });
  const flat = parquetSchema(metadata).children.filter(({ children }) => children.length === 0);
  const names = flat.map(({ element }) => element.name);
  const rowCount = Number(metadata.num_rows);
  if (rowCount < 2) throw refusal("file", `${rowCount} rows`, "a table with at least two rows of numbers");
  if (rowCount > tableLimits.rows || rowCount * names.length > tableLimits.cells) {
    throw refusal(
      "file",
      `${rowCount.toLocaleString("en")} rows of ${names.length} columns`,
      `a table of at most ${tableLimits.rows.toLocaleString("en")} rows and ${tableLimits.cells.toLocaleString("en")} cells; count larger ones where they are, or keep only the columns that are needed`,
    );
  }
  const columns = names.map((name, j) => typedColumn(name, rowCount, reading.types?.[j]));
  for (let start = 0; start < rowCount; start += rowsAtOnce) {
    const end = Math.min(rowCount, start + rowsAtOnce);
    await parquetRead({
      file: buffer,
      metadata,
      columns: names,
      rowStart: start,
      rowEnd: end,
      compressors: { ZSTD: (input, length) => decompress(input, new Uint8Array(length)) },
      onComplete: (rows: unknown[][]) => columns.forEach((column, j) => column.add(rows.map((row) => row[j]))),
    }).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw refusal(
        "file",
        `a Parquet file that cannot be read (${reason})`,
        "packed by Snappy, Zstandard or not at all",
      );
    });
    progress(end / rowCount);
    await checkpoint();
  }
  const nested = parquetSchema(metadata).children.length - flat.length;
  const notices = nested > 0 ? [`${nested} nested column${nested === 1 ? " was" : "s were"} left out.`] : [];
  return { columns: columns.map((column) => column.finish()), rowCount, notices };
}
