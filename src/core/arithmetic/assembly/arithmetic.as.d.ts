/** arithmetic.as as WebAssembly with SIMD, in base 16. */
export const wasm: string;
/** `wasm` with a·b + c in one instruction (relaxed SIMD). */
export const fusedWasm: string;
