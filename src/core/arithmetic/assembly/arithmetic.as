// The operations of../operations.ts, documented by their twins in../plain.

export { bernsteinHalves } from "./bernsteinHalves";
export { binOnLine, binOnPlane } from "./bins";
export { factorPanels } from "./cholesky";
export { climb } from "./climb";
export { exponentials, subtractLargest } from "./exponential";
export { addFeatures, featureValues, sweepFeatures } from "./features";
export { addRows, addRowsPrecisely, gaussianRow, maternRow } from "./kernelRows";
export { mirroredProduct, mirroredVector } from "./mirrored";
export { normals } from "./normals";
export { pivot } from "./pivot";
export { planeColumns, planeForward, planeSum } from "./planeFourier";
export { poleSums, secularVectors } from "./poles";
export { multiplyAdd } from "./product";
export { realForward, realSum } from "./realFourier";
export { reflectRows } from "./reflections";
export { multiplyAddSingles } from "./singleProduct";
export { keepTurned, weighRows } from "./spectrum";
export { innerProducts, multiplySymmetric, subtractMultiples, updateAndMultiply, updateManyAndMultiply } from "./tridiagonal";
export { xoshiro } from "./xoshiro";

export const firstFree: usize = __heap_base;
