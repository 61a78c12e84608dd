import { loadExample } from "../src/core/datasets/examples/examples.ts";
import { outlineOf } from "../src/core/datasets/outline.ts";
import type { TableOutline } from "../src/core/datasets/outline.ts";
import type { Table } from "../src/core/datasets/table.ts";
import type { TableReading } from "../src/core/datasets/tableReader.ts";
import type { Progress } from "./jobs.ts";
import { readTableFile } from "./tableFile.ts";

/** Where a table comes from: a file, with what the person said of how to read it, or the id of an example. */
export type TableSource = { readonly file: Blob; readonly reading: TableReading } | { readonly example: string };

/** The tables that a worker holds. Their values leave it only as records that somebody chose. */
export interface HeldTables {
  /**
   * Reads a table, in place of one of the same id.
   *
   * @throws {ParameterError} if it cannot be read, or there is no example of that id
   */
  open(id: number, source: TableSource, checkpoint: () => Promise<void>, progress: Progress): Promise<TableOutline>;
  close(id: number): void;
  table(id: number): Table;
}

export function createHeldTables(): HeldTables {
  const held = new Map<number, Table>();
  return {
    open: async (id, source, checkpoint, progress) => {
      const table =
        "file" in source
          ? await readTableFile(source.file, source.reading, checkpoint, progress)
          : loadExample(source.example);
      held.set(id, table);
      return outlineOf(table);
    },
    close: (id) => {
      held.delete(id);
    },
    table: (id) => {
      const table = held.get(id);
      if (!table) throw new Error(`this worker does not hold table ${id}`);
      return table;
    },
  };
}
