import { exampleDigest } from "../src/core/examples/exampleDigests.ts";
import { smallExample } from "../src/core/examples/smallExamples.ts";
import { outlineOf, type TableOutline } from "../src/core/records/outline.ts";
import { refusal } from "../src/core/tables/refusal.ts";
import type { Table } from "../src/core/tables/table.ts";
import { tableDigest, type Sha256OfBytes } from "../src/core/tables/tableDigest.ts";
import type { TableReading } from "../src/core/tables/tableReading.ts";
import type { TableKeys } from "../src/core/tables/tableKeys.ts";
import type { Progress } from "./messages/jobs.ts";
import type { LargeFile } from "./files/largeFile.ts";
import { Cancelled } from "./messages/outcomeOf.ts";
import { sha256 } from "../src/core/sha256.ts";

/** A file with its reading, or an example's id. */
export type TableSource = { readonly file: Blob; readonly reading: TableReading } | { readonly example: string };

/** Values leave a worker only as chosen records. */
interface HeldTables {
  /** Replaces a table of the same id. @throws {ParameterError} if it cannot be read, or no example has that id */
  open(id: number, source: TableSource, checkpoint: () => Promise<void>, progress: Progress): Promise<TableOutline>;
  close(id: number): void;
  isFile(id: number): boolean;
  /** @throws {ParameterError} for a file that is too large to be held */
  table(id: number): Table;
  large(id: number): LargeTable | undefined;
  /**
   * A ledger's digests, however a person reads the table. Private, except for an example's.
   *
   * @param withFormer adds the digest of earlier versions
   * @param pause waits for more urgent work
   * @throws {Cancelled} once the table is closed
   */
  keys(id: number, withFormer: boolean, pause: () => Promise<void>): Promise<TableKeys>;
}

/** A file too large to be held. */
export interface LargeTable extends LargeFile {
  /** @throws {ParameterError} if these columns are too large as well */
  columns(names: ReadonlySet<string>, checkpoint: () => Promise<void>, progress: Progress): Promise<Table>;
}

export function createHeldTables(): HeldTables {
  const held = new Map<number, Table | LargeTable>();
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
        const table =
          smallExample(source.example) ??
          (await import("../src/core/examples/examples.ts")).loadExample(source.example);
        held.set(id, table);
        const digest = exampleDigest(source.example);
        if (digest !== undefined) known.set(id, digest);
        return outlineOf(table);
      }
      const { file, reading } = source;
      const { openTableFile, readTableFile } = await import("./fileKeys.ts");
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
    isFile: (id) => files.has(id),
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
      const { fileKeys, readTableFile, unlessRefused } = await import("./fileKeys.ts");
      const keys = await fileKeys(file, table, whileHeld, checkpoint, reading);
      if (!withFormer) return keys;
      const former =
        "scan" in table
          ? await table.formerDigest(whileHeld)
          : await unlessRefused(async () =>
              tableDigest(await readTableFile(file, {}, checkpoint, () => undefined), whileHeld),
            );
      return former === undefined ? keys : { ...keys, digests: [...keys.digests, former] };
    },
  };
}
