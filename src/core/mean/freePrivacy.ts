import { checkPositive } from "../checks.ts";
import { functionalMeanSensitivityBound } from "../privacy/sensitivity/functionalMean.ts";

interface FreePrivacy {
  /** At most E‖μ̃ − μ̂‖², σ² for weights of total 1. */
  readonly noise: number;
  /** At most E‖μ̂ − E μ̂‖². */
  readonly sampling: number;
}

/**
 * Errors of a private penalised mean at φ = c/N in the squared norm Σ wᵢ xᵢ², bounded for any kernel of variance 1,
 *
 *     noise = m²Δ² ≤ (m τ₀)² (2η₀ − 1)^(2 − 1/η₀)/η₀² · c^(−1/η₀) N^(1/η₀ − 2),   sampling ≤ τ₀²/N.
 *
 * Their ratio tends to 0 as N grows if η₀ > 1, and is constant for η₀ = 1.
 *
 * @param share c > 0: φ is c/N
 * @param multiplier m = σ/Δ
 * @see Mirshani, Reimherr & Slavković (2019), Theorem 4.2; errata M5
 */
export function freePrivacy({
  recordCount,
  share,
  power,
  normBound,
  multiplier,
}: {
  readonly recordCount: number;
  readonly share: number;
  readonly power: number;
  readonly normBound: number;
  readonly multiplier: number;
}): FreePrivacy {
  const penalty = checkPositive("share", share) / recordCount;
  const sensitivity = functionalMeanSensitivityBound({ recordCount, normBound, penalty, power });
  return {
    noise: (checkPositive("multiplier", multiplier) * sensitivity) ** 2,
    sampling: normBound ** 2 / recordCount,
  };
}

/**
 * Number of curves from which noise is below the bound on the sampling error, (m² s² c^(−1/η₀))^(η₀/(η₀ − 1)) with the
 * s of `freePrivacy`; none for η₀ = 1.
 */
export function recordsOfFreePrivacy(
  question: Omit<Parameters<typeof freePrivacy>[0], "recordCount">,
): number | undefined {
  const { noise, sampling } = freePrivacy({ ...question, recordCount: 1 });
  return question.power > 1 ? (noise / sampling) ** (question.power / (question.power - 1)) : undefined;
}
