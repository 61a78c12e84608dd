import { covarianceSpectrum } from "../../src/core/kernels/covarianceSpectrum.ts";
import { gridCoordinates } from "../../src/core/grids.ts";
import { planMeanCurve } from "../../src/core/mean/meanCurve.ts";
import { meanCurveGrid, meanWeights } from "../../src/core/mean/meanCurveGrid.ts";
import { curveKernel } from "../../src/core/mean/curveKernels.ts";
import type { MeanCurveRelease } from "../../src/core/mean/meanCurve.ts";
import type { MeanCurveParameters } from "../../src/core/mean/meanCurveParameters.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { smoothMean } from "./meanCurveParameters.ts";

export const parameters: MeanCurveParameters = { ...smoothMean, drawCount: 2 };
export const m = 30;
export const n = 12;

/** Twelve random curves, most of them larger than τ. */
export function curvesOf(seed: number): Float64Array {
  const random = seededSource(seed);
  const curve = () => {
    const [a, b, c] = [random.normal(), random.normal(), random.uniform()];
    return Array.from({ length: m }, (_, i) => a + b * Math.sin((5 * c * i) / m));
  };
  return Float64Array.from(Array.from({ length: n }, curve).flat());
}
export const data = curvesOf(3);
export const release = (change: Partial<MeanCurveParameters> = {}, curves = data): MeanCurveRelease =>
  planMeanCurve({ curves, pointCount: m }).release({ ...parameters, ...change });

export const times = gridCoordinates(meanCurveGrid(parameters.domain, m).axes[0]!);
export const weights = meanWeights(m, parameters.rule);

/** The smoother of the estimate, which is public. */
export function smootherOf({ rule, kernel, range, penalty, power, normBound }: MeanCurveParameters) {
  const w = meanWeights(m, rule);
  return {
    penalty,
    power,
    normBound,
    spectrum: covarianceSpectrum({ kernel: curveKernel(kernel, range), grid: times, weights: w }),
  };
}
