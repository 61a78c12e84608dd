import { useEffectEvent, useLayoutEffect, useState } from "react";
import type { RefObject } from "react";
import type { Lease } from "../../../state/lease.ts";
import { leadingPicture } from "./leadingPicture.ts";
import type { Ahead } from "./useFollowing.ts";

/**
 * Draws the moves that come ahead of React, and holds the lease of the newest one until React has a picture as new as it.
 *
 * @param picture what React has
 * @param draw draws a picture, and says whether it did
 * @returns what is drawn ahead of `picture`, for whatever else draws it anew meanwhile; empty where React has the newest
 */
export function useAhead<P>(
  picture: P,
  ahead: Ahead<P> | undefined,
  draw: (next: P) => boolean,
): RefObject<{ readonly picture: P } | undefined> {
  const [newer] = useState(() => leadingPicture<P>());
  useLayoutEffect(() => newer.caughtUp, [newer, picture]);
  const drawNext = useEffectEvent((next: P, lease: Lease) => newer.move(next, lease, draw));
  useLayoutEffect(() => ahead?.((next, lease) => drawNext(next, lease)), [ahead]);
  return newer;
}
