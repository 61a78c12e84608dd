/**
 * t: a function of standard normals with the Lipschitz constant L exceeds its mean by t L with probability at most
 * e^{−t²/2}.
 */
const deviations = 37;

/** e^{−t²/2}, rounded up. */
export const gaussianNormTail = 5.4e-298;

export const gaussianNormFailure = 8 * gaussianNormTail;

/**
 * √E F² + 37 L ≥ F(z), except with probability `gaussianNormTail`.
 *
 * @param meanSquare E F², or (E F)², or more
 * @param lipschitz L, or more: |F(z) − F(z′)| ≤ L ‖z − z′‖₂
 * @see docs/proofs/forwardError.md, Lemma 1
 */
export function gaussianNormBound(meanSquare: number, lipschitz: number): number {
  return Math.sqrt(meanSquare) + deviations * lipschitz;
}
