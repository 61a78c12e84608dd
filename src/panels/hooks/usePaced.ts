import { useMemo, useSyncExternalStore } from "react";
import { hand } from "./hand.ts";
import { createPaced } from "./paced.ts";
import type { ReadableStore } from "./readableStore.ts";

/**
 * What a store holds; while a hand moves the picture, what it held a tenth of a second ago at most.
 *
 * @param mayWait whether what it holds may come later than at once; another function makes another store
 */
export function usePaced<T>(
  store: Pick<ReadableStore<T>, "getState" | "subscribe">,
  mayWait?: (now: T, shown: T) => boolean,
): T {
  const paced = useMemo(() => createPaced(store, hand, mayWait), [store, mayWait]);
  return useSyncExternalStore(paced.subscribe, paced.getState);
}
