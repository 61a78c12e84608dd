import { checkPositive } from "../../checks.ts";

/**
 * t from which Huber's loss is the square loss r²/2 of a ridge regression, for responses in [−1, 1] and sup K ≤ 1,
 *
 *     t = 1 + 1/√(2λ).
 *
 * A fit with f = 0 costs at most ½, so λ‖f‖² ≤ ½ and no residual is beyond t. Where a declared share of a group is too
 * small, residuals may be: the loss is Huber's there, and its M is still t.
 *
 * @param penalty λ > 0
 * @see docs/proofs/sensitivities.md, Lemma 15; Aldà & Rubinstein (2017), section 6; errata A3
 */
export function ridgeThreshold(penalty: number): number {
  return (1 + 1 / Math.sqrt(2 * checkPositive("penalty", penalty))) * (1 + 1e-12);
}
