import { parquetMetadataAsync, parquetRead, parquetSchema, type RowGroup } from "hyparquet";
import { refusal } from "../../src/core/tables/refusal.ts";
import { columnarFile, rowsAtOnce, type ColumnarFile } from "./columnarFile.ts";
import { plainDoubles } from "./parquetDoubles.ts";
import { unpackSnappy } from "./snappy.ts";
import { unpackZstd } from "./zstd.ts";

const unpackers = { ZSTD: unpackZstd, SNAPPY: unpackSnappy };

/**
 * Opens a Parquet file and reads the metadata at its end.
 *
 * @throws {ParameterError} naming "file", if its end is damaged or it has less than two rows
 */
export async function openParquet(file: Blob): Promise<ColumnarFile> {
  const buffer = {
    byteLength: file.size,
    slice: (start: number, end?: number) => file.slice(start, end).arrayBuffer(),
  };
  const metadata = await parquetMetadataAsync(buffer).catch(() => {
    throw refusal("file", "a Parquet file whose end is damaged", "whole");
  });
  const { children } = parquetSchema(metadata);
  const flat = children.filter((child) => child.children.length === 0);
  const nested = children.length - flat.length;

  const cellsOf = async (names: readonly string[], rowStart: number, rowEnd: number): Promise<ArrayLike<unknown>[]> => {
    const found = names.map((): unknown[] | ArrayLike<unknown> => []);
    const places = new Map(names.map((name, k) => [name, k]));
    const filled = names.map(() => 0);
    await parquetRead({
      file: buffer,
      metadata,
      columns: [...places.keys()],
      rowStart,
      rowEnd,
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

  const doublesOf = async (name: string, group: RowGroup, rows: number) => {
    const element = flat.find((child) => child.element.name === name)?.element;
    const chunk = group.columns.find(({ meta_data: meta }) => meta?.path_in_schema.join() === name)?.meta_data;
    return element && chunk && plainDoubles(file, chunk, element, rows, unpackers);
  };

  return columnarFile({
    file,
    names: flat.map(({ element }) => element.name),
    rowCount: Number(metadata.num_rows),
    notices: nested > 0 ? [`${nested} nested column${nested === 1 ? " was" : "s were"} left out.`] : [],
    blocks: async function* (names, end) {
      for (let start = 0; start < end; start += rowsAtOnce) {
        const next = Math.min(end, start + rowsAtOnce);
        yield { cells: await cellsOf(names, start, next), rows: next - start };
      }
    },
    wholeBlocks: async function* (names) {
      let start = 0;
      for (const group of metadata.row_groups) {
        const rows = Number(group.num_rows);
        const plain = await Promise.all(names.map((name) => doublesOf(name, group, rows)));
        const others = names.filter((_, k) => !plain[k]);
        const slow = others.length === 0 ? [] : await cellsOf(others, start, start + rows);
        yield { cells: names.map((name, k) => plain[k] ?? slow[others.indexOf(name)]!), rows };
        start += rows;
      }
    },
  });
}
