import { useMemo, useSyncExternalStore } from "react";
import { hand } from "./hand.ts";
import { createPaced } from "./paced.ts";
import type { ReadableStore } from "./readableStore.ts";

/** What a store holds; while a hand moves the picture, what it held a tenth of a second ago at most. */
export function usePaced<T>(store: Pick<ReadableStore<T>, "getState" | "subscribe">): T {
  const paced = useMemo(() => createPaced(store, hand), [store]);
  return useSyncExternalStore(paced.subscribe, paced.getState);
}
