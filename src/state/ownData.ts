import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { OpenTable } from "../engine/engine.ts";

/** In place of the id of an example: the data set that a person loaded. */
export const ownData = "own";

/** The table that a person loaded, for all studies. */
export type OwnTable = StoreApi<{ readonly table: OpenTable | undefined }>;

export function createOwnTable(): OwnTable {
  return createStore<{ readonly table: OpenTable | undefined }>()(() => ({ table: undefined }));
}
