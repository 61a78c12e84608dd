import { checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { createErmSolver } from "../solver/ermSolver.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { pointCount, pointsAt, type Points } from "../../points.ts";
import { drawExponentialMechanism } from "../../privacy/choice/exponentialMechanism.ts";
import { ermScoreRange, ermScoreSensitivity } from "../../privacy/sensitivity/foldScores.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { checkBoundary } from "./boundaryCombinations.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import { boundaryParts } from "./boundaryParts.ts";
import { lossOf, ontoUnitRange } from "./boundaryProblem.ts";
import { unitRecords } from "../../release/latticeTarget.ts";
import { drawnFolds } from "../../privacy/choice/drawnFolds.ts";
import { scoringPenalties } from "./penaltyScores.ts";
import type { CandidateScores } from "../../privacy/choice/candidateScores.ts";

/** Public. */
export interface PenaltyPurchase extends Omit<FitParameters, "penalty"> {
  /** Candidates λ > 0. */
  readonly penalties: readonly number[];
  /** ε > 0. */
  readonly epsilon: number;
}

export const mostCrossValidatedFits = 3000;

const foldCount = 5;

const roundingShare = 0.01;

/**
 * Terms of the scores of penalties. Losses are cut at B. Public.
 *
 * @param recordCount n ≥ 5
 * @see ermScoreSensitivity, ermScoreRange; Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.3
 */
export function penaltyScoreTerms(
  parameters: Pick<PenaltyPurchase, "penalties" | "loss" | "lossParameter" | "responseRange"> & FitLike,
  recordCount: number,
): {
  readonly lossBound: number;
  readonly sensitivity: number;
  readonly range: number;
  readonly gapTolerance: number;
} {
  const { penalties } = parameters;
  if (penalties.length === 0) throw new ParameterError("penalties", "none", "at least one");
  if (!(recordCount >= foldCount)) throw new ParameterError("data", recordCount, `at least ${foldCount} records`);
  const least = Math.min(...penalties.map((value, k) => checkPositive(`penalties[${k}]`, value)));
  const loss = lossOf({ ...parameters, penalty: least });
  const lossBound = Math.max(loss.value(1, -1), loss.value(-1, 1));
  const { lipschitz } = loss;
  const shared = { foldSizes: sizes(recordCount), lossBound, lipschitz, kernelBound: 1 };
  const sensitivity = ermScoreSensitivity({ ...shared, penalty: least });
  const wanted = least * ((roundingShare * sensitivity) / lipschitz) ** 2;
  const { kernel, lengthScale, domain } = parameters;
  const anywhere = { dimension: domain.length, coordinates: new Float64Array(domain.length) };
  const within = createErmSolver({ points: anywhere, kernel: kernelOf(kernel, lengthScale) });
  return {
    lossBound,
    sensitivity,
    range: ermScoreRange({ ...shared, penalties }),
    gapTolerance: Math.max(wanted, within.leastGapTolerance(loss, least, 1)),
  };
}

type FitLike = Pick<FitParameters, "domain" | "kernel" | "lengthScale" | "solver">;

function sizes(n: number): number[] {
  return Array.from({ length: foldCount }, (_, k) => Math.floor((n - k - 1) / foldCount) + 1);
}

/**
 * The scores of a penalty purchase. Private.
 *
 * @param foldOf {@link drawnFolds} into five folds, shape (n,), or of N places
 * @throws {ParameterError} as `buyPenalty`
 */
export function scoringPenaltyPurchase(
  purchase: Omit<PenaltyPurchase, "epsilon">,
  { points, responses }: { readonly points: Points; readonly responses: Float64Array },
  foldOf: Int32Array,
): Generator<number, CandidateScores> {
  const n = foldOf.length;
  const { penalties, domain, responseRange, kernel, lengthScale } = purchase;
  if (n > mostCrossValidatedFits) throw new ParameterError("data", n, `at most ${mostCrossValidatedFits} records`);
  const { lossBound, gapTolerance } = penaltyScoreTerms(purchase, n);
  return scoringPenalties({
    points: pointCount(points) === 0 ? points : unitRecords(points, domain).points,
    responses: ontoUnitRange(responses, responseRange).responses,
    kernel: kernelOf(kernel, lengthScale),
    loss: lossOf({ ...purchase, penalty: penalties[0]! }),
    foldOf,
    penalties,
    lossBound,
    gapTolerance,
  });
}

/**
 * Penalty bought by cross-validation and the exponential mechanism: ε-private.
 *
 * @param points n inputs, 5 ≤ n ≤ 3000; any number of them with `mostRecords` N in its place. Private
 * @param responses shape (n,). Private
 * @param random of a cryptographic source
 * @returns λ
 */
export function* buyPenalty(
  purchase: PenaltyPurchase,
  records: Pick<BoundaryRecords, "points" | "responses"> & Partial<BoundaryRecords>,
  random: RandomSource,
): Generator<number, number> {
  const { epsilon } = purchase;
  checkBoundary(purchase, records, "buyPenalty");
  checkPositive("epsilon", epsilon);
  const penalties = [...new Set(purchase.penalties)];
  const recordCount = purchase.mostRecords ?? pointCount(records.points);
  const foldOf = drawnFolds({ recordCount, foldCount, random });
  const { rows } = boundaryParts(records, undefined, purchase.mostRecords).parts[0]!;
  const placed = {
    points: pointsAt(records.points, rows),
    responses: Float64Array.from(rows, (row) => records.responses[row]!),
  };
  const scores = yield* scoringPenaltyPurchase({ ...purchase, penalties }, placed, foldOf);
  return penalties[drawExponentialMechanism({ ...scores, epsilon, random })]!;
}
