import { accuracy, expectedAccuracy, expectedPinballLoss } from "../../../core/erm/boundary/boundaryUtility.ts";
import type { FitParameters } from "../../../core/erm/boundary/boundaryParameters.ts";

export interface Performance {
  readonly original: number;
  /** Closed form over the release's noise. */
  readonly expectedPrivate: number;
}

/**
 * Share of right labels, mean absolute error, or mean pinball loss; and its expectation under noise.
 *
 * @param predicted at the records, a response range mapped onto [−1, 1]
 * @param responses labels ±1, or in their own units
 * @param sigma in the units of the responses
 */
export function performanceOf({
  parameters,
  responses,
  predicted,
  sigma,
}: {
  readonly parameters: Pick<FitParameters, "responseRange" | "loss" | "lossParameter">;
  readonly responses: Float64Array;
  readonly predicted: Float64Array;
  readonly sigma: number;
}): Performance {
  const { responseRange, loss, lossParameter } = parameters;
  if (!responseRange) {
    return {
      original: accuracy(predicted, responses),
      expectedPrivate: expectedAccuracy(predicted, responses, sigma),
    };
  }
  const [lower, upper] = responseRange;
  const inItsUnits = predicted.map((f) => (upper + lower) / 2 + ((upper - lower) / 2) * f);
  const pinball = loss === "pinball";
  const quantile = pinball ? lossParameter : 0.5;
  const mean = (deviation: number) =>
    (pinball ? 1 : 2) * expectedPinballLoss(inItsUnits, responses, deviation, quantile);
  return { original: mean(0), expectedPrivate: mean(sigma) };
}

/** A record, with f there from all records and without it. */
export interface Influential {
  readonly record: number;
  readonly fitted: number;
  readonly without: number;
}

/** The record whose prediction changes most; undefined for arrays of other records. */
export function influentialOf(fitted: Float64Array, heldOut: Float64Array): Influential | undefined {
  if (fitted.length !== heldOut.length || fitted.length === 0) return undefined;
  const record = fitted.reduce(
    (most, f, i) => (Math.abs(f - heldOut[i]!) > Math.abs(fitted[most]! - heldOut[most]!) ? i : most),
    0,
  );
  return { record, fitted: fitted[record]!, without: heldOut[record]! };
}
