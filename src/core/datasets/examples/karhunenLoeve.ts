/**
 * The leading eigenfunctions v₁, v₂, … of a covariance kernel on a grid with weights 1/m, of norm 1,
 *
 *     (1/m) Σₖ K(tᵢ, tₖ) vⱼ(tₖ) = λⱼ vⱼ(tᵢ),   (1/m) Σₖ vⱼ(tₖ)² = 1,   λ₁ ≥ λ₂ ≥ …,
 *
 * with the sign that makes vⱼ(t₁) ≥ 0. By Jacobi's cyclic rotations: for the small grids of the examples.
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
  const K = Array.from(grid, (s) => grid.map((t) => covariance(s, t)));
  const V = Array.from(grid, (_, i) => Float64Array.from(grid, (_, j) => (i === j ? 1 : 0)));
  for (let sweep = 0; sweep < mostSweeps; sweep++) {
    let rotated = false;
    for (let p = 0; p < m; p++) {
      for (let q = p + 1; q < m; q++) rotated = rotate(K, V, p, q) || rotated;
    }
    if (!rotated) break;
  }
  return Array.from(grid.keys())
    .sort((a, b) => K[b]![b]! - K[a]![a]!)
    .slice(0, count)
    .map((j) => V[j]!.map((value) => Math.sqrt(m) * Math.sign(V[j]![0]!) * value));
}

const mostSweeps = 30;
const negligible = 1e-17;

/** Makes K[p][q] zero; row j of V becomes eigenvector j. @returns false if it was negligible */
function rotate(K: Float64Array[], V: Float64Array[], p: number, q: number): boolean {
  const Kp = K[p]!;
  const Kq = K[q]!;
  const off = Kp[q]!;
  if (Math.abs(off) <= negligible) return false;
  const theta = (Kq[q]! - Kp[p]!) / (2 * off);
  const tangent = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(1, theta));
  const c = 1 / Math.hypot(1, tangent);
  const s = tangent * c;
  const mix = (a: Float64Array, b: Float64Array) => {
    for (let k = 0; k < a.length; k++) {
      const x = a[k]!;
      const y = b[k]!;
      a[k] = c * x - s * y;
      b[k] = s * x + c * y;
    }
  };
  mix(Kp, Kq);
  for (const row of K) {
    const x = row[p]!;
    const y = row[q]!;
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
  mix(V[p]!, V[q]!);
  return true;
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
      const size = (j + 1) ** (-decay / 2) * U[j]!;
      for (let k = 0; k < m; k++) curve[k]! += size * v[k]!;
    });
  });
  return curves;
}

/**
 * A bound on the norm of every curve that `karhunenLoeveCurves` can draw, whatever the scores,
 *
 *     ‖Xᵢ‖ ≤ ‖μ‖ + u √(Σⱼ j^(−p)),   |Uᵢⱼ| ≤ u,
 *
 * as the eigenfunctions are orthonormal. It is public: nothing of it is read off the curves, unlike the paper's
 * τ = maxᵢ ‖Xᵢ‖.
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
