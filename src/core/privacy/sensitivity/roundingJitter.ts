import { checkNonNegative, checkPositive } from "../../checks.ts";

const roundingShare = 1e-3;

/** Least τ of any noise, also of a release, whose dither and not τ covers rounding of the estimate. */
export const smallestJitter = 1e-9;

/**
 * Jitter τ that covers the rounding of an estimate, a power of ten of at least 10⁻⁹. It is the least with which rounding
 * raises the sensitivity by at most a thousandth, or the one with the smallest noise if less. With x = 2η/Δ, rounding and
 * jitter together raise the standard deviation of the noise at a point to
 *
 *     c(τ) = (1 + x/√τ) √(1 + τ)
 *
 * times that of Δ alone. The least c is about 1 + 3/2 x^{2/3}, at τ ≈ x^{2/3}, and a thousandth needs τ = 10⁶x². That is
 * cheap up to x = 3·10⁻⁵; at x = 10⁻² it needs τ = 100 and c = 10, where τ = 0.1 has c = 1.08. τ is public; powers of ten
 * keep it constant while a slider moves.
 *
 * Large η/Δ occur with landmarks in the plane: coefficients a = L⁻ᵀw of f = Σ aⱼK(zⱼ, ·) may be 10³√r times as large as w,
 * for the jitter τ_L = 10⁻⁶ of their factor. Their sum cancels, so η is a share of Σ|aⱼ|, while Δ falls like 1/n. On 200 ×
 * 200 points with ℓ = 0.05 and r = 400, x = 2·10⁻⁵, 2·10⁻³ and 10⁻² for n = 100, 10⁴ and 5·10⁴, and τ = 10⁻³, 0.01 and
 * 0.1, c = 1.001, 1.03 and 1.08. On a line, r = 26, x ≤ 4·10⁻⁵ and τ ≤ 10⁻³. Without landmarks x = 10⁻⁵ at most, for 10⁴
 * records in the plane.
 *
 * @param roundingError η ≥ 0, data-independent
 * @param sensitivity Δ > 0
 * @throws {ParameterError} outside these ranges
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
  // Compares ln c²: for huge η/Δ terms of c below 1 + τ would be lost.
  const cost = (tau: number) => 2 * Math.log1p(x / Math.sqrt(tau)) + Math.log1p(tau);
  let exponent = Math.round(Math.log10(smallestJitter));
  while (!isCheap(10 ** exponent) && exponent < 300 && cost(10 ** (exponent + 1)) < cost(10 ** exponent)) exponent++;
  return 10 ** exponent;
}
