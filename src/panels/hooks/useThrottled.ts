import { useMemo, useSyncExternalStore } from "react";
import { pointerHeld } from "./pointerHeld.ts";
import { createThrottled } from "./throttled.ts";
import type { ReadableStore } from "./readableStore.ts";

/**
 * What a store holds; while a hand moves the picture, what it held a tenth of a second ago at most.
 *
 * @param mayWait whether what it holds may come later than at once; another function makes another store
 */
export function useThrottled<T>(
  store: Pick<ReadableStore<T>, "getState" | "subscribe">,
  mayWait?: (now: T, shown: T) => boolean,
): T {
  const throttled = useMemo(() => createThrottled(store, pointerHeld, mayWait), [store, mayWait]);
  return useSyncExternalStore(throttled.subscribe, throttled.getState);
}
