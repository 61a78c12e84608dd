import { checkNonNegative, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * RKHS sensitivity of the regularised risk minimiser f = argmin (1/n) Σ ℓ(yᵢ, f(xᵢ)) + λ‖f‖², without offset, for one
 * replaced record,
 *
 *     Δ = M √(sup K) / (λn).
 *
 * @param recordCount n ≥ 1, public
 * @param penalty λ > 0; must not be chosen from the private data
 * @param lipschitz M > 0, of the loss in its second argument
 * @param kernelBound sup K > 0
 * @see docs/proofs/sensitivities.md, Lemma 8; Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13
 */
export function regularisedErmSensitivity({
  recordCount,
  penalty,
  lipschitz,
  kernelBound,
}: {
  readonly recordCount: number;
  readonly penalty: number;
  readonly lipschitz: number;
  readonly kernelBound: number;
}): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const M = checkPositive("lipschitz", lipschitz);
  return representableBound(
    (M * Math.sqrt(checkPositive("kernelBound", kernelBound))) / (checkPositive("penalty", penalty) * n),
  );
}

/**
 * Sensitivity of an approximate minimiser,
 *
 *     Δ + 2 √(g/λ).
 *
 * @param sensitivity Δ > 0 of the exact minimiser, in the RKHS norm
 * @param gapTolerance g ≥ 0, public, met for every data set
 * @param penalty λ > 0
 * @see docs/proofs/sensitivities.md, Lemma 9
 */
export function gapInflatedSensitivity({
  sensitivity,
  gapTolerance,
  penalty,
}: {
  readonly sensitivity: number;
  readonly gapTolerance: number;
  readonly penalty: number;
}): number {
  const distance = Math.sqrt(checkNonNegative("gapTolerance", gapTolerance) / checkPositive("penalty", penalty));
  return representableBound(checkPositive("sensitivity", sensitivity) + 2 * distance);
}

/** Gap tolerance that raises the sensitivity by a given share: g = λ (share · Δ/2)². */
export function gapToleranceOf({
  sensitivity,
  share,
  penalty,
}: {
  readonly sensitivity: number;
  readonly share: number;
  readonly penalty: number;
}): number {
  const distance = (checkPositive("share", share) * checkPositive("sensitivity", sensitivity)) / 2;
  return representableBound(checkPositive("penalty", penalty) * distance * distance);
}

/** Bound M/(2λ) on Σ|cᵢ| for the minimiser f = Σ cᵢ K(xᵢ, ·) of every data set. */
export function ermCoefficientBound({
  penalty,
  lipschitz,
}: {
  readonly penalty: number;
  readonly lipschitz: number;
}): number {
  return representableBound(checkPositive("lipschitz", lipschitz) / (2 * checkPositive("penalty", penalty)));
}
