import { newArithmetic } from "./arithmetic.ts";
import type { Arithmetic } from "./operations.ts";

/** A memory on loan. */
interface Loan {
  readonly by: Arithmetic;
  /** Whether it is the one that the holder had before, with all that he left there. */
  readonly kept: boolean;
}

/** Memories that stay between calls, for holders who can do without what they left there. */
export interface RowMemory {
  /** One for this holder, until he returns or yields: his own, or a new one, or that which was not asked for longest. */
  lend(holder: object): Loan;
}

/**
 * Up to `most` memories, each with the holder who asked for it last.
 *
 * @param most ≥ 1
 */
export function rowMemory(most: number, create: () => Arithmetic = newArithmetic): RowMemory {
  const lent: (Loan & { readonly holder: object })[] = [];
  return {
    lend: (holder) => {
      if (lent[0]?.holder === holder) return lent[0];
      const index = lent.findIndex((loan) => loan.holder === holder);
      const by = index >= 0 ? lent[index]!.by : lent.length < most ? create() : lent[most - 1]!.by;
      lent.splice(index >= 0 ? index : most - 1, 1);
      lent.unshift({ by, kept: true, holder });
      return { by, kept: index >= 0 };
    },
  };
}
