import { useLayoutEffect, useMemo } from "react";
import { sharedAhead } from "./sharedAhead.ts";
import type { Ahead } from "./useFollowing.ts";

/**
 * For each of several pictures that are drawn together, those of it that come ahead of React.
 *
 * @param may whether pictures may go ahead; another function is asked from the next commit on
 * @see sharedAhead
 */
export function useAheadOfEach<P>(
  ahead: Ahead<readonly P[]>,
  count: number,
  may: (next: readonly P[]) => boolean,
): readonly Ahead<P>[] {
  const { each, drawAll } = useMemo(() => sharedAhead<P>(count), [count]);
  useLayoutEffect(() => ahead((next, lease) => may(next) && drawAll(next, lease)), [ahead, may, drawAll]);
  return each;
}
