/**
 * t: a function of M standard normals with the Lipschitz constant L exceeds its mean by t L with probability e^{−t²/2}
 * at most.
 */
const deviations = 16;

/**
 * Of eight such events together, 8e^{−t²/2}, rounded up. It enters δ(ε) as (1 + e^ε) times this, which stays below
 * 10⁻¹² up to ε = 97; t = 9.7 would use up δ = 10⁻⁵ at ε = 34, and make the bounds smaller by a factor of at most 1.65.
 */
export const gaussianNormFailure = 2.1e-55;

/**
 * A bound on F(z) for standard normals z, √E F² + 16 L, that fails with probability 2.6·10⁻⁵⁶ at most; for F = ‖Dz‖₂ it is
 * ‖D‖_F + 16 ‖D‖.
 *
 * @param meanSquare E F², or (E F)², or more
 * @param lipschitz L, or more: |F(z) − F(z′)| ≤ L ‖z − z′‖₂
 * @see docs/proofs/forwardError.md, Lemma 1
 */
export function gaussianNormBound(meanSquare: number, lipschitz: number): number {
  return Math.sqrt(meanSquare) + deviations * lipschitz;
}
