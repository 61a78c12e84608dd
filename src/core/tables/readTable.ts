import { createTableReader } from "./tableReader.ts";
import type { Table } from "./table.ts";
import type { TableReading } from "./tableReading.ts";

/**
 * Table in the bytes of a CSV or TSV file, as recognised or declared in `reading`; read once more if its end speaks for
 * other formats.
 *
 * @param file private
 * @throws {ParameterError} naming "file", with what to do, unless it is a table of numbers with two rows or more
 */
export function readTable(file: Uint8Array, reading: TableReading = {}): Table {
  const reader = createTableReader({ totalBytes: file.length, reading });
  reader.push(file);
  const table = reader.finish();
  const better = reader.better();
  return better ? readTable(file, better) : table;
}
