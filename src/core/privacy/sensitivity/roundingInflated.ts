import { checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * Sensitivity that covers an estimate computed with rounding errors,
 *
 *     Δ + 2η/√τ.
 *
 * On the grid, two computed neighbours differ by v + e − e′, where ‖v‖ ≤ Δ in the norm of K⁻¹ and ‖e‖₂, ‖e′‖₂ ≤ η. Noise
 * of covariance C ⪰ K + τI makes √(vᵀC⁻¹v) ≤ Δ and √(eᵀC⁻¹e) ≤ η/√τ, because C⁻¹ ⪯ (K + τI)⁻¹, which is below both K⁻¹ and
 * I/τ. The three norms add up.
 *
 * @param sensitivity Δ > 0, of the exact estimate, in the RKHS norm of K
 * @param roundingError η ≥ 0, bound on the 2-norm over the grid of computed minus exact estimate
 * @param jitter τ ≥ 0, with the noise covariance at least K + τI at unit scale
 * @throws {ParameterError} outside these ranges, or if τ = 0 while η > 0
 * @throws {NumericalError} if a double cannot hold the result
 */
export function roundingInflatedSensitivity({
  sensitivity,
  roundingError,
  jitter,
}: {
  readonly sensitivity: number;
  readonly roundingError: number;
  readonly jitter: number;
}): number {
  checkPositive("sensitivity", sensitivity);
  checkNonNegative("roundingError", roundingError);
  checkNonNegative("jitter", jitter);
  if (roundingError === 0) return sensitivity;
  if (jitter === 0) throw new ParameterError("jitter", jitter, "positive when the estimate is rounded");
  return representableBound(sensitivity + (2 * roundingError) / Math.sqrt(jitter));
}
