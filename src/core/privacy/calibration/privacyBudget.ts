export type Calibration = "analytic" | "classical";

/** Cost allowed to one release; public. */
export interface PrivacyBudget {
  /** ε > 0, at most 1 for the classical calibration. */
  readonly epsilon: number;
  /** 0 < δ < 1; unused by purely ε-private mechanisms. */
  readonly delta: number;
  readonly calibration: Calibration;
}
