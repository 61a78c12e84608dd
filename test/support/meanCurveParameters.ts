import type { MeanCurveParameters } from "../../src/core/mean/meanCurveParameters.ts";

type TargetParameters = Omit<MeanCurveParameters, "drawCount" | "seed">;

/** What leaves of a mean curve on [0, 2], by the kernel C2. */
export const smoothMeanTarget: TargetParameters = {
  domain: [0, 2],
  rule: "trapezoid",
  kernel: "matern52",
  noiseKernel: "matern52",
  range: 0.3,
  penalty: 0.01,
  power: 1.5,
  normBound: 0.8,
  curvesPerPerson: 1,
};

/** The same as a preview. */
export const smoothMean: MeanCurveParameters = { ...smoothMeanTarget, drawCount: 1, seed: 1 };

/** What leaves of a mean curve on [0, 1] in the roughest noise. */
export const roughMeanTarget: TargetParameters = {
  domain: [0, 1],
  rule: "uniform",
  kernel: "exponential",
  noiseKernel: "exponential",
  range: 0.3,
  penalty: 0.1,
  power: 1,
  normBound: 1,
  curvesPerPerson: 1,
};
