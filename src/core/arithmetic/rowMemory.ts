import { newArithmetic } from "./arithmetic.ts";
import type { Arithmetic } from "./operations.ts";

interface Loan {
  readonly by: Arithmetic;
  /** True if it is the holder's previous memory. */
  readonly kept: boolean;
}

/** Memories for holders that can do without the content. */
export interface RowMemory {
  /** The holder's own memory, a new one, or the longest unused one, until it returns or yields. */
  lend(holder: object): Loan;
}

/** Up to `most` ≥ 1 memories, each with the holder that asked for it last. */
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
