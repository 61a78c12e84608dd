import { gapShare } from "../../core/releases/boundary.ts";
import {
  gapInflatedSensitivity,
  gapToleranceOf,
  regularisedErmSensitivity,
} from "../../core/privacy/sensitivity/regularisedErm.ts";
import { calibrate } from "../../state/calibrate.ts";
import type { Budget } from "../../state/calibrate.ts";
import type { BoundaryAnswer } from "./session.ts";
import { performanceOf } from "./useBoundaryView.ts";

/** One λ of the map: the expected performance of the release for each ε; NaN where there is no calibration. */
export interface MapColumn {
  readonly penalty: number;
  readonly expected: readonly number[];
}

function logSteps(from: number, to: number, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => Number((from * (to / from) ** (i / (count - 1))).toPrecision(3)));
}

export const mapPenalties = logSteps(0.001, 1, 13);
export const mapEpsilons = logSteps(0.05, 20, 13).toReversed();

/**
 * Expected performance for every ε of the map, given predictions of each record from a fit without it. Δ is that of
 * the release but for rounding, a thousandth of it at most.
 */
export function expectedOverBudgets(
  answer: BoundaryAnswer,
  heldOut: Float64Array,
  { delta, calibration }: Budget,
): MapColumn {
  const { parameters, release } = answer;
  const { penalty } = parameters;
  const exact = regularisedErmSensitivity({
    recordCount: release.recordCount,
    penalty,
    lipschitz: release.lipschitz,
    kernelBound: 1,
  });
  const gapTolerance = gapToleranceOf({ sensitivity: exact, share: gapShare, penalty });
  const sensitivity = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
  const [lower, upper] = parameters.responseRange ?? [-1, 1];
  const unit = (upper - lower) / 2;
  const predicted = parameters.responseRange ? heldOut.map((f) => (upper + lower) / 2 + unit * f) : heldOut;
  const expected = mapEpsilons.map((epsilon) => {
    const multiplier = calibrate({ epsilon, delta, calibration });
    return typeof multiplier === "number"
      ? performanceOf(answer, predicted, multiplier * sensitivity * unit).expectedPrivate
      : NaN;
  });
  return { penalty, expected };
}
