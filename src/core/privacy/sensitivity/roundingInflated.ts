import { checkNonNegative, checkPositive } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { representableBound } from "../../representableBound.ts";

/**
 * Sensitivity that covers an estimate computed with rounding errors, Δ + 2η/√τ.
 *
 * @param sensitivity Δ > 0, of the exact estimate, in the RKHS norm of K
 * @param roundingError η ≥ 0, bound on ‖computed − exact‖₂ over the grid
 * @param jitter τ ≥ 0, with the noise covariance at least K + τI at unit scale
 * @throws {ParameterError} outside these ranges, or if τ = 0 while η > 0
 * @throws {NumericalError} beyond the doubles
 * @see docs/proofs/sensitivities.md, Lemma 10
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
