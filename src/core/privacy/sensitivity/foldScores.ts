import { checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { representableBound } from "../../representableBound.ts";

interface ErmScores {
  readonly foldSizes: readonly number[];
  readonly lossBound: number;
  readonly lipschitz: number;
  readonly kernelBound: number;
}

interface CurveFolds {
  readonly foldSizes: readonly number[];
  /** τ₀ > 0. */
  readonly normBound: number;
}

/**
 * Sensitivity of the cross-validation score of a penalised mean of curves in the ball of radius τ₀,
 *
 *     CV = (1/N) Σ_k Σ_{i∈k} ‖xᵢ − S x̄₋ₖ‖²,   s = (τ₀²/N) max_k (2v_k + P_k),
 *
 * for one replaced curve, 0 ⪯ S ⪯ 1.
 *
 * @see docs/proofs/curveScores.md, Theorem 2; Mirshani, Reimherr & Slavković (2019), section 6; errata M4
 */
export function curveScoreSensitivity({ foldSizes, normBound }: CurveFolds): number {
  return ofWorstFold({ foldSizes, normBound }, (v, P) => 2 * v + P);
}

/**
 * Largest change of the difference of two scores, of smoothers S and S′, for one replaced curve,
 *
 *     r = (2τ₀²/N) max_k (v_k + 2P_k z_k)√(1 − z_k²),   z_k = 4P_k/(v_k + √(v_k² + 32P_k²)),
 *     P_k = Σ_{l≠k} n_l/(N − n_l)²,   v_k = Σ_{l≠k} n_l o_{kl} + 2(n_k − 1)P_k,
 *
 * where o_{kl} is the maximum minus the minimum of 2t/(N − n_k) + 2t/(N − n_l) − 2t²(P_k − n_l/(N − n_l)²) for 0 ≤ t ≤
 * 1.
 *
 * @see docs/proofs/curveScores.md, Theorem 1
 */
export function curveScoreRange({ foldSizes, normBound }: CurveFolds): number {
  return ofWorstFold({ foldSizes, normBound }, (v, P) => {
    const z = (4 * P) / (v + Math.hypot(v, Math.sqrt(32) * P));
    return 2 * (v + 2 * P * z) * Math.sqrt(1 - z * z);
  });
}

function ofWorstFold({ foldSizes, normBound }: CurveFolds, bound: (v: number, P: number) => number): number {
  const tau = checkPositive("normBound", normBound);
  const { total } = trainingShares(foldSizes);
  const counts = new Map<number, number>();
  for (const size of foldSizes) counts.set(size, (counts.get(size) ?? 0) + 1);
  /** P of all folds but these, without cancellation. */
  const pullsBut = (...left: readonly number[]) => {
    let sum = 0;
    for (const [size, count] of counts) {
      sum += ((count - left.filter((each) => each === size).length) * size) / (total - size) ** 2;
    }
    return sum;
  };
  let most = 0;
  for (const own of counts.keys()) {
    const P = pullsBut(own);
    let v = 2 * (own - 1) * P;
    for (const [size, count] of counts) {
      const others = size === own ? count - 1 : count;
      const linear = 2 / (total - own) + 2 / (total - size);
      if (others > 0) v += others * size * oscillation(linear, 2 * pullsBut(own, size));
    }
    most = Math.max(most, bound(v, P));
  }
  return representableBound(((tau * tau) / total) * most * (1 + 1e-12));
}

/** Maximum minus minimum of at − bt² for 0 ≤ t ≤ 1, a > 0. */
function oscillation(a: number, b: number): number {
  const most = 2 * b > a ? (a * a) / (4 * b) : a - b;
  return most - Math.min(0, a - b);
}

/**
 * Sensitivity of the clipped cross-validated loss of a regularised risk minimiser,
 *
 *     (1/n) Σ_k Σ_{i∈k} min(B, ℓ(yᵢ, f₋ₖ(xᵢ))),   s = (1/n) (B + (M² sup K/λ) max_k Σ_{l ≠ k} n_l/(n − n_l)),
 *
 * for one replaced record.
 *
 * @param foldSizes n_k ≥ 1, at least two; public
 * @param lossBound B > 0, public
 * @param penalty the least λ > 0 among the candidates
 * @param lipschitz M > 0
 * @param kernelBound sup K > 0
 * @see docs/proofs/sensitivities.md, Lemma 2
 */
export function ermScoreSensitivity({
  foldSizes,
  lossBound,
  penalty,
  lipschitz,
  kernelBound,
}: ErmScores & { readonly penalty: number }): number {
  const { total, others } = trainingShares(foldSizes);
  const slope =
    (checkPositive("lipschitz", lipschitz) ** 2 * checkPositive("kernelBound", kernelBound)) /
    checkPositive("penalty", penalty);
  return representableBound((checkPositive("lossBound", lossBound) + slope * others) / total);
}

/**
 * Largest change of the difference of two such scores, of λ ≠ λ′, for one replaced record,
 *
 *     r = (1/n) (min(2B, κ) + κ max_k Σ_{l ≠ k} n_l/(n − n_l)),   κ = M² sup K (1/λ₁ + 1/λ₂),
 *
 * with the two least different penalties.
 *
 * @param penalties λ > 0; a single one gives 2s
 * @see docs/proofs/sensitivities.md, Lemma 3
 */
export function ermScoreRange({
  foldSizes,
  lossBound,
  penalties,
  lipschitz,
  kernelBound,
}: ErmScores & { readonly penalties: readonly number[] }): number {
  if (penalties.length === 0) throw new ParameterError("penalties", "none", "at least one");
  const { total, others } = trainingShares(foldSizes);
  const [first, second = first!] = [
    ...new Set(penalties.map((penalty, k) => checkPositive(`penalties[${k}]`, penalty))),
  ].sort((a, b) => a - b);
  const scale = checkPositive("lipschitz", lipschitz) ** 2 * checkPositive("kernelBound", kernelBound);
  const kappa = scale / first! + scale / second;
  return representableBound((Math.min(2 * checkPositive("lossBound", lossBound), kappa) + kappa * others) / total);
}

/** Bound on score errors of fits within a duality gap g: M√(sup K)√(g/λ). */
export function ermScoreRounding({
  gapTolerance,
  penalty,
  lipschitz,
  kernelBound,
}: {
  readonly gapTolerance: number;
  readonly penalty: number;
  readonly lipschitz: number;
  readonly kernelBound: number;
}): number {
  const distance = Math.sqrt(checkNonNegative("gapTolerance", gapTolerance) / checkPositive("penalty", penalty));
  return checkPositive("lipschitz", lipschitz) * Math.sqrt(checkPositive("kernelBound", kernelBound)) * distance;
}

function trainingShares(foldSizes: readonly number[]): { readonly total: number; readonly others: number } {
  if (!(foldSizes.length >= 2)) throw new ParameterError("foldSizes.length", foldSizes.length, "at least 2");
  const total = foldSizes.reduce((sum, size, k) => sum + checkPositiveInteger(`foldSizes[${k}]`, size), 0);
  const shares = foldSizes.map((size) => size / (total - size));
  const all = shares.reduce((a, b) => a + b);
  return { total, others: all - Math.min(...shares) };
}
