/**
 * t: a function of M standard normals with the Lipschitz constant L exceeds its mean by t L with probability at most
 * e^{−t²/2}.
 */
const deviations = 37;

/** Probability e^{−t²/2} of one such event, rounded up. */
export const gaussianNormTail = 5.4e-298;

/**
 * Probability of eight such events together, rounded up. It enters δ(ε) as (1 + e^ε) times this: below 10⁻³¹ for ten
 * thousand releases and ε ≤ 600. t = 16 would use up δ = 10⁻⁵ at ε = 114.
 */
export const gaussianNormFailure = 8 * gaussianNormTail;

/**
 * Bound on F(z) for standard normals z, √E F² + 37 L, which fails with probability at most 5.4·10⁻²⁹⁸.
 *
 * @param meanSquare E F², or (E F)², or more
 * @param lipschitz L, or more: |F(z) − F(z′)| ≤ L ‖z − z′‖₂
 * @see docs/proofs/forwardError.md, Lemma 1
 */
export function gaussianNormBound(meanSquare: number, lipschitz: number): number {
  return Math.sqrt(meanSquare) + deviations * lipschitz;
}
