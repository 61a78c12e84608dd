import { parquetHeader } from "hyparquet/src/column.js";
import type { RowGroup } from "hyparquet";
import { refusal } from "../../src/core/tables/refusal.ts";

type Slice = (start: number, end?: number) => Promise<ArrayBuffer>;

/**
 * A reader of parts of a Parquet file which looks at the pages of whole columns before they are decoded: a page of a few
 * bytes can announce more values than memory holds.
 *
 * @param read the columns that are read, by name
 * @throws {ParameterError} from the reader, naming "file", if a page has more values than its group has rows
 */
export function pageChecks(groups: readonly RowGroup[], read: ReadonlyMap<string, unknown>, slice: Slice): Slice {
  const chunks = groups.flatMap(({ columns, num_rows: rows }) =>
    columns.flatMap(({ meta_data: chunk }) => {
      // Lists, which are not read, have any number of values.
      if (!chunk || !read.has(chunk.path_in_schema.join("."))) return [];
      const first = Number(chunk.dictionary_page_offset ?? chunk.data_page_offset);
      return [{ start: first, end: first + Number(chunk.total_compressed_size), rows: Number(rows) }];
    }),
  );
  return async (start, end) => {
    const bytes = await slice(start, end);
    for (const chunk of chunks) {
      if (chunk.start < start || chunk.end > start + bytes.byteLength) continue;
      checkPages(new DataView(bytes, chunk.start - start, chunk.end - chunk.start), chunk.rows);
    }
    return bytes;
  };
}

function checkPages(view: DataView, rows: number): void {
  const reader = { view, offset: 0 };
  let read = 0;
  while (read < rows && reader.offset < view.byteLength - 1) {
    const header = parquetHeader(reader);
    const { data_page_header: page, data_page_header_v2: second, dictionary_page_header: dictionary } = header;
    const values = (page ?? second ?? dictionary)?.num_values ?? 0;
    const isDictionary = page === undefined && second === undefined;
    // Each value of a dictionary has at least a bit.
    const most = isDictionary ? 8 * header.uncompressed_page_size : rows - read;
    if (!(values >= 0 && values <= most && header.compressed_page_size >= 0))
      throw refusal("file", "a Parquet file whose pages have more values than it has rows", "whole");
    if (!isDictionary) read += values;
    reader.offset += header.compressed_page_size;
  }
}
