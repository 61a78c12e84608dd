import { checkNonNegative, checkPositive } from "../../checks.ts";

const roundingShare = 1e-3;

/** Least τ of any noise. */
export const smallestJitter = 1e-9;

/**
 * Jitter τ that covers the rounding of an estimate: the least power of ten from 10⁻⁹ on that raises the sensitivity by
 * at most a thousandth, or, if less, that of least noise, c(τ) = (1 + x/√τ) √(1 + τ), x = 2η/Δ.
 *
 * @param roundingError η ≥ 0, data-independent
 * @param sensitivity Δ > 0
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
  // ln c², accurate for huge η/Δ.
  const cost = (tau: number) => 2 * Math.log1p(x / Math.sqrt(tau)) + Math.log1p(tau);
  let exponent = Math.round(Math.log10(smallestJitter));
  while (!isCheap(10 ** exponent) && exponent < 300 && cost(10 ** (exponent + 1)) < cost(10 ** exponent)) exponent++;
  return 10 ** exponent;
}
