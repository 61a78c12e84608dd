import { useCallback, useMemo } from "react";
import type { Lease, Leased } from "../../../state/lease.ts";
import type { Moves } from "../../hooks/moves.ts";

/** Tells who draws of pictures that come before React does, with the lease of their values; returns the way to end it. */
export type Ahead<P> = (draw: (picture: P, lease: Lease) => boolean) => () => void;

interface Followed<S, V> {
  readonly shown: S;
  readonly view: V;
  readonly moves: Moves<{ readonly shown: S; readonly view: Leased<V> | undefined }>;
}

/**
 * The picture of what React shows, and those of the moves ahead of it, by one and the same function.
 *
 * @param pictureOf pure; another function makes other pictures
 */
export function useFollowing<S, V, P>(
  { shown, view, moves }: Followed<S, V>,
  pictureOf: (shown: S, view: V) => P,
): { readonly picture: P; readonly ahead: Ahead<P> } {
  const picture = useMemo(() => pictureOf(shown, view), [pictureOf, shown, view]);
  const ahead = useCallback<Ahead<P>>(
    (draw) =>
      moves.drawnBy((moved) => moved.view !== undefined && draw(pictureOf(moved.shown, moved.view), moved.view.lease)),
    [moves, pictureOf],
  );
  return { picture, ahead };
}
