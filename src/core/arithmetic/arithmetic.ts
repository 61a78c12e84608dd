import type { Arithmetic } from "./operations.ts";
import { plainArithmetic } from "./plainArithmetic.ts";
import { simdArithmetic } from "./simdArithmetic.ts";

let chosen: Arithmetic | undefined;

/** The fastest arithmetic available, compiled at the first call: SIMD in workers and Node that have it. */
export function arithmetic(): Arithmetic {
  return (chosen ??= newArithmetic());
}

/** `arithmetic` on a memory of its own. */
export function newArithmetic(): Arithmetic {
  return simdArithmetic("fused") ?? simdArithmetic("plain") ?? plainArithmetic();
}
