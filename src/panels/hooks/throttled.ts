import type { ReadableStore } from "./readableStore.ts";

const throttleMilliseconds = 100;

/** A store that follows another one, to be subscribed to by React. */
interface Throttled<T> {
  readonly getState: () => T;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * A store that follows another one at once, but while a hand moves the picture at most ten times a second: nobody reads
 * numbers faster, and text that is laid out anew costs more than the picture.
 *
 * @param hand whether a hand moves the picture
 * @param mayWait whether a state may come later than at once; each that the source has while a hand moves is asked about
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
        shown = source.getState(); // It may have changed since it was asked, when nobody followed it.
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
