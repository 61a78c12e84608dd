import type { Lease } from "../../../state/lease.ts";
import type { Ahead } from "./useFollowing.ts";

/** Several pictures that come ahead of React together, each drawn by a host of its own. */
interface SharedAhead<P> {
  /** Of each picture, in order. */
  readonly each: readonly Ahead<P>[];
  /** Draws all of them, or none where one has no host. @returns whether it did */
  readonly drawAll: (next: readonly P[], lease: Lease) => boolean;
}

export function sharedAhead<P>(count: number): SharedAhead<P> {
  const hosts = Array.from({ length: count }, () => new Set<(picture: P, lease: Lease) => boolean>());
  return {
    each: hosts.map((drawing) => (draw) => {
      drawing.add(draw);
      return () => drawing.delete(draw);
    }),
    drawAll: (next, lease) => {
      if (next.length !== count || hosts.some((drawing) => drawing.size === 0)) return false;
      return hosts.every((drawing, i) => [...drawing].every((draw) => draw(next[i]!, lease)));
    },
  };
}
