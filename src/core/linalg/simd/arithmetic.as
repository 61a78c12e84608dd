// AssemblyScript: the operations of operations.ts on one memory.

export { exponentials } from "./exponential";
export { findPartner, moveAndFind } from "./coordinates";
export { addFeatures, featureValues, sweepFeatures } from "./features";
export { multiplyAdd } from "./product";
export { poleSums } from "./poles";
export { updateAndMultiply } from "./tridiagonal";

export const firstFree: usize = __heap_base;
