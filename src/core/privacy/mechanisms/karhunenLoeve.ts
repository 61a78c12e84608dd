import { checkLength, checkNonNegative, checkPositive, checkPositiveInteger, checkUnit } from "../../checks.ts";
import { covarianceSpectrum } from "../../kernels/covarianceSpectrum.ts";
import type { Kernel } from "../../kernels/kernel.ts";

/** Leading part of K(s, t) = Σ λ_j φ_j(s) φ_j(t), φ_j orthonormal in L². */
interface KarhunenLoeve {
  /** λ₁ ≥ λ₂ ≥ …, shape (m,). */
  readonly eigenvalues: Float64Array;
  /** φ_j at points of [0, 1], one row per j (errata W2). */
  readonly evaluate: (at: Float64Array) => readonly Float64Array[];
}

/**
 * Karhunen–Loève expansion of exp(−γ|s − t|) on [0, 1], in closed form: with tan θ_j = γ/ω_j,
 *
 *     ω_j = (j − 1)π + 2 arctan(γ/ω_j),   λ_j = 2γ/(ω_j² + γ²),   φ_j(t) = √(2/(1 + λ_j)) cos(ω_j t − θ_j).
 *
 * @param rate γ > 0
 * @param count m ≥ 1
 * @see Hall, Rinaldo & Wasserman (2011), proof of Proposition 2.1; errata W2
 */
export function exponentialKarhunenLoeve({
  rate,
  count,
}: {
  readonly rate: number;
  readonly count: number;
}): KarhunenLoeve & { readonly frequencies: Float64Array } {
  const gamma = checkPositive("rate", rate);
  const m = checkPositiveInteger("count", count);
  const frequencies = Float64Array.from({ length: m }, (_, j) => {
    let omega = j * Math.PI;
    for (;;) {
      const short = j * Math.PI + 2 * Math.atan2(gamma, omega) - omega;
      const next = omega + short / (1 + (2 * gamma) / (omega * omega + gamma * gamma));
      if (!(next > omega)) return omega;
      omega = next;
    }
  });
  const eigenvalues = frequencies.map((omega) => (2 * gamma) / (omega * omega + gamma * gamma));
  return {
    frequencies,
    eigenvalues,
    evaluate: (at) => {
      for (let i = 0; i < at.length; i++) checkUnit(`at[${i}]`, at[i]!);
      return Array.from(frequencies, (omega, j) => {
        const phase = Math.atan2(gamma, omega);
        const amplitude = Math.sqrt(2 / (1 + eigenvalues[j]!));
        return at.map((t) => amplitude * Math.cos(omega * t - phase));
      });
    },
  };
}

/**
 * Karhunen–Loève expansion of any kernel on a grid with the norm Σ wᵢ xᵢ². All m terms give K (errata M7).
 *
 * @param grid m ≥ 2 increasing points, public
 * @param weights w > 0, shape (m,)
 * @param count at most m
 */
export function gridKarhunenLoeve({
  kernel,
  grid,
  weights,
  count,
}: {
  readonly kernel: Kernel;
  readonly grid: Float64Array;
  readonly weights: Float64Array;
  readonly count: number;
}): { readonly eigenvalues: Float64Array; readonly eigenfunctions: readonly Float64Array[] } {
  const m = grid.length;
  checkLength("eigenvalues", new Float64Array(Math.min(m, checkPositiveInteger("count", count))), count);
  const { eigenvalues, eigenvectors } = covarianceSpectrum({ kernel, grid, weights });
  return {
    eigenvalues: eigenvalues.slice(0, count),
    eigenfunctions: Array.from({ length: count }, (_, j) =>
      eigenvectors.slice(j * m, (j + 1) * m).map((u, i) => u / Math.sqrt(weights[i]!)),
    ),
  };
}

/**
 * Mean integrated square of the noise, E∫(σG)² = σ² ∫K(x, x)dx; for m Karhunen–Loève terms σ² Σ_{j ≤ m} λ_j.
 *
 * @param noiseScale σ ≥ 0
 * @param trace ∫K(x, x)dx, or Σ_{j ≤ m} λ_j, ≥ 0
 * @see Hall, Rinaldo & Wasserman (2011), section 2; errata W5
 */
export function integratedSquaredNoise({
  noiseScale,
  trace,
}: {
  readonly noiseScale: number;
  readonly trace: number;
}): number {
  return checkNonNegative("noiseScale", noiseScale) ** 2 * checkNonNegative("trace", trace);
}
