import { powerOfTwoAtLeast } from "../linalg/fft.ts";
import type { Rows } from "../linalg/smallMatrix.ts";

/**
 * Weights w_ν ≥ 0 of the nodes ν of a mesh, Σ w_ν = 1, to be convolved with one Gaussian after another:
 *
 *     f(x) = Σ_ν w_ν k_H(x − ν) / ((2π)^{d/2} |H|^{1/2}),   k_H(r) = exp(−½ rᵀH⁻¹r),
 *
 * at the points x of a display grid that the mesh refines; on each axis the mesh has one node more at either end. The
 * result is `values`, shape (m,), and a bound η on the 2-norm over the grid of its distance from f, which depends on H
 * and the grid alone.
 *
 * Every offset of the kernel enters, in one of two ways.
 *
 * **Series.** Let Ŵ(ω) = Σ w_ν e^(−iω·ν), and P_j > D_j periods longer than any offset of a grid point from a node. The
 * sum over the lattice ω ∈ Π 2πℤ/P_j,
 *
 *     f_P(x) = (Π P_j)⁻¹ Σ_ω e^(−½ ωᵀHω) Ŵ(ω) e^(iω·x),
 *
 * is f with the kernel repeated at every period (Poisson). With P_j ≥ D_j + √(2X) H_jj^{1/2} the repetitions
 * add at most Σ_(l ≥ 1) 8l e^(−l²X) ≤ 8.1 e^(−X) of the kernel's height. The terms with ½ωᵀHω > X are left out;
 * since e^(−x) ≤ e^(−(1−θ)X) e^(−θx) for x > X, they add up to at most 1.01 θ^(−d/2) e^(−(1−θ)X) of that height,
 * which for θ = d/2X is 1.01 (2eX/d)^(d/2) e^(−X). With X = `reach` = 40 both together stay below `remainder`.
 * That remainder is part of η: noise that hides rounding hides it too.
 *
 * **Samples.** Where the series is longer than the mesh (bandwidths far below a mesh step) or its period out of
 * hand (far beyond the box), the kernel is sampled at every offset on the mesh, on a period without wrap-around.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1; Stein & Weiss (1971), chapter VII, Corollary 2.6
 */
export interface GaussianConvolution {
  /** @throws {ParameterError} unless the bandwidth matrix is symmetric positive definite, d × d */
  (bandwidthMatrix: Rows): { readonly values: Float64Array; readonly roundingError: number };
}

/** X: the largest exponent ½ωᵀHω in a series. */
export const reach = 40;

/** Bound on what a series leaves out, per unit of the kernel's height, at every point: 120 e^(−40). */
export const remainder = 120 * Math.exp(-reach);

/** exp(−x) is 0 in double precision beyond. */
export const underflow = 746;

/**
 * The period of a series along an axis, in grid steps: the least power of two that fits the box, one step more and
 * √(2X) deviations; or undefined, if it exceeds 16 boxes.
 *
 * @param count grid points of the axis
 * @param deviation H_jj^{1/2} in grid steps
 */
export function seriesPeriod(count: number, deviation: number): number | undefined {
  const least = count + deviation * Math.sqrt(2 * reach) * (1 + 2 ** -20);
  return least <= 16 * count ? powerOfTwoAtLeast(Math.max(4, least)) : undefined;
}

/** A period, in grid steps, in which no offset between a grid point and a node wraps round to another. */
export function samplePeriod(count: number): number {
  return powerOfTwoAtLeast(Math.max(4, 2 * count + 1));
}

/**
 * Bound ω on the rounding of tabulated Gaussians: a value e^(−x), whatever the quadratic form x was computed
 * from, is known to within ω(1 + x) e^(−x).
 *
 * Coordinates carry at most 6u; the terms of x, of which the moduli add up to at most κx, carry 24u, and |H|
 * in its denominator (2κ + 1)u more; `exp` and the factor before it less than 16u. 64κu covers them.
 *
 * @param H positive definite, with its determinant; κ = (1 + |r|)/(1 − |r|), r its correlation
 */
export function gaussianRoundoff(H: Rows, determinant: number): number {
  if (H.length === 1) return 64 * 2 ** -53;
  const product = H[0]![0]! * H[1]![1]!;
  return 64 * ((1 + Math.abs(H[0]![1]!) / Math.sqrt(product)) ** 2 / (determinant / product)) * 2 ** -53;
}
