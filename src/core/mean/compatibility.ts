import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { covarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { gramOnLine } from "../kernels/gramOnLine.ts";
import { functionalMeanSensitivity } from "../privacy/sensitivity/functionalMean.ts";
import { smoothedDifference } from "../privacy/sensitivity/smoothedDifference.ts";
import { meanCurveGrid, meanWeights } from "./meanCurveGrid.ts";
import { curveKernel } from "./curveKernels.ts";
import type { MeanCurveParameters } from "./meanCurveParameters.ts";

export interface SensitivityOnGrid {
  readonly pointCount: number;
  readonly sensitivity: number;
}

export const compatibilityCounts = [10, 20, 50, 100, 200, 500, 1000] as const;

const jitter = 1e-12;

/**
 * Sensitivity of the penalised mean of N curves on finer and finer grids: flat if the summary is compatible with the
 * noise.
 *
 * @see Mirshani, Reimherr & Slavković (2019), Theorem 3.1, with errata M2
 */
export function* compatibilityCurve({
  domain,
  rule,
  kernel,
  noiseKernel,
  range,
  penalty,
  power,
  normBound,
  curveCount,
}: Omit<MeanCurveParameters, "curvesPerPerson" | "drawCount" | "seed"> & { readonly curveCount: number }): Generator<
  number,
  readonly SensitivityOnGrid[]
> {
  const perUnit = (2 * checkPositive("normBound", normBound)) / checkPositiveInteger("curveCount", curveCount);
  const points: SensitivityOnGrid[] = [];
  const done = (step: number) => (points.length + step) / compatibilityCounts.length;
  for (const pointCount of compatibilityCounts) {
    const grid = meanCurveGrid(domain, pointCount).axes[0]!;
    const spectrum = covarianceSpectrum({
      kernel: curveKernel(kernel, range),
      grid,
      weights: meanWeights(pointCount, rule),
    });
    yield done(0.5);
    const sizes = { recordCount: curveCount, normBound, penalty, power };
    const sensitivity =
      kernel === noiseKernel
        ? functionalMeanSensitivity({ ...sizes, eigenvalues: spectrum.eigenvalues })
        : perUnit *
          smoothedDifference({ spectrum, noiseGram: gramOnLine(curveKernel(noiseKernel, range), grid), jitter }).norm(
            penalty,
            power,
          );
    points.push({ pointCount, sensitivity });
    yield done(0);
  }
  return points;
}
