import { ParameterError } from "../errors.ts";
import { clipCurve } from "./functionalMean.ts";
import { covarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { orthogonalityDefect } from "./spectrumDefects.ts";
import type { LineGrid } from "../kernels/gramOnLine.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { curveScoreRange, curveScoreSensitivity } from "../privacy/sensitivity/foldScores.ts";
import { lastOf } from "../slices.ts";
import { foldSizesOf } from "../privacy/choice/candidateScores.ts";
import type { CandidateScores } from "../privacy/choice/candidateScores.ts";
import { planCrossValidation } from "./meanCurveTuning.ts";
import type { TuningParameters } from "./meanCurveTuning.ts";

/** What a candidate pair of range and penalty is estimated and released with. */
type CurveCandidate = Omit<TuningParameters, "phis" | "curvesPerPerson" | "spectrum"> & {
  readonly penalty: number;
};

/**
 * PCV scores of candidate (φ, ρ₀) pairs, or kernels, of a mean curve, with a sensitivity and a range, so that the exponential
 * mechanism can choose among them. All curves are clipped to the ball of radius τ₀, those left out as well; noise is a
 * public term. One curve for each person.
 *
 * **Rounding.** A score is at most 4τ₀² and a public noise term; sums over n curves of m points and products with the
 * eigenvectors move it by less than 400(n + m²)u of that. It is that of a smoother with eigenvectors U, those that are nearest
 * to the computed V: ‖V − U‖ ≤ o, found by multiplying (`orthogonalityDefect`), moves a vector of coefficients of length 2τ₀ by
 * 2oτ₀, so the score by 2.1o(1 + o) of 4τ₀². Which kernel U belongs to, and how well, does not matter: r holds for every
 * smoother.
 *
 * @param curves rows over the grid, shape (n, m). Private
 * @param foldOf the fold of each curve, shape (n,), public
 * @param normBound τ₀ > 0, public
 * @throws {ParameterError} if a shape or a range is violated
 * @see Mirshani, Reimherr & Slavković (2019), section 6; errata M4
 */
export function curveCandidateScores(argument: CurveScoring): CandidateScores {
  return lastOf(scoringCurveCandidates(argument));
}

/** What candidates for a mean curve are scored on. */
interface CurveScoring {
  readonly curves: Float64Array;
  readonly grid: LineGrid;
  readonly weights: Float64Array;
  readonly foldOf: Int32Array;
  readonly normBound: number;
  readonly candidates: readonly CurveCandidate[];
}

/** The same in slices, which yield the share done. @throws {ParameterError} as there */
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
  // The noise term from curves that are 0: that of the records would carry their last bits into η, which is public.
  const empty = planCrossValidation({ curves: new Float64Array(curves.length), grid, weights, foldOf, normBound });
  const solved = (kernel: Kernel) => {
    const spectrum = covarianceSpectrum({ kernel, grid, weights });
    return { kernel, spectrum, orthogonality: orthogonalityDefect(spectrum.eigenvectors, m) };
  };
  // Of the last kernel: candidates that share one follow each other.
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
    // Scores that are clamped for their noise leave nothing but 2s.
    range: noise < 1e280 * sensitivity ? curveScoreRange(folds) : 2 * sensitivity,
    roundingError: (400 * (n + m * m) * 2 ** -53 + 2.1 * off * (1 + off)) * most,
  };
}
