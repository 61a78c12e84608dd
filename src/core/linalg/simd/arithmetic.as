// AssemblyScript: the operations of operations.ts on one memory.

export { binOnLine, binOnPlane } from "./bins";
export { exponentials } from "./exponential";
export { findPartner, moveAndFind } from "./coordinates";
export { fourier } from "./fourier";
export { addRows, addRowsPrecisely, gaussianRow, maternRow } from "./kernelRows";
export { addFeatures, featureValues, sweepFeatures } from "./features";
export { multiplyAdd } from "./product";
export { planeForward, planeSum } from "./planeFourier";
export { realForward, realSum } from "./realFourier";
export { normals } from "./normals";
export { pivot } from "./pivot";
export { poleSums } from "./poles";
export { addWeighted, keepTurned } from "./spectrum";
export { updateAndMultiply } from "./tridiagonal";
export { xoshiro } from "./xoshiro";

export const firstFree: usize = __heap_base;
