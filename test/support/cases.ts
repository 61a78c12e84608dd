import { readFileSync } from "node:fs";
import type { Table } from "../../src/core/tables/table.ts";
import type { TableReading } from "../../src/core/tables/tableReading.ts";
import { readTableFile } from "../../workers/tableFile.ts";

/** The bytes of a file as people have them. */
export function caseFile(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`../fixtures/cases/${name}`, import.meta.url)));
}

/** The table of bytes, as its cells tell that it is read. */
export function tableOfBytes(content: string | Uint8Array<ArrayBuffer>, reading: TableReading = {}): Promise<Table> {
  return readTableFile(
    new Blob([content]),
    reading,
    () => Promise.resolve(),
    () => undefined,
  );
}

/** The table of such a file. */
export function readCase(name: string): Promise<Table> {
  return tableOfBytes(caseFile(name));
}

/** What a person sees in each row: the number, or the text. */
export function shownCells({ columns }: Table): Record<string, readonly (number | string | null)[]> {
  return Object.fromEntries(
    columns.map(({ name, values, categories }) => [
      name,
      categories ? Array.from(categories.codes, (code) => categories.names[code] ?? null) : Array.from(values),
    ]),
  );
}
