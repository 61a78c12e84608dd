/** t: a function of M standard normals with the Lipschitz constant L exceeds its mean by t L with probability e^{−t²/2} at most. */
const deviations = 9.7;

/** Of eight such events together, 8e^{−t²/2}, rounded up. */
export const gaussianNormFailure = 3e-20;

/**
 * A bound on F(z) for standard normals z, √E F² + 9.7 L, that fails with probability 4·10⁻²¹ at most; for F = ‖Dz‖₂ it is
 * ‖D‖_F + 9.7 ‖D‖.
 *
 * @param meanSquare E F², or (E F)², or more
 * @param lipschitz L, or more: |F(z) − F(z′)| ≤ L ‖z − z′‖₂
 * @see docs/proofs/forwardError.md, Lemma 1
 */
export function gaussianNormBound(meanSquare: number, lipschitz: number): number {
  return Math.sqrt(meanSquare) + deviations * lipschitz;
}
