import { checkNonNegative, checkPositive } from "../../checks.ts";

const roundingShare = 1e-3;

/** Least τ of any noise. */
export const smallestJitter = 1e-9;

/**
 * Jitter τ that covers the rounding of an estimate, a power of ten of at least 10⁻⁹. It is the least with which rounding
 * raises the sensitivity by at most a thousandth, or the one with the smallest noise if less. With x = 2η/Δ, rounding and
 * jitter raise the standard deviation of the noise at a point to
 *
 *     c(τ) = (1 + x/√τ) √(1 + τ)
 *
 * times that of Δ alone. Powers of ten keep τ constant while a slider moves.
 *
 * @param roundingError η ≥ 0, data-independent
 * @param sensitivity Δ > 0
 * @throws {ParameterError}
 * @see roundingInflatedSensitivity
 */
export function roundingJitter({
  roundingError,
  sensitivity,
}: {
  readonly roundingError: number;
  readonly sensitivity: number;
}): number {
  const x = (2 * checkNonNegative("roundingError", roundingError)) / checkPositive("sensitivity", sensitivity);
  const isCheap = (tau: number) => x <= roundingShare * (1 + 1e-12) * Math.sqrt(tau);
  // ln c², which keeps small terms for huge η/Δ.
  const cost = (tau: number) => 2 * Math.log1p(x / Math.sqrt(tau)) + Math.log1p(tau);
  let exponent = Math.round(Math.log10(smallestJitter));
  while (!isCheap(10 ** exponent) && exponent < 300 && cost(10 ** (exponent + 1)) < cost(10 ** exponent)) exponent++;
  return 10 ** exponent;
}
