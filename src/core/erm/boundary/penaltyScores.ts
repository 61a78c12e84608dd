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
 * @param foldOf shape (n,), or (N,) for N places of which the records have the first. Public
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
  const held = pointCount(points);
  const n = foldOf.length;
  if (penalties.length === 0) throw new ParameterError("penalties", "none", "at least one");
  if (!(n >= held)) throw new ParameterError("foldOf", n, `one fold for each of ${held} records`);
  checkPositive("gapTolerance", gapTolerance);
  const { lipschitz } = loss;
  const penalty = Math.min(...penalties.map((value, k) => checkPositive(`penalties[${k}]`, value)));
  const shared = { penalty, lipschitz, kernelBound: kernel.diagonalBound };
  const foldSizes = foldSizesOf(foldOf);
  const sensitivity = ermScoreSensitivity({ ...shared, foldSizes, lossBound });
  // docs/proofs/learnerRounding.md, Lemma 7.
  const terms = n + 56 + points.dimension + (kernel.roundings ?? 0);
  const summing = lipschitz * terms * ermCoefficientBound({ penalty, lipschitz }) * kernel.diagonalBound;
  // λ′ of fewer records is off by 2u, which moves f by as large a share of its norm, M/2λ at most.
  const scaling = (2 * lipschitz ** 2 * kernel.diagonalBound) / penalty;
  const folds = [...new Set(foldOf)];
  const all = Array.from({ length: held }, (_, i) => i);
  const distances = new Float64Array(penalties.length);
  for (const [k, candidate] of penalties.entries()) {
    let sum = 0;
    for (const [f, fold] of folds.entries()) {
      const training = all.filter((i) => foldOf[i] !== fold);
      const left = all.filter((i) => foldOf[i] === fold);
      const fit =
        training.length > 0 &&
        fitRegularisedErm({
          points: pointsAt(points, training),
          responses: training.map((i) => responses[i]!),
          kernel,
          loss,
          // The mean loss is over all places of the other folds.
          penalty: candidate * ((n - foldSizes[fold]!) / training.length),
          gapTolerance,
        });
      const values = fit ? fit.evaluate(pointsAt(points, left)) : new Float64Array(left.length);
      values.forEach((value, j) => (sum += Math.min(lossBound, loss.value(responses[left[j]!]!, value))));
      yield (k + (f + 1) / folds.length) / penalties.length;
    }
    distances[k] = sum / n;
  }
  return {
    distances,
    sensitivity,
    range: ermScoreRange({ foldSizes, lossBound, penalties, lipschitz, kernelBound: kernel.diagonalBound }),
    roundingError:
      ermScoreRounding({ ...shared, gapTolerance }) + (8 * (n + 8) * lossBound + summing + scaling) * 2 ** -53,
  };
}
