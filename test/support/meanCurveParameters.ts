import type { MeanCurveParameters } from "../../src/core/releases/meanCurveParameters.ts";

/** A private mean curve on [0, 2], by the kernel C2. */
export const smoothMean: MeanCurveParameters = {
  domain: [0, 2],
  rule: "trapezoid",
  kernel: "matern52",
  noiseKernel: "matern52",
  range: 0.3,
  penalty: 0.01,
  power: 1.5,
  normBound: 0.8,
  curvesPerPerson: 1,
  drawCount: 1,
  seed: 1,
};
