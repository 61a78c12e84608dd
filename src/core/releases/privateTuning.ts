import { checkPositive } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { clipCurve, covarianceSpectrum } from "../estimators/functionalMean.ts";
import { orthogonalityDefect } from "../estimators/spectrumDefects.ts";
import type { LineGrid } from "../kernels/gramOnLine.ts";
import type { Loss } from "../estimators/losses.ts";
import { fitRegularisedErm } from "../estimators/regularisedErm.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { pointCount, pointsAt } from "../points.ts";
import type { Points } from "../points.ts";
import {
  curveScoreRange,
  curveScoreSensitivity,
  ermScoreRange,
  ermScoreRounding,
  ermScoreSensitivity,
} from "../privacy/sensitivity/foldScores.ts";
import { ermCoefficientBound } from "../privacy/sensitivity/regularisedErm.ts";
import { lastOf } from "../slices.ts";
import { planCrossValidation } from "./meanCurveTuning.ts";
import type { TuningParameters } from "./meanCurveTuning.ts";

/** Scores of candidates for `drawExponentialMechanism`: the smaller, the better. */
export interface CandidateScores {
  /** One for each candidate. Private. */
  readonly distances: Float64Array;
  /** s, for the replacement of one record. Public. */
  readonly sensitivity: number;
  /** r, for the difference of two; 2s if absent. Public. */
  readonly range?: number;
  /** η: computed scores are within η of exact ones. Public. */
  readonly roundingError: number;
}

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
  const folds = { foldSizes: sizesOf(foldOf), normBound };
  const sensitivity = curveScoreSensitivity(folds);
  return {
    distances,
    sensitivity,
    // Scores that are clamped for their noise leave nothing but 2s.
    range: noise < 1e280 * sensitivity ? curveScoreRange(folds) : 2 * sensitivity,
    roundingError: (400 * (n + m * m) * 2 ** -53 + 2.1 * off * (1 + off)) * most,
  };
}

/**
 * Cross-validated clipped losses of candidate penalties of a regularised risk minimiser, with a sensitivity, so that
 * the exponential mechanism can choose λ. Every fit is certified to a public tolerance, which enters η.
 *
 * @param points n records in ℝᵈ. Private
 * @param responses shape (n,). Private
 * @param penalties λ > 0, public
 * @param foldOf the fold of each record, shape (n,), public
 * @param lossBound B > 0, to which losses are clipped, public
 * @param gapTolerance g > 0, public
 * @throws {ParameterError} if an argument is out of range
 * @throws {NumericalError} if a tolerance below the least that rounding leaves in reach is not certified
 * @see Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.3
 */
export function penaltyCandidateScores(argument: PenaltyScoring): CandidateScores {
  return lastOf(scoringPenalties(argument));
}

/** What penalties are scored on. */
interface PenaltyScoring {
  readonly points: Points;
  readonly responses: ArrayLike<number>;
  readonly kernel: Kernel;
  readonly loss: Loss;
  readonly penalties: readonly number[];
  readonly foldOf: Int32Array;
  readonly lossBound: number;
  readonly gapTolerance: number;
}

/** The same in slices, one for each fit, which yield the share done. @throws {ParameterError} as there */
export function* scoringPenalties({
  points,
  responses,
  kernel,
  loss,
  penalties,
  foldOf,
  lossBound,
  gapTolerance,
}: PenaltyScoring): Generator<number, CandidateScores> {
  const n = pointCount(points);
  if (penalties.length === 0) throw new ParameterError("penalties", "none", "at least one");
  if (foldOf.length !== n) throw new ParameterError("foldOf", foldOf.length, `one fold for each of ${n} records`);
  checkPositive("gapTolerance", gapTolerance);
  const { lipschitz } = loss;
  const penalty = Math.min(...penalties.map((value, k) => checkPositive(`penalties[${k}]`, value)));
  const shared = { penalty, lipschitz, kernelBound: kernel.diagonalBound };
  const foldSizes = sizesOf(foldOf);
  const sensitivity = ermScoreSensitivity({ ...shared, foldSizes, lossBound });
  // What is added up of a fit at a record that was left out, as at the points of `boundaryPointTarget`.
  const terms = n + 56 + points.dimension + (kernel.roundings ?? 0);
  const summing = lipschitz * terms * ermCoefficientBound({ penalty, lipschitz }) * kernel.diagonalBound;
  const folds = [...new Set(foldOf)];
  const all = Array.from({ length: n }, (_, i) => i);
  const distances = new Float64Array(penalties.length);
  for (const [k, candidate] of penalties.entries()) {
    let sum = 0;
    for (const [f, fold] of folds.entries()) {
      const training = all.filter((i) => foldOf[i] !== fold);
      const left = all.filter((i) => foldOf[i] === fold);
      const fit = fitRegularisedErm({
        points: pointsAt(points, training),
        responses: training.map((i) => responses[i]!),
        kernel,
        loss,
        penalty: candidate,
        gapTolerance,
      });
      const values = fit.evaluate(pointsAt(points, left));
      values.forEach((value, j) => (sum += Math.min(lossBound, loss.value(responses[left[j]!]!, value))));
      yield (k + (f + 1) / folds.length) / penalties.length;
    }
    distances[k] = sum / n;
  }
  return {
    distances,
    sensitivity,
    range: ermScoreRange({ foldSizes, lossBound, penalties, lipschitz, kernelBound: kernel.diagonalBound }),
    roundingError: ermScoreRounding({ ...shared, gapTolerance }) + (8 * (n + 8) * lossBound + summing) * 2 ** -53,
  };
}

/** In the order of the folds, whichever is met first: sums over them are rounded alike of all assignments. */
function sizesOf(foldOf: Int32Array): number[] {
  const sizes: number[] = [];
  for (const fold of foldOf) sizes[fold] = (sizes[fold] ?? 0) + 1;
  return Object.values(sizes);
}
