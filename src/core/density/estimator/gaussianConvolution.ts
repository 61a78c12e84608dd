import type { Rows } from "../../linalg/smallMatrix.ts";

/**
 * Weights w_ν ≥ 0 of the nodes ν of a mesh, Σ w_ν = 1, to be convolved with one Gaussian after another:
 *
 *     f(x) = Σ_ν w_ν k_H(x − ν) / ((2π)^{d/2} |H|^{1/2}),   k_H(r) = exp(−½ rᵀH⁻¹r),
 *
 * at the nodes x of the mesh; on each axis the first and the last node only carry weight. η bounds the distance of the
 * computed values from f in the 2-norm, and depends on H and the mesh alone. Every offset of the kernel enters, in one of
 * two ways.
 *
 * **Series.** Let Ŵ(ω) = Σ w_ν e^(−iω·ν), and P_j > D_j periods longer than any offset of a node x from a node ν. The sum
 * over the lattice ω ∈ Π 2πℤ/P_j,
 *
 *     f_P(x) = (Π P_j)⁻¹ Σ_ω e^(−½ ωᵀHω) Ŵ(ω) e^(iω·x),
 *
 * is f with the kernel repeated at every period (Poisson).
 *
 * 1. With P_j ≥ D_j + √(2X) H_jj^{1/2} the repetitions add at most Σ_(l ≥ 1) 8l e^(−l²X) ≤ 8.1 e^(−X) of the kernel's
 *    height.
 * 2. The terms with ½ωᵀHω > X are left out. Since e^(−x) ≤ e^(−(1−θ)X) e^(−θx) for x > X, they add up to at most 1.01
 *    θ^(−d/2) e^(−(1−θ)X) of that height, which for θ = d/2X is 1.01 (2eX/d)^(d/2) e^(−X).
 * 3. On a line X = `reach` = 40, and both together stay below `remainder`. In the plane fewer terms suffice, because the
 *    omitted part is bounded in the 2-norm (gaussianSeriesOnPlane.ts).
 *
 * That remainder is part of η: noise that hides rounding hides it too.
 *
 * **Samples.** The series may be longer than the mesh (bandwidths far below a mesh step), or its period too long (far
 * beyond the box). Then the kernel is sampled at every offset on the mesh, on a period without wrap-around.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1; Stein & Weiss (1971), chapter VII, Corollary 2.6
 */
export interface GaussianConvolution {
  /**
   * @param H symmetric positive definite, d × d
   * @param values receives the result, shape (m,)
   * @returns η
   */
  (H: Rows, values: Float64Array): number;
}

/** X: the largest exponent ½ωᵀHω in a series on a line; also sets the period of every series. */
export const reach = 40;

/** Bound on the remainder of a series on a line, per unit of the kernel's height, at every point: 120 e^(−40). */
export const remainder = 120 * Math.exp(-reach);

/** The x above which exp(−x) is 0 in double precision. */
export const underflow = 746;

/**
 * Period of a series along an axis, in steps: a `periodAtLeast` that fits the box, one step more and √(2X) deviations,
 * and holds all nodes. Undefined if these exceed 16 boxes.
 *
 * @param count nodes of the axis, without the outermost
 * @param deviation H_jj^{1/2} in steps
 */
export function seriesPeriod(count: number, deviation: number): number | undefined {
  const least = count + deviation * Math.sqrt(2 * reach) * (1 + 2 ** -20);
  return least <= 16 * count ? periodAtLeast(Math.max(least, count + 2)) : undefined;
}

/** Period, in steps, in which no offset between two nodes wraps round to another, if one of them is not outermost. */
export function samplePeriod(count: number): number {
  return periodAtLeast(2 * count + 1);
}

/**
 * Least even period of at least n that is 2ᵃ, or 9/8, 5/4, 3/2 or 15/8 of it. The transforms accept these, and they are
 * coarse enough for neighbouring bandwidths to share one.
 */
function periodAtLeast(n: number): number {
  let eighth = 2;
  while (16 * eighth < n) eighth *= 2;
  return eighth * (n <= 8 * eighth ? 8 : [9, 10, 12, 15, 16].find((share) => share * eighth >= n)!);
}

/**
 * Bound ω on the rounding of tabulated Gaussians: a value e^(−x), from any quadratic form x, is known to within ω(1 + x)
 * e^(−x).
 *
 * Coordinates carry at most 6u. The terms of x, whose moduli add up to at most κx, carry 24u, and |H| in the denominator
 * (2κ + 1)u more. Up to three exponentials and the factor before them carry less than 32u. 64κu covers them.
 *
 * @param definiteness |H| over the product of its diagonal, 1 − r² for the correlation r: 1 in one dimension, at least
 *   1e-10; κ = (1 + |r|)/(1 − |r|)
 */
export function gaussianRoundoff(definiteness: number): number {
  const r = Math.sqrt(Math.max(0, 1 - definiteness));
  return 64 * ((1 + r) ** 2 / definiteness) * 2 ** -53;
}
