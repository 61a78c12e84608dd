import { checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { Loss } from "../solver/losses.ts";
import { fitRegularisedErm } from "../solver/regularisedErm.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { pointCount, pointsAt, type Points } from "../../points.ts";
import { ermScoreRange, ermScoreRounding, ermScoreSensitivity } from "../../privacy/sensitivity/foldScores.ts";
import { ermCoefficientBound } from "../../privacy/sensitivity/regularisedErm.ts";
import { foldSizesOf, type CandidateScores } from "../../privacy/choice/candidateScores.ts";

interface PenaltyScoring {
  readonly points: Points;
  readonly responses: ArrayLike<number>;
  readonly kernel: CapableKernel;
  readonly loss: Loss;
  readonly penalties: readonly number[];
  readonly foldOf: Int32Array;
  readonly lossBound: number;
  readonly gapTolerance: number;
}

/**
 * Cross-validated clipped losses of candidate penalties, with their sensitivity.
 *
 * @param points n records in ℝᵈ. Private
 * @param responses shape (n,). Private
 * @param penalties λ > 0, public
 * @param foldOf shape (n,), public
 * @param lossBound B > 0, public
 * @param gapTolerance g > 0, public
 * @throws {NumericalError} if the tolerance is below the least that rounding permits
 * @see Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.3
 */
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
  const foldSizes = foldSizesOf(foldOf);
  const sensitivity = ermScoreSensitivity({ ...shared, foldSizes, lossBound });
  // docs/proofs/learnerRounding.md, Lemma 7.
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
