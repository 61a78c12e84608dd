import { checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * Sensitivity of the cross-validation score of a penalised mean of curves in the ball of radius τ,
 *
 *     CV = (1/N) Σ_k Σ_{i∈k} ‖xᵢ − μ̂₋ₖ‖²,   s = (4τ²/N) (1 + 2 max_k Σ_{l ≠ k} n_l/(N − n_l)),
 *
 * when one of N curves is replaced, for every penalty, kernel and range: curves left out must be clipped as well.
 * **Proof.** Shrinkage is at most 1, so ‖μ̂₋ₖ‖ ≤ τ. The replaced curve's own error is between 0 and 4τ². It is in the
 * training curves of every other fold l, where μ̂₋ₗ moves by at most 2τ/(N − n_l), and the squared error of each of n_l
 * curves by at most that times ‖x − μ̂‖ + ‖x − μ̂′‖ ≤ 4τ. Nearly attained: two folds of many curves, one all τv, one
 * all −τv, of which one changes sides. A public term, such as that of the noise, changes nothing.
 *
 * @param foldSizes n_k ≥ 1, at least two; public
 * @param normBound τ > 0, public
 * @throws {ParameterError} if an argument is out of range
 * @see Mirshani, Reimherr & Slavković (2019), section 6; errata M4
 */
export function curveScoreSensitivity({
  foldSizes,
  normBound,
}: {
  readonly foldSizes: readonly number[];
  readonly normBound: number;
}): number {
  const tau = checkPositive("normBound", normBound);
  const { total, others } = trainingShares(foldSizes);
  return representableBound(((4 * tau * tau) / total) * (1 + 2 * others));
}

/**
 * Sensitivity of the cross-validated loss of a regularised risk minimiser, clipped to [0, B],
 *
 *     (1/n) Σ_k Σ_{i∈k} min(B, ℓ(yᵢ, f₋ₖ(xᵢ))),   s = (1/n) (B + (M² sup K/λ) max_k Σ_{l ≠ k} n_l/(n − n_l)),
 *
 * when one of n records is replaced. **Proof.** Its own loss changes by at most B. In every other fold f₋ₗ moves by at
 * most M√(sup K)/(λ(n − n_l)) in the RKHS norm, its values by √(sup K) times that, and a loss by M times those, clipped
 * or not. Of several λ the least one counts.
 *
 * @param foldSizes n_k ≥ 1, at least two; public
 * @param lossBound B > 0, public
 * @param penalty the least λ > 0 among the candidates
 * @param lipschitz M > 0
 * @param kernelBound sup K > 0
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.3
 */
export function ermScoreSensitivity({
  foldSizes,
  lossBound,
  penalty,
  lipschitz,
  kernelBound,
}: {
  readonly foldSizes: readonly number[];
  readonly lossBound: number;
  readonly penalty: number;
  readonly lipschitz: number;
  readonly kernelBound: number;
}): number {
  const { total, others } = trainingShares(foldSizes);
  const slope =
    (checkPositive("lipschitz", lipschitz) ** 2 * checkPositive("kernelBound", kernelBound)) /
    checkPositive("penalty", penalty);
  return representableBound((checkPositive("lossBound", lossBound) + slope * others) / total);
}

/**
 * What the difference of two such scores, of λ ≠ λ′, changes by at most when one record is replaced,
 *
 *     r = (1/n) (min(2B, κ) + κ max_k Σ_{l ≠ k} n_l/(n − n_l)),   κ = M² sup K (1/λ₁ + 1/λ₂),
 *
 * of the two least penalties. **Proof.** The losses of others change by M² sup K/λ times the share, as above, of either. (1) The
 * minimiser is −(1/2λN) Σ ℓ′ᵢ k(xᵢ, ·) with |ℓ′ᵢ| ≤ M, so |f| ≤ M sup K/2λ. (2) So the record's own loss is ℓ(y, 0), cut at
 * B, but for M² sup K/2λ, before and after. (3) ℓ(y, 0) is the same for every λ and falls out of the difference, which leaves
 * κ; and each own loss changes by at most B. Nearly attained where λ₂ is large: fits at one place, all of one class, of which
 * one changes, λ₁ = ½.
 *
 * @param penalties λ > 0, at least one; of one alone 2s, for want of a difference
 * @throws {ParameterError} if an argument is out of range
 */
export function ermScoreRange({
  foldSizes,
  lossBound,
  penalties,
  lipschitz,
  kernelBound,
}: {
  readonly foldSizes: readonly number[];
  readonly lossBound: number;
  readonly penalties: readonly number[];
  readonly lipschitz: number;
  readonly kernelBound: number;
}): number {
  if (penalties.length === 0) throw new ParameterError("penalties", "none", "at least one");
  const { total, others } = trainingShares(foldSizes);
  const [first, second = first!] = penalties
    .map((penalty, k) => checkPositive(`penalties[${k}]`, penalty))
    .toSorted((a, b) => a - b);
  const scale = checkPositive("lipschitz", lipschitz) ** 2 * checkPositive("kernelBound", kernelBound);
  const kappa = scale / first! + scale / second;
  return representableBound((Math.min(2 * checkPositive("lossBound", lossBound), kappa) + kappa * others) / total);
}

/**
 * How far scores can be off if every fit is within a duality gap g of its minimiser: M√(sup K)√(g/λ).
 *
 * @throws {ParameterError} unless g ≥ 0, and M, λ and sup K are positive
 */
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

/** The number of records, and max_k Σ_{l ≠ k} n_l/(n − n_l). */
function trainingShares(foldSizes: readonly number[]): { readonly total: number; readonly others: number } {
  if (!(foldSizes.length >= 2)) throw new ParameterError("foldSizes.length", foldSizes.length, "at least 2");
  const total = foldSizes.reduce((sum, size, k) => sum + checkPositiveInteger(`foldSizes[${k}]`, size), 0);
  const shares = foldSizes.map((size) => size / (total - size));
  const all = shares.reduce((a, b) => a + b);
  return { total, others: all - Math.min(...shares) };
}
