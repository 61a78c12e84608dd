import { checkNonNegative, checkOpenUnit, checkPositive, checkUnit } from "../../checks.ts";
import { achievedDelta } from "../calibration/gaussian.ts";

/**
 * δ at ε of a release together with its parameter, such as a bandwidth, bought first from the same records,
 *
 *     δ(ε) = δ₀ + (1 − δ₀) (p δ_μ(ε − ε₀) + (1 − p) δ_μ(ε + ε₀)),   p = e^{ε₀}/(1 + e^{ε₀}),
 *
 * where the parameter cost (ε₀, δ₀), and the release is μ-GDP for every value of the parameter. δ_μ is the Gaussian
 * profile; for negative arguments δ_μ(−x) = 1 − e^{−x}(1 − δ_μ(x)).
 *
 * @param epsilon ε ≥ 0
 * @param bought ε₀ ≥ 0 and δ₀, 0 for a pure guarantee
 * @param mu μ > 0
 * @throws {ParameterError}
 * @see docs/proofs/accounting.md, Lemma 1; Hall, Rinaldo & Wasserman (2013), section 4.1.2; Kairouz, Oh & Viswanath
 *   (2015), ICML
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

/**
 * Pure budget split between a parameter and its release.
 *
 * @param epsilon ε > 0
 * @param share of the parameter, strictly between 0 and 1
 * @throws {ParameterError}
 */
export function splitBudget({ epsilon, share }: { readonly epsilon: number; readonly share: number }): {
  readonly parameter: number;
  readonly release: number;
} {
  const parameter = checkPositive("epsilon", epsilon) * checkOpenUnit("share", share);
  return { parameter: checkPositive("epsilon", parameter), release: checkPositive("epsilon", epsilon - parameter) };
}
