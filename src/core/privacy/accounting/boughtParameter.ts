import { checkNonNegative, checkOpenUnit, checkPositive, checkUnit } from "../../checks.ts";
import { achievedDelta, type PrivacyParameters } from "../calibration/gaussian.ts";

/**
 * δ at ε of a μ-GDP release together with its parameter, bought first from the same records at (ε₀, δ₀),
 *
 *     δ(ε) = δ₀ + (1 − δ₀) (p δ_μ(ε − ε₀) + (1 − p) δ_μ(ε + ε₀)),   p = e^{ε₀}/(1 + e^{ε₀}),
 *
 * δ_μ the Gaussian profile, with δ_μ(−x) = 1 − e^{−x}(1 − δ_μ(x)).
 *
 * @param epsilon ε ≥ 0
 * @param bought ε₀ ≥ 0 and δ₀, 0 for a pure guarantee
 * @param mu μ > 0
 * @see docs/proofs/accounting.md, Lemma 1; Hall, Rinaldo & Wasserman (2013), section 4.1.2
 */
export function deltaWithBoughtParameter({
  epsilon,
  bought,
  mu,
}: {
  readonly epsilon: number;
  readonly bought: PrivacyParameters;
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

/** Pure budget split between a parameter, which gets `share`, and its release. */
export function splitBudget({ epsilon, share }: { readonly epsilon: number; readonly share: number }): {
  readonly parameter: number;
  readonly release: number;
} {
  const parameter = checkPositive("epsilon", epsilon) * checkOpenUnit("share", share);
  return { parameter: checkPositive("epsilon", parameter), release: checkPositive("epsilon", epsilon - parameter) };
}
