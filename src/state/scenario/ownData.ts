import { createStore, type StoreApi } from "zustand/vanilla";
import type { TableSchema } from "../../core/tables/schema.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import type { OpenTable } from "../../engine/contract.ts";

/** In place of the id of an example: the data set that a person loaded. */
export const ownData = "own";

/** A table that a person loaded, and from where, so that it can be read again in another way. */
interface OwnFile {
  readonly table: OpenTable | undefined;
  readonly name: string;
  readonly source: Blob | string | undefined;
  readonly reading: TableReading;
}

/** What is known of files of one's own. */
interface OwnFiles extends OwnFile {
  readonly pending: OwnFile | undefined;
  /** A schema that was given before the next file is opened. */
  readonly given: TableSchema | undefined;
}

/** The table that a person loaded, for all studies, and one that waits for what must be declared before it takes its place. */
export type OwnTable = StoreApi<OwnFiles>;

/** The file that is to be declared: the one that waits, else the one that is there. */
export function fileToDeclare(own: OwnTable): OwnFile {
  const state = own.getState();
  return state.pending ?? state;
}

/** Whether a file is read by a schema that came before it, as with a link. */
export function isGivenSchema({ reading }: Pick<OwnFile, "reading">): boolean {
  return reading.schema !== undefined && reading.isProposal !== true;
}

/** No table of one's own yet. */
export function createOwnTable(): OwnTable {
  return createStore<OwnFiles>()(() => ({
    ...{ table: undefined, name: "", source: undefined, reading: {} },
    ...{ pending: undefined, given: undefined },
  }));
}
