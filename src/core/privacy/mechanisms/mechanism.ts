import { checkPositive } from "../../checks.ts";
import { gaussianOfComposedPure } from "../accounting/composition.ts";
import type { PrivacyLoss } from "../accounting/privacyLoss.ts";
import { calibratedMultiplier } from "../calibration/claim.ts";
import { theorem7Multiplier } from "../calibration/laplace.ts";
import type { PrivacyBudget } from "../calibration/privacyBudget.ts";

/** Noise is multiplier · sensitivity · unit noise. */
export interface Mechanism {
  readonly name: "Gaussian" | "Laplace" | "composedLaplace" | "staircase" | "exponential";
  /** True if a budget's calibration matters. */
  readonly isCalibrated: boolean;
  /** Least multiplier of a budget, rounded up. @throws {ParameterError} if the budget has none */
  readonly multiplierOf: (budget: PrivacyBudget) => number;
  /** Loss of one release at a multiplier > 0. */
  readonly lossOf: (multiplier: number) => PrivacyLoss;
}

/** Gaussian noise of σ = multiplier · Δ, Δ in the norm of its own space: μ-GDP with μ = 1/multiplier. */
export const gaussianMechanism: Mechanism = {
  name: "Gaussian",
  isCalibrated: true,
  multiplierOf: calibratedMultiplier,
  lossOf: (multiplier) => ({ kind: "gaussian", mu: 1 / checkPositive("multiplier", multiplier) }),
};

/** Laplace noise of scale b = multiplier · Δ₁, Δ₁ in the 1-norm: pure ε = 1/multiplier. */
export const laplaceMechanism = pureMechanism("Laplace", 1);

/**
 * Laplace noise of scale b = multiplier · √N S on N numbers that each change by at most S: (ε, δ)-private by Theorem 7,
 * charged as μ-GDP, μ = √(π/2)/multiplier.
 *
 * @see Aldà & Rubinstein (2017), Theorem 7; errata A5; docs/proofs/composedLaplace.md
 */
export const composedLaplaceMechanism: Mechanism = {
  name: "composedLaplace",
  isCalibrated: false,
  multiplierOf: theorem7Multiplier,
  lossOf: (multiplier) => ({
    kind: "composed",
    mu: gaussianOfComposedPure(beyondRounding(1 / checkPositive("multiplier", multiplier))),
  }),
};

/**
 * Choice with probabilities ∝ exp(−d/(multiplier · s)), s the sensitivity of d: pure ε = 2/multiplier.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 3.2; errata H10
 */
export const exponentialMechanism = pureMechanism("exponential", 2);

function pureMechanism(name: Mechanism["name"], cost: number): Mechanism {
  return {
    name,
    isCalibrated: false,
    multiplierOf: ({ epsilon }) => beyondRounding(cost / checkPositive("epsilon", epsilon)),
    lossOf: (multiplier) => ({ kind: "pure", epsilon: beyondRounding(cost / checkPositive("multiplier", multiplier)) }),
  };
}

/** Bound on a positive number computed with some roundings. */
export function beyondRounding(value: number, roundings = 4): number {
  return value * (1 + (roundings / 2) * Number.EPSILON);
}
