import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { representableBound } from "../../representableBound.ts";
import type { LatticeSensitivity } from "./bumps/latticeSensitivity.ts";

export interface LinearLogistic {
  /** n ≥ 1 */
  readonly recordCount: number;
  /** ℓ ≥ 1 */
  readonly dimension: number;
  /** C > 0 */
  readonly cost: number;
}

/**
 * Sensitivity in the supremum norm over [0, 1]^ℓ of y ↦ ⟨w*, y⟩ with the weights of fitLinearLogistic, for one replaced
 * record,
 *
 *     S = D(R) C√ℓ / n,   D(r) = max 2σ(ra) √(1 − a²) over 0 ≤ a ≤ 1,   σ(m) = 1/(1 + e^(−m)),
 *
 * where no weights are longer than R: R(1 + e^R) = C if C ≤ 5.86, else R = √(0.2785 C). For one input
 *
 *     S = max(1, max (σ(w) + 0.2785/w)/(1 + w²/C) over w ≥ 1.278) C / n.
 *
 * @see docs/proofs/linearLogistic.md, Lemmas 5 to 8; Aldà & Rubinstein (2017), section 6 and Appendix G
 */
export function linearLogisticSensitivity({ recordCount, dimension, cost }: LinearLogistic): number {
  const d = checkPositiveInteger("dimension", dimension);
  return representableBound(weightSensitivity({ recordCount, dimension, cost }) * Math.sqrt(d));
}

/**
 * Sensitivities of the N = (k + 1)^ℓ values of y ↦ ⟨w*, y⟩ on the lattice of degree k,
 *
 *     Δ₁ = s N √ℓ / 2,   Δ₂ = s √(N ((2k + 1)/(6k) + (ℓ − 1)/4)),   s = S/√ℓ.
 *
 * @see docs/proofs/linearLogistic.md, Lemma 9
 */
export function latticeLinearLogisticSensitivity({
  degree,
  ...sizes
}: LinearLogistic & { readonly degree: number }): LatticeSensitivity {
  const d = checkPositiveInteger("dimension", sizes.dimension);
  const k = checkPositiveInteger("degree", degree);
  const ofWeights = weightSensitivity(sizes);
  const N = (k + 1) ** d;
  return {
    l1: representableBound((ofWeights * N * Math.sqrt(d)) / 2),
    l2: representableBound(ofWeights * Math.sqrt(N * ((2 * k + 1) / (6 * k) + (d - 1) / 4))),
  };
}

/**
 * Sensitivities of y ↦ 2σ(⟨w*, y⟩) − 1, the probability of +1 less that of −1: pointwise 2 tanh(S/4), and on the
 * lattice of degree k half of those of ⟨w*, y⟩.
 *
 * @see docs/proofs/linearLogistic.md, Lemma 10; Aldà & Rubinstein (2017), Appendix G, which has S = C√ℓ/(2n) for σ
 */
export function logisticProbabilitySensitivity(sizes: LinearLogistic): number {
  return representableBound(2 * Math.tanh(linearLogisticSensitivity(sizes) / 4) * (1 + 8 * Number.EPSILON));
}

function weightSensitivity({ recordCount, dimension, cost }: LinearLogistic): number {
  const C = checkPositive("cost", cost);
  const n = checkPositiveInteger("recordCount", recordCount);
  const gradient = dimension === 1 ? widestChangeOnLine(C) : widestChange(longestWeights(C));
  // Norms of records are accepted up to 1 + 10⁻¹².
  return ((gradient * C) / n) * (1 + 1e-11);
}

/** Below t₀²/μ = 5.869… */
const mostOfUnitRecords = 5.86;

/** Above max t/(1 + e^t) = μ = 0.27846… */
const largestShare = 0.2785;

/** R ≥ ‖w*‖. */
export function longestWeights(C: number): number {
  return C <= mostOfUnitRecords ? crossing(0, C / 2, (r) => r * (1 + Math.exp(r)) - C) : Math.sqrt(largestShare * C);
}

/** D(r), at the one zero of the slope. */
function widestChange(r: number): number {
  const a = crossing(0, 1, (a) => a - (r * (1 - a) * (1 + a)) / (1 + Math.exp(r * a)));
  return (2 * Math.sqrt((1 - a) * (1 + a))) / (1 + Math.exp(-r * a));
}

/** Longest weights whose gradients on a line differ by at most 1. */
const leastOfWide = 1.278;

const mostOfWide = 4.032;

/** K(C), by short intervals. */
function widestChangeOnLine(C: number): number {
  const step = (mostOfWide - leastOfWide) / 1024;
  let widest = 1;
  for (let k = 1; k <= 1024; k++) {
    const w = leastOfWide + k * step;
    widest = Math.max(widest, (1 / (1 + Math.exp(-w)) + largestShare / w) / (1 + (w - step) ** 2 / C));
  }
  return widest;
}

/** Least double with of(x) ≥ 0. */
function crossing(low: number, high: number, of: (at: number) => number): number {
  for (let middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    if (of(middle) < 0) low = middle;
    else high = middle;
  }
  return high;
}
