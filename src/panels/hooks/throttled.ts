import type { ReadableStore } from "./readableStore.ts";

const throttleMilliseconds = 100;

interface Throttled<T> {
  readonly getState: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * Follows `source` at once, but ten times a second while the picture is moved: laying out text costs more than the
 * picture.
 *
 * @param mayWait says whether a state may be late
 */
export function createThrottled<T>(
  source: Pick<ReadableStore<T>, "getState" | "subscribe">,
  pointerHeld: Pick<ReadableStore<boolean>, "getState" | "subscribe">,
  mayWait: (now: T, shown: T) => boolean = () => true,
): Throttled<T> {
  const listeners = new Set<() => void>();
  let shown = source.getState();
  let shownAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};

  const show = () => {
    clearTimeout(timer);
    timer = undefined;
    const now = source.getState();
    if (now === shown) return;
    shown = now;
    shownAt = performance.now();
    for (const listener of listeners) listener();
  };
  const follow = () => {
    const isHeld = pointerHeld.getState() && mayWait(source.getState(), shown);
    const wait = shownAt + throttleMilliseconds - performance.now();
    if (!isHeld || wait <= 0) show();
    else timer ??= setTimeout(show, wait);
  };
  const start = () => {
    const stops = [
      source.subscribe(follow),
      pointerHeld.subscribe(() => {
        if (!pointerHeld.getState()) show();
      }),
    ];
    return () => {
      stops.forEach((stop) => stop());
      clearTimeout(timer);
      timer = undefined;
    };
  };

  return {
    getState: () => {
      if (listeners.size === 0) shown = source.getState();
      return shown;
    },
    subscribe: (listener) => {
      if (listeners.size === 0) {
        shown = source.getState(); // The source may have changed before anyone subscribed.
        stop = start();
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
  };
}
