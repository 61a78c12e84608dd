import type { Arithmetic } from "./operations.ts";
import { plainArithmetic } from "./plainArithmetic.ts";
import { simdArithmetic } from "./simdArithmetic.ts";

let chosen: Arithmetic | undefined;

/** The fastest arithmetic there is: SIMD if this is a worker or Node and has it, compiled at the first call. */
export function arithmetic(): Arithmetic {
  return (chosen ??= newArithmetic());
}

/** The same with another memory, which no one else writes to. */
export function newArithmetic(): Arithmetic {
  return simdArithmetic("fused") ?? simdArithmetic("plain") ?? plainArithmetic();
}
