import { ParameterError } from "../errors.ts";
import type { FoldedCurves } from "./curveFolds.ts";
import { clipCurve } from "./functionalMean.ts";
import { covarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { orthogonalityDefect } from "./spectrumDefects.ts";
import type { LineGrid } from "../kernels/gramOnLine.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { curveScoreRange, curveScoreSensitivity } from "../privacy/sensitivity/foldScores.ts";
import { foldSizesOf, type CandidateScores } from "../privacy/choice/candidateScores.ts";
import { planCrossValidation, type TuningParameters } from "./meanCurveTuning.ts";

type CurveCandidate = Omit<TuningParameters, "phis" | "curvesPerPerson" | "spectrum"> & {
  readonly penalty: number;
};

interface CurveScoring extends FoldedCurves {
  readonly grid: LineGrid;
  readonly candidates: readonly CurveCandidate[];
}

/**
 * PCV scores of candidate (φ, ρ₀) pairs, or kernels, of a mean curve, for the exponential mechanism, in slices. All
 * curves are clipped to the ball of radius τ₀; noise is a public term. Each person has one curve.
 *
 * @param curves shape (n, m). Private
 * @param foldOf fold of each curve, shape (n,), public
 * @param normBound τ₀ > 0, public
 * @see docs/proofs/meanCurve.md, Lemma 4; Mirshani, Reimherr & Slavković (2019), section 6; errata M4
 */
export function* scoringCurveCandidates({
  curves,
  grid,
  weights,
  foldOf,
  normBound,
  candidates,
}: CurveScoring): Generator<number, CandidateScores> {
  if (candidates.length === 0) throw new ParameterError("candidates", "none", "at least one");
  const m = weights.length;
  const clipped = new Float64Array(curves.length);
  for (let at = 0; at < curves.length; at += m) {
    clipped.set(clipCurve({ curve: curves.subarray(at, at + m), weights, normBound }).clipped, at);
  }
  const plan = planCrossValidation({ curves: clipped, grid, weights, foldOf, normBound });
  // The noise term comes from zero curves: η must be public.
  const empty = planCrossValidation({ curves: new Float64Array(curves.length), grid, weights, foldOf, normBound });
  const solved = (kernel: Kernel) => {
    const spectrum = covarianceSpectrum({ kernel, grid, weights });
    return { kernel, spectrum, orthogonality: orthogonalityDefect(spectrum.eigenvectors, m) };
  };
  let last = solved(candidates[0]!.kernel);
  let [noise, off] = [0, 0];
  const distances = new Float64Array(candidates.length);
  for (const [k, { penalty, ...parameters }] of candidates.entries()) {
    if (last.kernel !== parameters.kernel) last = solved(parameters.kernel);
    const { spectrum, orthogonality } = last;
    off = Math.max(off, orthogonality);
    const column = { ...parameters, spectrum, phis: [penalty], curvesPerPerson: 1 };
    noise = Math.max(noise, empty.column(column).pcv[0]!);
    distances[k] = plan.column(column).pcv[0]!;
    yield (k + 1) / candidates.length;
  }
  const n = foldOf.length;
  const most = 4 * normBound * normBound + noise;
  const folds = { foldSizes: foldSizesOf(foldOf), normBound };
  const sensitivity = curveScoreSensitivity(folds);
  return {
    distances,
    sensitivity,
    range: noise < 1e280 * sensitivity ? curveScoreRange(folds) : 2 * sensitivity,
    roundingError: (400 * (n + m * m) * 2 ** -53 + 2.1 * off * (1 + off)) * most,
  };
}
