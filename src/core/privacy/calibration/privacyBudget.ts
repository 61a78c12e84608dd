import type { Calibration } from "./claim.ts";

/** What one release may cost: (ε, δ), and how the noise is found from it. Public. */
export interface PrivacyBudget {
  /** ε > 0, at most 1 for the classical calibration. */
  readonly epsilon: number;
  /** 0 < δ < 1; unused where a mechanism is purely ε-private. */
  readonly delta: number;
  /** Of Gaussian noise. */
  readonly calibration: Calibration;
}
