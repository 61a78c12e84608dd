import { plainArithmetic } from "../arithmetic/plainArithmetic.ts";
import { symmetricEigen } from "../linalg/eigen/symmetricEigen.ts";

/**
 * Leading eigenfunctions v₁, v₂, … of a covariance kernel on a grid with weights 1/m, of norm 1,
 *
 *     (1/m) Σₖ K(tᵢ, tₖ) vⱼ(tₖ) = λⱼ vⱼ(tᵢ),   (1/m) Σₖ vⱼ(tₖ)² = 1,   λ₁ ≥ λ₂ ≥ …,
 *
 * with the sign that makes vⱼ(t₁) ≥ 0. Plain arithmetic: the same table on every machine.
 *
 * @param covariance K, symmetric and positive semi-definite
 * @param grid shape (m,)
 * @param count at most m
 * @returns count functions, each of shape (m,)
 */
export function leadingEigenfunctions({
  covariance,
  grid,
  count,
}: {
  readonly covariance: (s: number, t: number) => number;
  readonly grid: Float64Array;
  readonly count: number;
}): readonly Float64Array[] {
  const m = grid.length;
  const K = Float64Array.from({ length: m * m }, (_, k) => covariance(grid[Math.floor(k / m)]!, grid[k % m]!));
  const { vectors } = symmetricEigen(K, m, plainArithmetic());
  return Array.from({ length: count }, (_, j) => {
    const vector = vectors.subarray(j * m, (j + 1) * m);
    return vector.map((value) => Math.sqrt(m) * (vector[0]! < 0 ? -1 : 1) * value);
  });
}

/**
 * Curves with given scores on given eigenfunctions,
 *
 *     Xᵢ(t) = μ(t) + Σⱼ j^(−p/2) Uᵢⱼ vⱼ(t).
 *
 * @param mean μ on the grid, shape (m,)
 * @param eigenfunctions v₁, v₂, …, each of shape (m,)
 * @param scores Uᵢ of each curve, with one number for each eigenfunction
 * @param decay p > 1: the larger, the smoother the curves
 * @returns row-major, shape (n, m)
 * @see Mirshani, Reimherr & Slavković (2019), section 5, eq. (4)
 */
export function karhunenLoeveCurves({
  mean,
  eigenfunctions,
  scores,
  decay,
}: {
  readonly mean: Float64Array;
  readonly eigenfunctions: readonly ArrayLike<number>[];
  readonly scores: readonly ArrayLike<number>[];
  readonly decay: number;
}): Float64Array {
  const m = mean.length;
  const curves = new Float64Array(scores.length * m);
  scores.forEach((U, i) => {
    const curve = curves.subarray(i * m, (i + 1) * m);
    curve.set(mean);
    eigenfunctions.forEach((v, j) => {
      // Engines disagree on the last bit of fractional powers, but not on these functions.
      const size = Math.exp(-0.5 * decay * Math.log(j + 1)) * U[j]!;
      for (let k = 0; k < m; k++) curve[k]! += size * v[k]!;
    });
  });
  return curves;
}

/**
 * Bound on the norm of every curve of `karhunenLoeveCurves`, whatever the scores,
 *
 *     ‖Xᵢ‖ ≤ ‖μ‖ + u √(Σⱼ j^(−p)),   |Uᵢⱼ| ≤ u,
 *
 * the eigenfunctions orthonormal. Public, unlike the paper's τ₀ = maxᵢ ‖Xᵢ‖.
 *
 * @param mean μ on the grid, with weights 1/m
 * @param scoreBound u
 * @see errata M3; Mirshani, Reimherr & Slavković (2019), section 5
 */
export function karhunenLoeveNormBound({
  mean,
  count,
  decay,
  scoreBound,
}: {
  readonly mean: Float64Array;
  readonly count: number;
  readonly decay: number;
  readonly scoreBound: number;
}): number {
  const meanNorm = Math.sqrt(mean.reduce((sum, value) => sum + value * value, 0) / mean.length);
  let sum = 0;
  for (let j = 1; j <= count; j++) sum += j ** -decay;
  return meanNorm + scoreBound * Math.sqrt(sum);
}
