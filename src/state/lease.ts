import type { Allocate, BufferPool } from "../core/bufferPool.ts";

/** The right to show arrays that are filled again once nobody holds it. */
export interface Lease {
  /** @returns the way to let go, of which only the first call counts */
  hold(): () => void;
}

export type Leased<T> = T & { readonly lease: Lease };

/**
 * A lease that ends when its last holder has let go, for good. Whoever lets go and holds it again in the same turn,
 * as a component does that is mounted anew, does not end it.
 *
 * @param end called once
 */
export function createLease(end: () => void): Lease {
  let holders = 0;
  let ended = false;
  const endIfUnheld = () => {
    if (holders > 0 || ended) return;
    ended = true;
    end();
  };
  return {
    hold: () => {
      let holds = true;
      holders++;
      return () => {
        if (!holds) return;
        holds = false;
        if (--holders === 0) queueMicrotask(endIfUnheld);
      };
    },
  };
}

/** What is made of leased arrays, in arrays of a pool: back go its own, and the hold on the others, when its lease ends. */
export function createBorrowing(
  pool: BufferPool,
  source: Lease,
): { readonly allocate: Allocate; readonly lease: Lease } {
  const arrays: Float64Array[] = [];
  const own = createLease(() => pool.giveBack(arrays));
  return {
    allocate: (length) => {
      const array = pool.allocate(length);
      arrays.push(array);
      return array;
    },
    lease: {
      hold: () => {
        const holds = [own.hold(), source.hold()];
        return () => holds.forEach((letGo) => letGo());
      },
    },
  };
}
