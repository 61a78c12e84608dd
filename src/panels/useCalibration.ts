import { useMemo, useState } from "react";
import { achievedDelta, analyticNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";
import { calibrate } from "../state/calibrate.ts";
import type { Budget } from "../state/calibrate.ts";

/** A budget in force, and the noise that it asks for. */
export interface Calibrated extends Budget {
  /** σ/Δ. */
  readonly noiseMultiplier: number;
  readonly deltaAchieved: number;
}

/** The calibration of a budget; while the budget is refused, that of the last one that was not. */
export function useCalibration({ epsilon, delta, calibration }: Budget): Calibrated {
  const calibrated = useMemo((): Calibrated | undefined => {
    const noiseMultiplier = calibrate({ epsilon, delta, calibration });
    return typeof noiseMultiplier === "number" ? inForce({ epsilon, delta, calibration }, noiseMultiplier) : undefined;
  }, [epsilon, delta, calibration]);
  const [lastValid, setLastValid] = useState(() => calibrated ?? inForce(usual, analyticNoiseMultiplier(usual)));
  if (calibrated && calibrated !== lastValid) setLastValid(calibrated);
  return calibrated ?? lastValid;
}

const usual = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;

function inForce(budget: Budget, noiseMultiplier: number): Calibrated {
  return { ...budget, noiseMultiplier, deltaAchieved: achievedDelta({ epsilon: budget.epsilon, noiseMultiplier }) };
}
