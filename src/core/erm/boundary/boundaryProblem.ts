import { checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import type { ErmSolver } from "../solver/ermProblem.ts";
import { createErmSolver } from "../solver/ermSolver.ts";
import { createLandmarkSolver, landmarkGrid } from "../solver/landmarkErm.ts";
import {
  epsilonInsensitiveLoss,
  hingeLoss,
  huberLoss,
  logisticLoss,
  pinballLoss,
  type Loss,
} from "../solver/losses.ts";
import type { Interval } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import type { Points } from "../../points.ts";
import { gapToleranceOf, regularisedErmSensitivity } from "../../privacy/sensitivity/regularisedErm.ts";
import { boundaryLimits, boundaryLossNames, gapShare, type FitParameters } from "./boundaryParameters.ts";
import { ridgeThreshold } from "./ridgeThreshold.ts";
import { countText } from "../../numberFormats.ts";
import { oneOf } from "../../untrusted.ts";

/**
 * Loss, penalty and gap tolerance of a fit; the tolerance raises Δ by the share, or more for rounding.
 *
 * @throws {ParameterError} unless the loss suits the responses
 */
export function problemOf(parameters: FitParameters, recordCount: number, solver: ErmSolver, share = gapShare) {
  const loss = lossOf(parameters);
  const penalty = checkPositive("penalty", parameters.penalty);
  const sensitivity = regularisedErmSensitivity({ recordCount, penalty, lipschitz: loss.lipschitz, kernelBound: 1 });
  const wanted = gapToleranceOf({ sensitivity, share, penalty });
  return { loss, penalty, gapTolerance: Math.max(wanted, solver.leastGapTolerance(loss, penalty, 1)) };
}

export function lossOf({ loss, lossParameter, penalty, responseRange }: FitParameters): Loss {
  oneOf(...boundaryLossNames[responseRange ? "regression" : "classification"])(loss, "loss");
  switch (loss) {
    case "hinge":
      return hingeLoss;
    case "logistic":
      return logisticLoss;
    case "huber":
      return huberLoss(lossParameter);
    case "squared":
      return huberLoss(ridgeThreshold(penalty));
    case "epsilonInsensitive":
      return epsilonInsensitiveLoss(lossParameter);
    case "pinball":
      return pinballLoss(lossParameter);
  }
}

const checkSolver = oneOf("exact", "landmarks");

export type SolverKey = Pick<FitParameters, "domain" | "kernel" | "lengthScale" | "solver">;

export function makeSolver(points: Points, { kernel: name, lengthScale, solver }: SolverKey): ErmSolver {
  const kernel = kernelOf(name, lengthScale);
  if (solver === "exact") return createErmSolver({ points, kernel });
  return createLandmarkSolver({
    points,
    kernel,
    landmarks: landmarkGrid({ dimension: points.dimension, lengthScale }),
  });
}

export function checkSize(n: number, solver: FitParameters["solver"]): void {
  const most = boundaryLimits[checkSolver(solver, "solver")];
  if (n <= most) return;
  const advice = solver === "exact" ? ", or the fit on landmarks instead" : "";
  throw new ParameterError("solver", `${countText(n)} records`, `given at most ${countText(most)} records${advice}`);
}

/**
 * Responses moved onto [−1, 1]; labels unchanged.
 *
 * @throws {ParameterError} unless the range is an interval of finite length
 */
export function ontoUnitRange(
  responses: Float64Array,
  range: Interval | undefined,
): { responses: Float64Array; clampedCount: number } {
  if (!range) return { responses, clampedCount: 0 };
  const [lower, upper] = range;
  if (!(upper > lower && upper - lower < Infinity)) {
    throw new ParameterError(
      "responseRange",
      `${lower}..${upper}`,
      "an interval with lower below upper, of finite length",
    );
  }
  let clampedCount = 0;
  const moved = responses.map((y) => {
    if (y < lower || y > upper) clampedCount++;
    return Math.min(1, Math.max(-1, (2 * (y - lower)) / (upper - lower) - 1));
  });
  return { responses: moved, clampedCount };
}
