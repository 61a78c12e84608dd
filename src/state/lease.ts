import type { Allocate, BufferPool } from "../core/bufferPool.ts";

/** The right to show arrays, which are filled again once nobody holds it. */
export interface Lease {
  /** @returns lets go, once */
  hold(): () => void;
}

export type Leased<T> = T & { readonly lease: Lease };

/**
 * A lease that ends when its last holder lets go, unless somebody holds again in the same turn, as a remounted
 * component does.
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

/** Pooled arrays made from leased ones. At its end they go back, and the leased ones are let go. */
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
