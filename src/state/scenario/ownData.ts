import { createStore, type StoreApi } from "zustand/vanilla";
import type { TableSchema } from "../../core/tables/schema.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import type { OpenTable } from "../../engine/contract.ts";

export const ownData = "own";

interface OwnFile {
  readonly table: OpenTable | undefined;
  readonly name: string;
  readonly source: Blob | string | undefined;
  readonly reading: TableReading;
}

interface OwnFiles extends OwnFile {
  readonly pending: OwnFile | undefined;
  /** For the next file. */
  readonly given: TableSchema | undefined;
}

/** The loaded table, for all studies, and one to be declared. */
export type OwnTable = StoreApi<OwnFiles>;

/** The waiting file, else the present one. */
export function fileToDeclare(own: OwnTable): OwnFile {
  const state = own.getState();
  return state.pending ?? state;
}

/** True if a schema preceded the file, as in a link. */
export function isGivenSchema({ reading }: Pick<OwnFile, "reading">): boolean {
  return reading.schema !== undefined && reading.isProposal !== true;
}

export function createOwnTable(): OwnTable {
  return createStore<OwnFiles>()(() => ({
    ...{ table: undefined, name: "", source: undefined, reading: {} },
    ...{ pending: undefined, given: undefined },
  }));
}
