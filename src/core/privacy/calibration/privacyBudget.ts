import type { Calibration } from "./claim.ts";

/** Cost allowed to one release, (ε, δ), and the rule that finds its noise; public. */
export interface PrivacyBudget {
  /** ε > 0, at most 1 for the classical calibration. */
  readonly epsilon: number;
  /** 0 < δ < 1; unused by purely ε-private mechanisms. */
  readonly delta: number;
  /** For Gaussian noise. */
  readonly calibration: Calibration;
}
