import { shrinkage } from "../kernels/covarianceSpectrum.ts";
import type { CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import type { SpectrumDefects } from "./spectrumDefects.ts";
import type { SmoothingParameters } from "./meanCurveParameters.ts";

/** Bounds on the rounding of a mean curve; see docs/proofs/roundingError.md. */
export interface MeanCurveRounding {
  /** η: bound on the 2-norm of computed minus exact estimate over the grid. */
  readonly roundingError: number;
  /** Least τ with which noise of covariance K + τI dominates the computed covariance operator. */
  readonly leastJitter: number;
  /** o: the eigenvectors V have ‖V Vᵀ − I‖_F ≤ o. */
  readonly orthogonality: number;
}

/** Bounds on rounding, from public numbers, with the measured accuracy of `symmetricEigen`. */
export function meanCurveRounding(
  spectrum: CovarianceSpectrum,
  parameters: Pick<SmoothingParameters, "penalty" | "power" | "normBound">,
): MeanCurveRounding {
  return provedMeanCurveRounding(spectrum, measuredDefects(spectrum), parameters);
}

/** Defects of a spectrum by `symmetricEigen`: measured, not proved. */
function measuredDefects({ weights, trace }: CovarianceSpectrum): SpectrumDefects {
  const defect = 10 * weights.length * 2 ** -53;
  return { orthogonality: defect, residual: defect * trace };
}

/** Bounds on rounding, from public numbers; see docs/proofs/roundingError.md, Lemmas 7 to 9. */
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
