import { covarianceSpectrum, operatorMatrix, type CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { gramOnLine } from "../kernels/gramOnLine.ts";
import { spectrumDefects, type SpectrumDefects } from "./spectrumDefects.ts";
import { smoothedDifference } from "../privacy/sensitivity/smoothedDifference.ts";
import { remember } from "../remember.ts";
import { curveKernel, type CurveKernelName } from "./curveKernels.ts";
import { meanCurveGrid, meanWeights } from "./meanCurveGrid.ts";
import type { SmoothingParameters } from "./meanCurveParameters.ts";

type OperatorParameters = Pick<SmoothingParameters, "domain" | "rule" | "kernel" | "range">;

interface ForeignNoise {
  readonly operator: OperatorParameters;
  readonly noiseKernel: CurveKernelName;
  /** τ. */
  readonly jitter: number;
}

type Penalised<T> = T & Pick<SmoothingParameters, "penalty" | "power">;

interface MeanCurveOperator {
  spectrum(operator: OperatorParameters): CovarianceSpectrum;
  defects(operator: OperatorParameters): SpectrumDefects;
  foreignNorm(difference: Penalised<ForeignNoise>): number;
  foreignNormOnce(difference: Penalised<ForeignNoise>): number;
}

export function meanCurveOperator(m: number): MeanCurveOperator {
  const axisOf = ({ domain }: OperatorParameters) => meanCurveGrid(domain, m).axes[0]!;
  const matrixOf = (operator: OperatorParameters) => ({
    kernel: curveKernel(operator.kernel, operator.range),
    grid: axisOf(operator),
    weights: meanWeights(m, operator.rule),
  });
  const spectrumOf = remember((operator: OperatorParameters) => covarianceSpectrum(matrixOf(operator)));
  const smoothed = ({ operator, noiseKernel, jitter }: ForeignNoise) => {
    const noiseGram = gramOnLine(curveKernel(noiseKernel, operator.range), axisOf(operator));
    // Cholesky's factor is that of a matrix within 4m²u of K + τI.
    return smoothedDifference({ spectrum: spectrumOf(operator), noiseGram, jitter: jitter - 4 * m * m * 2 ** -53 });
  };
  const differenceOf = remember(smoothed);
  const foreignNormOf = remember(({ penalty, power, ...noise }: Penalised<ForeignNoise>) =>
    differenceOf(noise).norm(penalty, power),
  );
  const defectsOf = remember((operator: OperatorParameters) =>
    spectrumDefects(spectrumOf(operator), operatorMatrix(matrixOf(operator)).matrix),
  );
  const only = ({ domain, rule, kernel, range }: OperatorParameters) => ({ domain, rule, kernel, range });
  return {
    spectrum: (operator) => spectrumOf(only(operator)),
    defects: (operator) => defectsOf(only(operator)),
    foreignNorm: ({ operator, ...noise }) => foreignNormOf({ operator: only(operator), ...noise }),
    foreignNormOnce: ({ operator, noiseKernel, jitter, penalty, power }) =>
      smoothed({ operator: only(operator), noiseKernel, jitter }).norm(penalty, power),
  };
}
