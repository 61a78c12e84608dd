/**
 * θ(ω) = Σ e^(−j²/2ω²) over all whole j, the largest sum of a bump of height 1 over unit-spaced points
 * (docs/proofs/latticeKernelDensity.md, Lemma 2).
 *
 * @param tau standard deviation of the bump over the distance of the points, > 0
 */
export function bumpSum(tau: number): number {
  if (!(tau > 1)) {
    let sum = 1;
    for (let j = 1; j < 10; j++) sum += 2 * Math.exp(-0.5 * (j / tau) ** 2);
    return sum;
  }
  return Math.sqrt(2 * Math.PI) * tau * (1 + 3 * Math.exp(-2 * Math.PI ** 2 * tau ** 2));
}
