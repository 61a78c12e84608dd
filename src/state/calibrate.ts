import { ParameterError } from "../core/errors.ts";
import { analyticNoiseMultiplier, classicalNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";

/** What a scenario says about its budget. */
export interface Budget {
  readonly epsilon: number;
  readonly delta: number;
  readonly calibration: "analytic" | "classical";
}

/** The noise multiplier of a budget, or the error that says why there is none. */
export function calibrate({ epsilon, delta, calibration }: Budget): number | ParameterError {
  try {
    return (calibration === "analytic" ? analyticNoiseMultiplier : classicalNoiseMultiplier)({ epsilon, delta });
  } catch (error) {
    if (error instanceof ParameterError) return error;
    throw error;
  }
}
