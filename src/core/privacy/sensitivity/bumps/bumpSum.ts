/**
 * θ(ω) = Σ e^(−j²/2ω²) over all whole numbers j, the largest sum of a bump of height 1 over a line of points one apart:
 * as a function of its centre c the sum is √(2π)ω(1 + 2Σ_m e^(−2π²m²ω²) cos 2πmc), largest at c = 0 (Poisson).
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
