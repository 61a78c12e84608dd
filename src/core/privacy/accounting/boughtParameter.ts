import { checkNonNegative, checkPositive, checkUnit } from "../../checks.ts";
import { achievedDelta } from "../calibration/gaussian.ts";

/**
 * δ at ε of a release whose parameter was bought from the same records first, as a bandwidth is,
 *
 *     δ(ε) = δ₀ + (1 − δ₀) (p δ_μ(ε − ε₀) + (1 − p) δ_μ(ε + ε₀)),   p = e^{ε₀}/(1 + e^{ε₀}),
 *
 * where the parameter cost (ε₀, δ₀) and the release is μ-GDP whatever the parameter is; δ_μ is the Gaussian profile, for negative
 * arguments δ_μ(−x) = 1 − e^{−x}(1 − δ_μ(x)). The bought parameter's two laws are post-processed from those of a coin that says the data set
 * with odds e^{ε₀}, or gives it away with probability δ₀ (Kairouz, Oh & Viswanath 2015); beside a Gaussian release the losses add up.
 * This is exact for a parameter that is such a coin, and at most the simple sum, (ε₀ + ε₁, δ₀ + δ₁).
 *
 * @param epsilon ε ≥ 0
 * @param bought ε₀ ≥ 0 and δ₀, 0 for a pure guarantee
 * @param mu μ > 0
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1.2; Kairouz, Oh & Viswanath (2015), ICML
 */
export function deltaWithBoughtParameter({
  epsilon,
  bought,
  mu,
}: {
  readonly epsilon: number;
  readonly bought: { readonly epsilon: number; readonly delta: number };
  readonly mu: number;
}): number {
  checkNonNegative("epsilon", epsilon);
  checkNonNegative("bought.epsilon", bought.epsilon);
  checkUnit("bought.delta", bought.delta);
  const noiseMultiplier = 1 / checkPositive("mu", mu);
  const profile = (x: number) =>
    x >= 0
      ? achievedDelta({ epsilon: x, noiseMultiplier })
      : 1 - Math.exp(x) * (1 - achievedDelta({ epsilon: -x, noiseMultiplier }));
  const right = 1 / (1 + Math.exp(-bought.epsilon));
  const both = right * profile(epsilon - bought.epsilon) + (1 - right) * profile(epsilon + bought.epsilon);
  return bought.delta + (1 - bought.delta) * both;
}
