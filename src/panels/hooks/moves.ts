import { createPaced } from "./paced.ts";
import type { Paced } from "./paced.ts";
import type { ReadableStore } from "./readableStore.ts";

/** What a hand does to a picture, for one that draws it by itself before React hears of it. */
export interface Moves<T> {
  /**
   * @param draw draws a state, and returns whether it did; nothing else draws while it is there
   * @returns the way to end it
   */
  readonly drawnBy: (draw: (state: T) => boolean) => () => void;
}

/**
 * A store for React that follows another one at once, but what a hand moves and something else has drawn already only ten
 * times a second: to render a page costs more than to draw a curve.
 *
 * @param hand whether a hand moves the picture
 * @param isMove whether a state differs from what React shows in nothing that React alone draws
 */
export function createMoves<T>(
  source: Pick<ReadableStore<T>, "getState" | "subscribe">,
  hand: Pick<ReadableStore<boolean>, "getState" | "subscribe">,
  isMove: (now: T, shown: T) => boolean,
): { readonly behind: Paced<T>; readonly moves: Moves<T> } {
  let drawing: ((state: T) => boolean) | undefined;
  const isDrawn = (now: T, shown: T): boolean => {
    try {
      return isMove(now, shown) && drawing?.(now) === true;
    } catch {
      return false; // React draws it then, and a picture that cannot be drawn is said where that is said.
    }
  };
  return {
    behind: createPaced(source, hand, isDrawn),
    moves: {
      drawnBy: (draw) => {
        drawing = draw;
        return () => {
          if (drawing === draw) drawing = undefined;
        };
      },
    },
  };
}
