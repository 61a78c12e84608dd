import { accuracy, expectedAccuracy, expectedPinballLoss } from "../../../core/erm/boundary/boundaryUtility.ts";
import type { FitParameters } from "../../../core/erm/boundary/boundaryParameters.ts";

/** How well f and its release do on some records. */
export interface Performance {
  readonly original: number;
  /** In closed form, over the noise of the release. */
  readonly expectedPrivate: number;
}

/**
 * How well predictions do, and what is expected of them under noise: the share of labels that are right, or the mean
 * absolute error, or the mean pinball loss.
 *
 * @param predicted values of the fit at the records, a response range mapped onto [−1, 1]
 * @param responses labels ±1, or responses in their own units
 * @param sigma standard deviation of the noise, in the units of the responses
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
