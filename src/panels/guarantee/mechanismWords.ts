import type { PrivacyBudget } from "../../core/privacy/calibration/privacyBudget.ts";
import type { Mechanism } from "../../core/privacy/mechanisms/mechanism.ts";

interface MechanismWords {
  readonly sensitivity: string;
  readonly multiplier: string;
  readonly multiplierInFull: string;
  readonly deviation: string;
  readonly deviationInFull: string;
  readonly calibration: (budget: Pick<PrivacyBudget, "calibration">) => string;
}

export const mechanismWords: Readonly<Record<Mechanism["name"], MechanismWords>> = {
  Gaussian: {
    sensitivity: "sensitivity Δ",
    multiplier: "σ/Δ",
    multiplierInFull: "Noise multiplier σ/Δ",
    deviation: "noise σ",
    deviationInFull: "Noise standard deviation σ",
    calibration: ({ calibration }) =>
      calibration === "analytic" ? "Balle & Wang (2018), Theorem 8" : "Hall (2013), Proposition 3",
  },
  Laplace: {
    sensitivity: "sensitivity Δ₁",
    multiplier: "b/Δ₁",
    multiplierInFull: "Noise multiplier b/Δ₁ = 1/ε",
    deviation: "largest noise σ",
    deviationInFull: "Noise standard deviation, at most",
    calibration: () => "Dwork, McSherry, Nissim & Smith (2006)",
  },
  composedLaplace: {
    sensitivity: "sensitivity √N S",
    multiplier: "b/(√N S)",
    multiplierInFull: "Noise multiplier b/(√N S) = 2√(2 ln(1/δ))/ε",
    deviation: "largest noise σ",
    deviationInFull: "Noise standard deviation, at most",
    calibration: () => "Aldà & Rubinstein (2017), Theorem 7, within its proved range",
  },
  staircase: {
    sensitivity: "range of an entry",
    multiplier: "1/ε",
    multiplierInFull: "Scale of Laplace noise with this loss, 1/ε",
    deviation: "noise σ",
    deviationInFull: "Noise standard deviation σ",
    calibration: () => "Geng & Viswanath (2016), Theorem 3",
  },
  exponential: {
    sensitivity: "sensitivity of the score",
    multiplier: "scale/sensitivity",
    multiplierInFull: "Scale of the score over its sensitivity = 2/ε",
    deviation: "noise σ",
    deviationInFull: "Noise standard deviation σ",
    calibration: () => "McSherry & Talwar (2007)",
  },
};
