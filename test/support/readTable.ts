import type { Table } from "../../src/core/tables/table.ts";
import { createTableReader } from "../../src/core/tables/tableReader.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";

/** Reads a table as the worker does: once more, where its end speaks for another format than its beginning. */
export function readTable(content: string | Uint8Array, reading?: TableReading, pieceLength = 1 << 20): Table {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const once = (given: TableReading | undefined) => {
    const reader = createTableReader({ totalBytes: bytes.length, ...(given && { reading: given }) });
    for (let start = 0; start < bytes.length; start += pieceLength)
      reader.push(bytes.subarray(start, start + pieceLength));
    return { table: reader.finish(), better: reader.better() };
  };
  const { table, better } = once(reading);
  return better ? once(better).table : table;
}

/** The table of a file whose header is all numbers: the reader would take it for a row. */
export function readNamed(text: string): Table {
  const end = text.indexOf("\n");
  const names = text.slice(0, end).split(",");
  const table = readTable(
    `${names.map((name, j) => (Number.isNaN(Number(name)) ? name : `c${j}`)).join(",")}${text.slice(end)}`,
  );
  return { ...table, columns: table.columns.map((column, j) => ({ ...column, name: names[j]! })) };
}
