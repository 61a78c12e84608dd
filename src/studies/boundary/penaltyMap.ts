import { gapShare } from "../../core/releases/boundary.ts";
import {
  gapInflatedSensitivity,
  gapToleranceOf,
  regularisedErmSensitivity,
} from "../../core/privacy/sensitivity/regularisedErm.ts";
import { gaussianMechanism } from "../../core/privacy/mechanisms/mechanism.ts";
import type { Budget } from "../../core/privacy/mechanisms/mechanism.ts";
import type { BoundaryParameters } from "../../core/releases/boundary.ts";
import { calibrate } from "../../state/budgetInForce.ts";
import { performanceOf } from "./performance.ts";

/** Predictions of each record from a fit without it, with what is needed to judge them. */
export interface HeldOutFit {
  /** M of the loss. */
  readonly lipschitz: number;
  readonly responses: Float64Array;
  readonly heldOut: Float64Array;
}

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
  { lipschitz, responses, heldOut }: HeldOutFit,
  parameters: BoundaryParameters,
  { delta, calibration }: Budget,
): MapColumn {
  const { penalty } = parameters;
  const exact = regularisedErmSensitivity({ recordCount: responses.length, penalty, lipschitz, kernelBound: 1 });
  const gapTolerance = gapToleranceOf({ sensitivity: exact, share: gapShare, penalty });
  const sensitivity = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
  const [lower, upper] = parameters.responseRange ?? [-1, 1];
  const unit = (upper - lower) / 2;
  const expected = mapEpsilons.map((epsilon) => {
    const calibrated = calibrate({ epsilon, delta, calibration }, gaussianMechanism);
    if (!("multiplier" in calibrated)) return NaN;
    const sigma = calibrated.multiplier * sensitivity * unit;
    return performanceOf({ parameters, responses, predicted: heldOut, sigma }).expectedPrivate;
  });
  return { penalty, expected };
}
