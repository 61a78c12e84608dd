import { createTableReader } from "./tableReader.ts";
import type { Table } from "./table.ts";
import type { TableReading } from "./tableReading.ts";

/**
 * The table in the bytes of a CSV or TSV file. Separator, header, encoding and formats of numbers and dates are recognised, or
 * said in `reading`; a file whose end speaks for other formats than its beginning is read once more.
 *
 * @param file the bytes, private
 * @returns columns by name, with notices of what was recognised
 * @throws {ParameterError} naming "file", with what to do, when it is not a table of numbers with two rows or more
 */
export function readTable(file: Uint8Array, reading: TableReading = {}): Table {
  const reader = createTableReader({ totalBytes: file.length, reading });
  reader.push(file);
  const table = reader.finish();
  const better = reader.better();
  return better ? readTable(file, better) : table;
}
