import { useMemo, useSyncExternalStore } from "react";
import { hand } from "./hand.ts";
import { createMoves } from "./moves.ts";
import type { Moves } from "./moves.ts";
import type { ReadableStore } from "./readableStore.ts";

/**
 * What a store holds for React, and the moves of a hand for a picture that draws them itself: `createMoves`.
 *
 * @param isMove another function makes other moves
 */
export function useMoves<T>(
  store: Pick<ReadableStore<T>, "getState" | "subscribe">,
  isMove: (now: T, shown: T) => boolean,
): readonly [now: T, moves: Moves<T>] {
  const { behind, moves } = useMemo(() => createMoves(store, hand, isMove), [store, isMove]);
  return [useSyncExternalStore(behind.subscribe, behind.getState), moves];
}
