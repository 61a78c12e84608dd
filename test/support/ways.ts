import { setFlagsFromString } from "node:v8";
import { plainArithmetic } from "../../src/core/arithmetic/plainArithmetic.ts";
import { simdArithmetic } from "../../src/core/arithmetic/simdArithmetic.ts";

// Node 20 knows relaxed SIMD only behind a flag; later versions know it anyway.
if (!simdArithmetic("fused")) setFlagsFromString("--experimental-wasm-relaxed-simd");

/** Every arithmetic there is: plain, SIMD, fused SIMD. */
export const ways = [plainArithmetic(), simdArithmetic("plain")!, simdArithmetic("fused")!];
