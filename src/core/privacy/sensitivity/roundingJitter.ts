import { checkNonNegative, checkPositive } from "../../checks.ts";

/** Share by which rounding may raise Δ. */
const roundingShare = 1e-3;
const leastJitter = 1e-9;

/**
 * The jitter τ with which rounding of the estimate raises the sensitivity by at most a thousandth: the least power of
 * ten of at least 10⁻⁹ and (2η/10⁻³Δ)². It is public, like η and Δ; powers of ten keep it still while a slider moves.
 *
 * @param roundingError η ≥ 0, data-independent
 * @param sensitivity Δ > 0
 * @throws {ParameterError} if an argument is outside its range
 * @see roundingInflatedSensitivity
 */
export function roundingJitter({
  roundingError,
  sensitivity,
}: {
  readonly roundingError: number;
  readonly sensitivity: number;
}): number {
  const ratio =
    (2 * checkNonNegative("roundingError", roundingError)) /
    (roundingShare * checkPositive("sensitivity", sensitivity));
  return 10 ** Math.ceil(Math.log10(Math.max(leastJitter, ratio * ratio)) - 1e-12);
}
