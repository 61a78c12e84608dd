/**
 * t: a function of M standard normals with the Lipschitz constant L exceeds its mean by t L with probability e^{−t²/2}
 * at most.
 */
const deviations = 37;

/** Of one such event, e^{−t²/2}, rounded up. */
export const gaussianNormTail = 5.4e-298;

/**
 * Of eight such events together, rounded up. It enters δ(ε) as (1 + e^ε) times this, which ten thousand releases do not
 * bring to 10⁻³¹ up to ε = 600, the largest budget there is; t = 16 would use up δ = 10⁻⁵ at ε = 114, and make the
 * bounds smaller by a factor of at most 2.3.
 */
export const gaussianNormFailure = 8 * gaussianNormTail;

/**
 * A bound on F(z) for standard normals z, √E F² + 37 L, that fails with probability 5.4·10⁻²⁹⁸ at most; for F = ‖Dz‖₂ it is
 * ‖D‖_F + 37 ‖D‖.
 *
 * @param meanSquare E F², or (E F)², or more
 * @param lipschitz L, or more: |F(z) − F(z′)| ≤ L ‖z − z′‖₂
 * @see docs/proofs/forwardError.md, Lemma 1
 */
export function gaussianNormBound(meanSquare: number, lipschitz: number): number {
  return Math.sqrt(meanSquare) + deviations * lipschitz;
}
