// AssemblyScript: the operations of operations.ts on one memory.

export { exponentials } from "./exponential";
export { findPartner, moveAndFind } from "./coordinates";
export { multiplyAdd } from "./product";
export { normals } from "./normals";
export { poleSums } from "./poles";
export { updateAndMultiply } from "./tridiagonal";
export { xoshiro } from "./xoshiro";

export const firstFree: usize = __heap_base;
