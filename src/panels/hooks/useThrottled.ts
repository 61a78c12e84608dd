import { useMemo, useSyncExternalStore } from "react";
import { pointerHeld } from "./pointerHeld.ts";
import { createThrottled } from "./throttled.ts";
import type { ReadableStore } from "./readableStore.ts";

/** @param mayWait says whether a state may be late; another function makes another store */
export function useThrottled<T>(
  store: Pick<ReadableStore<T>, "getState" | "subscribe">,
  mayWait?: (now: T, shown: T) => boolean,
): T {
  const throttled = useMemo(() => createThrottled(store, pointerHeld, mayWait), [store, mayWait]);
  return useSyncExternalStore(throttled.subscribe, throttled.getState);
}
