import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { representableBound } from "../../representableBound.ts";
import type { LatticeSensitivity } from "./latticeKernelDensity.ts";

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
 *     S = 2σ(ρ) C√ℓ / n,   ρ = min(C/2, √(0.2785 C)),   σ(m) = 1/(1 + e^(−m)),
 *
 * and for one input S = C/n if C ≤ 5.86, 1.0517 C/n else: no weights are longer than ρ, and a flipped label changes the gradient by
 * σ(m) + σ(−m) = 1 times C/n. As C → 0 both are attained. After the sigmoid, whose slope is at most ¼, it is a quarter of that.
 *
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), section 6, Logistic Regression, and Appendix G; docs/proofs/linearLogistic.md, Lemmas 4 and 5
 */
export function linearLogisticSensitivity({ recordCount, dimension, cost }: LinearLogistic): number {
  const d = checkPositiveInteger("dimension", dimension);
  return representableBound(weightSensitivity({ recordCount, dimension, cost }) * Math.sqrt(d));
}

/**
 * The sensitivity as printed, 2C√ℓ/n: right, and up to twice what is needed. For comparison.
 *
 * @throws {ParameterError} if an argument is out of range
 * @see Aldà & Rubinstein (2017), section 6, Logistic Regression
 */
export function linearLogisticSensitivityPrinted({ recordCount, dimension, cost }: LinearLogistic): number {
  const perRecord = (2 * checkPositive("cost", cost)) / checkPositiveInteger("recordCount", recordCount);
  return perRecord * Math.sqrt(checkPositiveInteger("dimension", dimension));
}

/**
 * Sensitivities of the 2^ℓ values of y ↦ ⟨w*, y⟩ at the corners of the cube, the lattice of k = 1, as one vector,
 *
 *     Δ₁ = s 2^(ℓ−1) √ℓ,   Δ₂ = s √(2^(ℓ−2) (ℓ + 1)),   s = S/√ℓ.
 *
 * For a difference δ of weights and signs s, Σ_p s_p⟨δ, p⟩ = ⟨δ, Σ s_p p⟩, where each coordinate of the last sum has 2^(ℓ−1)
 * terms; and Σ_p ppᵀ = 2^(ℓ−2)(I + 11ᵀ), whose largest eigenvalue is 2^(ℓ−2)(ℓ + 1). Δ₁ is half of 2^ℓ S.
 *
 * @throws {ParameterError} if an argument is out of range
 */
export function latticeLinearLogisticSensitivity({ recordCount, dimension, cost }: LinearLogistic): LatticeSensitivity {
  const d = checkPositiveInteger("dimension", dimension);
  const ofWeights = weightSensitivity({ recordCount, dimension, cost });
  return {
    l1: representableBound(ofWeights * 2 ** (d - 1) * Math.sqrt(d)),
    l2: representableBound(ofWeights * Math.sqrt(2 ** (d - 2) * (d + 1))),
  };
}

/** A bound on ‖w − w'‖₂ for neighbours. */
function weightSensitivity({ recordCount, dimension, cost }: LinearLogistic): number {
  const C = checkPositive("cost", cost);
  const n = checkPositiveInteger("recordCount", recordCount);
  const longest = Math.min(C / 2, Math.sqrt(largestShare * C));
  const gradient = dimension === 1 ? (C <= 5.86 ? 1 : 1.0517) : 2 / (1 + Math.exp(-longest));
  // Norms of records are accepted up to 1 + 10⁻¹².
  return ((gradient * C) / n) * (1 + 1e-11);
}

/** Above max t/(1 + e^t) = 0.27846… */
const largestShare = 0.2785;
