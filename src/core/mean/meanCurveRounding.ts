import { shrinkage, type CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import type { SpectrumDefects } from "./spectrumDefects.ts";
import type { SmoothingParameters } from "./meanCurveParameters.ts";

export interface MeanCurveRounding {
  /** η ≥ ‖computed − exact estimate‖₂. */
  readonly roundingError: number;
  /** Least τ with which noise of covariance K + τI dominates the computed operator. */
  readonly leastJitter: number;
  /** o ≥ ‖V Vᵀ − I‖_F. */
  readonly orthogonality: number;
}

/** Bounds on rounding, with the measured accuracy of `symmetricEigen`; public. */
export function meanCurveRounding(
  spectrum: CovarianceSpectrum,
  parameters: Pick<SmoothingParameters, "penalty" | "power" | "normBound">,
): MeanCurveRounding {
  return provedMeanCurveRounding(spectrum, measuredDefects(spectrum), parameters);
}

function measuredDefects({ weights, trace }: CovarianceSpectrum): SpectrumDefects {
  const defect = 10 * weights.length * 2 ** -53;
  return { orthogonality: defect, residual: defect * trace };
}

/** Bounds on rounding; public. @see docs/proofs/roundingError.md, Lemmas 7 to 9 */
export function provedMeanCurveRounding(
  spectrum: CovarianceSpectrum,
  { orthogonality, residual }: SpectrumDefects,
  { penalty, power, normBound }: Pick<SmoothingParameters, "penalty" | "power" | "normBound">,
): MeanCurveRounding {
  const { weights, trace, eigenvalues } = spectrum;
  const m = weights.length;
  const unit = 2 ** -53;
  const leastWeight = weights.reduce((a, b) => Math.min(a, b), Infinity);
  const largestShrinkage = shrinkage(spectrum, penalty, power)[0]!;
  const share = (m / 2 + 2 * m * Math.sqrt(m) + 20) * unit + 2.1 * orthogonality;
  return {
    orthogonality,
    roundingError: (1.01 * share * largestShrinkage * normBound) / Math.sqrt(leastWeight),
    leastJitter: (1.01 * (residual + 2.1 * orthogonality * eigenvalues[0]! + 16 * unit * trace)) / leastWeight,
  };
}
