/** Rule that turns a budget (ε, δ) into a claim μ. */
export type Calibration = "analytic" | "classical";

/** Cost allowed to one release, (ε, δ), and the rule that finds its noise; public. */
export interface PrivacyBudget {
  /** ε > 0, at most 1 for the classical calibration. */
  readonly epsilon: number;
  /** 0 < δ < 1; unused by purely ε-private mechanisms. */
  readonly delta: number;
  /** For Gaussian noise. */
  readonly calibration: Calibration;
}
