import { exampleDigest } from "../src/core/examples/exampleDigests.ts";
import { loadExample } from "../src/core/examples/examples.ts";
import { outlineOf } from "../src/core/records/outline.ts";
import type { TableOutline } from "../src/core/records/outline.ts";
import { refusal } from "../src/core/tables/refusal.ts";
import type { Table } from "../src/core/tables/table.ts";
import { tableDigest } from "../src/core/tables/tableDigest.ts";
import type { Sha256OfBytes } from "../src/core/tables/tableDigest.ts";
import type { TableReading } from "../src/core/tables/tableReading.ts";
import type { TableKeys } from "../src/core/tables/tableKeys.ts";
import { fileKeys } from "./fileKeys.ts";
import type { Progress } from "./messages/jobs.ts";
import type { LargeFile } from "./files/largeFile.ts";
import { Cancelled } from "./messages/outcomeOf.ts";
import { sha256 } from "../src/core/sha256.ts";
import { openTableFile, readTableFile } from "./tableFile.ts";

/** Where a table comes from: a file, with what the person said of how to read it, or the id of an example. */
export type TableSource = { readonly file: Blob; readonly reading: TableReading } | { readonly example: string };

/** The tables that a worker holds. Their values leave it only as records that somebody chose. */
interface HeldTables {
  /**
   * Reads a table, in place of one of the same id.
   *
   * @throws {ParameterError} if it cannot be read, or there is no example of that id
   */
  open(id: number, source: TableSource, checkpoint: () => Promise<void>, progress: Progress): Promise<TableOutline>;
  close(id: number): void;
  /** @throws {ParameterError} if it is of a file that is too large to be held */
  table(id: number): Table;
  /** A table that is not held but read piece by piece; undefined for one that is. */
  large(id: number): LargeTable | undefined;
  /**
   * The digests by which a ledger knows a table. Private, but that of an example, which is public and known beforehand. They are
   * of the cells in the file, however a person said that it is to be read: the same people are not released anew.
   *
   * @param withFormer whether the digest that earlier versions made is wanted as well, as a further one
   * @param pause waits while something else is more urgent
   * @throws {Cancelled} once the table is closed: a file of any size is not read on beside the next one
   */
  keys(id: number, withFormer: boolean, pause: () => Promise<void>): Promise<TableKeys>;
}

/** A file that is too large to be held, with a way to read some of its columns all the same. */
export interface LargeTable extends LargeFile {
  /**
   * The table of columns that are named.
   *
   * @throws {ParameterError} naming "file", if those are too large as well
   */
  columns(names: ReadonlySet<string>, checkpoint: () => Promise<void>, progress: Progress): Promise<Table>;
}

/** A worker that holds no tables yet. */
export function createHeldTables(): HeldTables {
  const held = new Map<number, Table | LargeTable>();
  /** Digests of examples. */
  const known = new Map<number, string>();
  const files = new Map<number, { readonly file: Blob; readonly reading: TableReading }>();
  const find = (id: number) => {
    const table = held.get(id);
    if (!table) throw new Error(`this worker does not hold table ${id}`);
    return table;
  };
  return {
    open: async (id, source, checkpoint, progress) => {
      if (!("file" in source)) {
        const table = loadExample(source.example);
        held.set(id, table);
        const digest = exampleDigest(source.example);
        if (digest !== undefined) known.set(id, digest);
        return outlineOf(table);
      }
      const { file, reading } = source;
      const opened = await openTableFile(file, { reading, checkpoint, progress });
      files.set(id, { file, reading });
      if (!("scan" in opened)) {
        held.set(id, opened);
        return outlineOf(opened);
      }
      const { schema } = opened.outline;
      const columns: LargeTable["columns"] = (names, ...job) => readTableFile(file, { schema: schema! }, ...job, names);
      held.set(id, { ...opened, columns });
      return opened.outline;
    },
    close: (id) => {
      held.delete(id);
      known.delete(id);
      files.delete(id);
    },
    table: (id) => {
      const table = find(id);
      if ("scan" in table) throw refusal("file", "too large to be held", "smaller for this");
      return table;
    },
    large: (id) => {
      const table = find(id);
      return "scan" in table ? table : undefined;
    },
    keys: async (id, withFormer, pause) => {
      const table = find(id);
      const digest = known.get(id);
      if (digest !== undefined) return { digests: [digest] };
      const checkHeld = () => (held.get(id) === table ? Promise.resolve() : Promise.reject(new Cancelled()));
      const whileHeld: Sha256OfBytes = async (content) => {
        await checkHeld();
        return sha256(content);
      };
      const checkpoint = async () => {
        await checkHeld();
        await pause();
      };
      const { file, reading } = files.get(id)!;
      const keys = await fileKeys(file, whileHeld, checkpoint, reading);
      if (!withFormer) return keys;
      const former =
        "scan" in table
          ? await table.formerDigest(whileHeld)
          : await tableDigest(await readTableFile(file, {}, checkpoint, () => undefined), whileHeld);
      return { ...keys, digests: [...keys.digests, former] };
    },
  };
}
