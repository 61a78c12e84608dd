import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { representableBound } from "../../representableBound.ts";

interface FunctionalMeanSizes {
  /** N ≥ 1 curves, public. */
  readonly recordCount: number;
  /** τ₀ > 0, public: bound on ‖x‖. */
  readonly normBound: number;
  /** φ > 0. */
  readonly penalty: number;
  /** η₀ ≥ 1. */
  readonly power: number;
}

/**
 * Sensitivity of the penalised mean in the Cameron–Martin norm of noise with the same covariance,
 *
 *     Δ = (2τ₀/N) max_j √(λ_j^(2η₀−1)) / (λ_j^η₀ + φ),
 *
 * for one replaced curve. Attained.
 *
 * @param eigenvalues of the discretised operator, ≥ 0
 * @see Mirshani, Reimherr & Slavković (2019), Theorem 4.1, first bound; errata M7, M12
 */
export function functionalMeanSensitivity({
  recordCount,
  normBound,
  eigenvalues,
  penalty,
  power,
}: FunctionalMeanSizes & { readonly eigenvalues: ArrayLike<number> }): number {
  const phi = checkPositive("penalty", penalty);
  const eta = checkPower(power);
  let largest = 0;
  for (let j = 0; j < eigenvalues.length; j++) {
    const lambda = eigenvalues[j]!;
    if (!(lambda >= 0 && lambda < Infinity))
      throw new ParameterError(`eigenvalues[${j}]`, lambda, "non-negative and finite");
    // As in the estimator, with the same underflow.
    const raised = lambda ** eta;
    if (lambda > 0) largest = Math.max(largest, raised / (raised + phi) / Math.sqrt(lambda));
  }
  return representableBound(
    ((2 * checkPositive("normBound", normBound)) / checkPositiveInteger("recordCount", recordCount)) * largest,
  );
}

/**
 * Bound on functionalMeanSensitivity without eigenvalues,
 *
 *     Δ ≤ (τ₀/N) φ^(−1/(2η₀)) √((2η₀ − 1)^(2 − 1/η₀)) / η₀.
 *
 * @see Mirshani, Reimherr & Slavković (2019), Theorem 4.1, second bound
 */
export function functionalMeanSensitivityBound({
  recordCount,
  normBound,
  penalty,
  power,
}: FunctionalMeanSizes): number {
  const eta = checkPower(power);
  const shape = Math.sqrt((2 * eta - 1) ** (2 - 1 / eta)) / eta;
  const scale = checkPositive("normBound", normBound) / checkPositiveInteger("recordCount", recordCount);
  return representableBound(scale * checkPositive("penalty", penalty) ** (-1 / (2 * eta)) * shape);
}

function checkPower(power: number): number {
  if (Number.isFinite(power) && power >= 1) return power;
  throw new ParameterError("power", power, "at least 1 and finite");
}
