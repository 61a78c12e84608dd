import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import type { LatticeSensitivity } from "./latticeKernelDensity.ts";
import { representableBound } from "../../representableBound.ts";

/** What the sensitivity of linear logistic regression depends on. All of it is public. */
interface LinearLogistic {
  /** n ≥ 1 */
  readonly recordCount: number;
  /** ℓ ≥ 1 */
  readonly dimension: number;
  /** C > 0 */
  readonly cost: number;
}

/**
 * Sensitivity in the supremum norm over [0, 1]^ℓ of y ↦ ⟨w*, y⟩ with the weights of fitLinearLogistic, when one of n
 * records is replaced (n is public),
 *
 *     S = 2C√ℓ / n.
 *
 * The objective is 1-strongly convex and neighbouring gradients differ by at most 2C/n, since ‖d‖ ≤ 1; ‖y‖ ≤ √ℓ. After the
 * sigmoid, whose slope is at most ¼, it is a quarter of that.
 *
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), section 6, Logistic Regression, and Appendix G
 */
export function linearLogisticSensitivity({ recordCount, dimension, cost }: LinearLogistic): number {
  const d = checkPositiveInteger("dimension", dimension);
  return representableBound(weightSensitivity(recordCount, cost) * Math.sqrt(d));
}

/**
 * Sensitivities of the 2^ℓ values of y ↦ ⟨w*, y⟩ at the corners of the cube, the lattice of k = 1, as one vector,
 *
 *     Δ₁ = (2C/n) 2^(ℓ−1) √ℓ,   Δ₂ = (2C/n) √(2^(ℓ−2) (ℓ + 1)).
 *
 * For a difference δ of weights and signs s, Σ_p s_p⟨δ, p⟩ = ⟨δ, Σ s_p p⟩, where each coordinate of the last sum has 2^(ℓ−1)
 * terms; and Σ_p ppᵀ = 2^(ℓ−2)(I + 11ᵀ), whose largest eigenvalue is 2^(ℓ−2)(ℓ + 1). Δ₁ is half of 2^ℓ S.
 *
 * @throws {ParameterError} if an argument is out of range
 */
export function latticeLinearLogisticSensitivity({ recordCount, dimension, cost }: LinearLogistic): LatticeSensitivity {
  const d = checkPositiveInteger("dimension", dimension);
  const ofWeights = weightSensitivity(recordCount, cost);
  return {
    l1: representableBound(ofWeights * 2 ** (d - 1) * Math.sqrt(d)),
    l2: representableBound(ofWeights * Math.sqrt(2 ** (d - 2) * (d + 1))),
  };
}

function weightSensitivity(recordCount: number, cost: number): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  return ((2 * checkPositive("cost", cost)) / n) * (1 + 8 * Number.EPSILON);
}
