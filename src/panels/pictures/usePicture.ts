import { useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Lease, Leased } from "../../state/lease.ts";
import type { ReadableStore } from "../hooks/readableStore.ts";

export interface FollowedPicture<P> {
  readonly picture: P;
  /** Calls back with each newer picture, and returns the end of it; absent for a still picture. */
  readonly follow?: ((draw: (picture: P, lease: Lease) => void) => () => void) | undefined;
}

interface Viewed<S, V> {
  readonly shown: S;
  readonly view: Leased<V> | undefined;
}

/**
 * Other axes wait for React, which may need another host.
 *
 * @param pictureOf pure; another function makes other pictures
 */
export function usePicture<S, V extends { readonly axes: unknown }, P>(
  { shown, view, presented }: { readonly shown: S; readonly view: V; readonly presented: ReadableStore<Viewed<S, V>> },
  pictureOf: (shown: S, view: V) => P,
): FollowedPicture<P> {
  const made = useMemo(() => lastOnly(pictureOf), [pictureOf]);
  const picture = useMemo(() => made(shown, view), [made, shown, view]);
  const { axes } = view;
  const follow = useMemo(() => followOf(presented, axes, made), [presented, axes, made]);
  return { picture, follow };
}

/** Follows while views have the given axes. React repeats a failed picture and shows the error. */
export function followOf<S, V extends { readonly axes: unknown }, P>(
  presented: Pick<ReadableStore<Viewed<S, V>>, "subscribe">,
  axes: unknown,
  pictureOf: (shown: S, view: V) => P,
): NonNullable<FollowedPicture<P>["follow"]> {
  return (draw) =>
    presented.subscribe(({ shown, view }) => {
      if (!view || view.axes !== axes) return;
      let next: P;
      try {
        next = pictureOf(shown, view);
      } catch {
        return;
      }
      draw(next, view.lease);
    });
}

/** Shared by React and the host. */
function lastOnly<S, V, P>(pictureOf: (shown: S, view: V) => P): (shown: S, view: V) => P {
  let last: { readonly shown: S; readonly view: V; readonly picture: P } | undefined;
  return (shown, view) => {
    if (last?.shown !== shown || last.view !== view) last = { shown, view, picture: pictureOf(shown, view) };
    return last.picture;
  };
}

/**
 * A picture per host; their number stays while the axes do.
 *
 * @param pictureOf another function makes hosts follow anew
 */
export function useEachPicture<G, P>(
  { picture: all, follow }: FollowedPicture<readonly G[]>,
  pictureOf: (one: G) => P,
): readonly FollowedPicture<P>[] {
  const count = all.length;
  const follows = useMemo(
    () =>
      Array.from({ length: count }, (_, i) => (draw: (picture: P, lease: Lease) => void) => {
        const stop = follow?.((next, lease) => {
          const one = next[i];
          if (one !== undefined) draw(pictureOf(one), lease);
        });
        return stop ?? (() => {});
      }),
    [count, follow, pictureOf],
  );
  return all.map((one, i) => ({ picture: pictureOf(one), follow: follows[i]! }));
}

/** @param draw another function draws the newest picture again */
export function useDrawn<P>({ picture, follow }: FollowedPicture<P>, draw: (picture: P) => void): void {
  const [newest] = useState(() => newestPicture<P>());
  const drawn = useRef<{ readonly picture: P; readonly draw: (picture: P) => void }>(undefined);
  const drawOnce = (next: P) => {
    if (drawn.current?.picture === next && drawn.current.draw === draw) return;
    drawn.current = { picture: next, draw };
    draw(next);
  };
  useLayoutEffect(() => newest.caughtUp, [newest, picture]);
  const drawNext = useEffectEvent((next: P, lease: Lease) => {
    newest.take(next, lease);
    drawOnce(next);
  });
  useLayoutEffect(() => follow?.((next, lease) => drawNext(next, lease)), [follow]);
  const drawShown = useEffectEvent(() => drawOnce(newest.current ?? picture));
  useLayoutEffect(() => drawShown(), [draw, picture]);
}

/** A picture with its lease, until React shows it. */
interface NewestPicture<P> {
  readonly current: P | undefined;
  readonly take: (picture: P, lease: Lease) => void;
  readonly caughtUp: () => void;
}

export function newestPicture<P>(): NewestPicture<P> {
  let newest: { readonly picture: P; readonly letGo: () => void } | undefined;
  return {
    get current() {
      return newest?.picture;
    },
    take: (picture, lease) => {
      const before = newest;
      newest = { picture, letGo: lease.hold() };
      before?.letGo();
    },
    caughtUp: () => {
      newest?.letGo();
      newest = undefined;
    },
  };
}
