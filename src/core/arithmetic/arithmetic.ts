import type { Arithmetic } from "./operations.ts";
import { plainArithmetic } from "./plainArithmetic.ts";
import { simdArithmetic } from "./simdArithmetic.ts";

let chosen: Arithmetic | undefined;

export function arithmetic(): Arithmetic {
  return (chosen ??= newArithmetic());
}

export function newArithmetic(): Arithmetic {
  return simdArithmetic("fused") ?? simdArithmetic("plain") ?? plainArithmetic();
}
