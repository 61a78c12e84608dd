import type { Rows } from "../../linalg/smallMatrix.ts";

/**
 * Convolution with Gaussians of the weights w_ν ≥ 0 of the nodes ν of a mesh, Σ w_ν = 1,
 *
 *     f(x) = Σ_ν w_ν k_H(x − ν) / ((2π)^{d/2} |H|^{1/2}),   k_H(r) = exp(−½ rᵀH⁻¹r),
 *
 * at its nodes x, of which the first and last on each axis only carry weight. η ≥ ‖computed − f‖₂ depends on H and the
 * mesh alone.
 *
 * @see docs/proofs/densitySums.md, Lemma 5; Stein & Weiss (1971), chapter VII, Corollary 2.6
 */
export interface GaussianConvolution {
  /**
   * @param H symmetric positive definite, d × d
   * @param values receives the result, shape (m,)
   * @returns η
   */
  (H: Rows, values: Float64Array): number;
}

/** X, the largest exponent ½ωᵀHω in a series on a line. */
export const reach = 40;

/** Bound on the remainder of a series on a line over the kernel's height. */
export const remainder = 120 * Math.exp(-reach);

export const underflow = 746;

/**
 * Period of a series along an axis, in steps: a `periodAtLeast` that fits the box and √(2X) deviations; undefined if
 * these exceed 16 boxes.
 *
 * @param count nodes of the axis, without the outermost
 * @param deviation H_jj^{1/2} in steps
 */
export function seriesPeriod(count: number, deviation: number): number | undefined {
  const least = count + deviation * Math.sqrt(2 * reach) * (1 + 2 ** -20);
  return least <= 16 * count ? periodAtLeast(Math.max(least, count + 2)) : undefined;
}

/** Period, in steps, without wrap-around. */
export function samplePeriod(count: number): number {
  return periodAtLeast(2 * count + 1);
}

/** Least even period of at least n that is 2ᵃ, or 9/8, 5/4, 3/2 or 15/8 of it. */
function periodAtLeast(n: number): number {
  let eighth = 2;
  while (16 * eighth < n) eighth *= 2;
  return eighth * (n <= 8 * eighth ? 8 : [9, 10, 12, 15, 16].find((share) => share * eighth >= n)!);
}

/**
 * Bound ω on the rounding of tabulated Gaussians: a value e^(−x) is known to within ω(1 + x) e^(−x).
 *
 * @param definiteness |H| over the product of its diagonal, 1 − r²: at least 1e-10; κ = (1 + |r|)/(1 − |r|)
 */
export function gaussianRoundoff(definiteness: number): number {
  const r = Math.sqrt(Math.max(0, 1 - definiteness));
  return 64 * ((1 + r) ** 2 / definiteness) * 2 ** -53;
}
