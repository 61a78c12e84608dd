import { checkLength, checkPositiveInteger } from "../../checks.ts";
import { largestEigenvalueBound } from "../../linalg/eigen/largestEigenvalue.ts";

/**
 * Bound on max sᵀMs over signs s ∈ {−1, 1}ⁿ.
 *
 * @param M shape (n, n), symmetric and positive semi-definite but for rounding
 * @throws {NumericalError} if M is not finite
 * @see docs/proofs/sensitivities.md, Lemma 4
 */
export function largestSignedSum(M: Float64Array, n: number): number {
  checkLength("M", M, checkPositiveInteger("n", n) ** 2);
  const magnitudes = M.reduce((sum, value) => sum + Math.abs(value), 0) * (1 + n * n * 2 ** -52);
  if (M.every((value) => value >= 0)) return magnitudes;
  const s = new Float64Array(n).fill(1);
  const sums = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) sums[i]! += M[i * n + j]!;
  for (let flips = 0; flips < 10 * n; flips++) {
    // A flip of i adds 4(M_ii − s_i(Ms)_i).
    let best = 0;
    let gain = 1e-12 * magnitudes;
    let found = false;
    for (let i = 0; i < n; i++) {
      const more = M[i * n + i]! - s[i]! * sums[i]!;
      if (more > gain) [best, gain, found] = [i, more, true];
    }
    if (!found) break;
    const sign = -s[best]!;
    s[best] = sign;
    for (let i = 0; i < n; i++) sums[i]! += 2 * sign * M[i * n + best]!;
  }
  const d = s.map((sign, i) => sign * sums[i]!);
  const shift = d.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const above = M.slice();
  for (let i = 0; i < n; i++) above[i * n + i]! += shift - d[i]!;
  const eta = Math.max(0, largestEigenvalueBound(above, n) - shift);
  const total = d.reduce((sum, value) => sum + value, 0) + n * eta;
  return Math.min(magnitudes, total + n * n * 2 ** -50 * shift);
}
