import { checkOpenUnit } from "../../src/core/checks.ts";
import { NumericalError, ParameterError } from "../../src/core/errors.ts";
import { deltaWithBoughtParameter } from "../../src/core/privacy/accounting/boughtParameter.ts";

/**
 * Smallest multiplier σ/Δ with which a release and its bought parameter are together (ε, δ)-private, rounded up.
 *
 * Bisection on ln μ aims 10⁻¹² below δ and returns 10⁻¹² more.
 *
 * @param epsilon ε > ε₀, or the purchase has used it up
 * @param delta δ, δ₀ < δ < 1
 * @throws {ParameterError} if nothing of the budget is left, or an argument is out of range
 */
export function noiseMultiplierWithBoughtParameter({
  epsilon,
  delta,
  bought,
}: {
  readonly epsilon: number;
  readonly delta: number;
  readonly bought: { readonly epsilon: number; readonly delta: number };
}): number {
  checkOpenUnit("delta", delta);
  if (!(epsilon > bought.epsilon && epsilon < Infinity)) {
    throw new ParameterError("epsilon", epsilon, `finite and above the ${bought.epsilon} that the parameter cost`);
  }
  if (!(delta > bought.delta))
    throw new ParameterError("delta", delta, `above the ${bought.delta} that the parameter cost`);
  const slack = 1e-12;
  const isValid = (logMu: number) =>
    deltaWithBoughtParameter({ epsilon, bought, mu: Math.exp(logMu) }) <= delta * (1 - slack);
  let [low, high] = [-700, 10];
  if (!isValid(low))
    throw new NumericalError(`no representable noise multiplier for epsilon ${epsilon}, delta ${delta}`);
  for (;;) {
    const middle = (low + high) / 2;
    if (!(middle > low && middle < high)) return Math.exp(-low) * (1 + slack);
    if (isValid(middle)) low = middle;
    else high = middle;
  }
}
