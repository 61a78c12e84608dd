import { loadExample } from "../src/core/datasets/examples/examples.ts";
import { outlineOf } from "../src/core/datasets/outline.ts";
import type { TableOutline } from "../src/core/datasets/outline.ts";
import type { Table } from "../src/core/datasets/table.ts";
import { createTableReader } from "../src/core/datasets/tableReader.ts";
import { ParameterError } from "../src/core/errors.ts";
import type { Progress } from "./jobs.ts";

/** Where a table comes from: bytes of CSV or TSV, or the id of an example. */
export type TableSource = Blob | { readonly example: string };

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
      const table = source instanceof Blob ? await read(source, checkpoint, progress) : loadExample(source.example);
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

const pieceLength = 2 ** 20;

async function read(source: Blob, checkpoint: () => Promise<void>, progress: Progress): Promise<Table> {
  const reader = createTableReader({ totalBytes: source.size });
  for (let start = 0; start < source.size; start += pieceLength) {
    progress(reader.push(await bytesOf(source.slice(start, start + pieceLength))));
    await checkpoint();
  }
  return reader.finish();
}

/** Reading fails for a folder, and for a file that was changed or removed after it was chosen. */
async function bytesOf(piece: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await piece.arrayBuffer());
  } catch {
    throw new ParameterError("file", "something the browser cannot read", "a file that is still where it was chosen");
  }
}
