import { useMemo, useState } from "react";
import { achievedDelta, analyticNoiseMultiplier } from "../core/privacy/calibration/gaussian.ts";
import { calibrate } from "../state/calibrate.ts";
import type { Budget } from "../state/calibrate.ts";

/** The noise that a budget asks for. */
export interface Calibrated {
  /** ε of the budget in force. */
  readonly epsilon: number;
  /** σ/Δ. */
  readonly noiseMultiplier: number;
  readonly deltaAchieved: number;
}

/** The calibration of a budget; while the budget is refused, that of the last one that was not. */
export function useCalibration({ epsilon, delta, calibration }: Budget): Calibrated {
  const multiplier = useMemo(() => calibrate({ epsilon, delta, calibration }), [epsilon, delta, calibration]);
  const [lastValid, setLastValid] = useState(() => ({ epsilon: 1, noiseMultiplier: analyticNoiseMultiplier({ epsilon: 1, delta: 1e-5 }) }));
  const used = typeof multiplier === "number" ? { epsilon, noiseMultiplier: multiplier } : lastValid;
  if (lastValid.noiseMultiplier !== used.noiseMultiplier || lastValid.epsilon !== used.epsilon) setLastValid(used);
  return useMemo(
    () => ({
      epsilon: used.epsilon,
      noiseMultiplier: used.noiseMultiplier,
      deltaAchieved: achievedDelta({ epsilon: used.epsilon, noiseMultiplier: used.noiseMultiplier }),
    }),
    [used.epsilon, used.noiseMultiplier],
  );
}
