import { leadingEigen } from "../../linalg/eigen/leadingEigen.ts";
import { symmetricProduct } from "../../linalg/symmetricProduct.ts";
import { pointCount, type Points } from "../../points.ts";

export interface PrincipalAxes {
  /** Shape (p,). */
  readonly mean: Float64Array;
  /** Largest eigenvalues of the sample covariance (divisor N − 1), numerically positive. */
  readonly variances: Float64Array;
  /** Orthonormal eigenvectors as rows, shape (number of variances, p). */
  readonly axes: Float64Array;
}

/**
 * At most `count` principal axes, and at most the numerical rank of the sample covariance: eigenvalues above max(N,
 * p)·2⁻⁵¹ of the largest. Relative to the first row a constant column is exactly zero.
 *
 * @param points N ≥ 1 rows in ℝᵖ, finite
 * @param count ≥ 1
 * @see Kumar, Moser & Fischer (2024), Definition 1, eq. (36); errata K10
 */
export function principalAxes({ points, count }: { readonly points: Points; readonly count: number }): PrincipalAxes {
  const p = points.dimension;
  const N = pointCount(points);
  const { mean, centred } = centre(points);
  if (N === 1) return { mean, variances: new Float64Array(0), axes: new Float64Array(0) };
  const size = Math.min(N, p);
  const rows = { size: N, terms: p, step: p, term: 1 };
  const columns = { size: p, terms: N, step: 1, term: p };
  const G = symmetricProduct(centred, p <= N ? columns : rows);
  const wanted = Math.min(count, size);
  const { values, vectors } = leadingEigen(G, { m: size, count: wanted });
  const least = Math.max(N, p) * 2 ** -51 * values[0]!;
  let rank = 0;
  while (rank < wanted && values[rank]! > least) rank++;

  const variances = values.slice(0, rank).map((value) => value / (N - 1));
  if (p <= N) return { mean, variances, axes: vectors.slice(0, rank * p) };
  const axes = new Float64Array(rank * p);
  for (let k = 0; k < rank; k++) {
    const norm = Math.sqrt(values[k]!);
    for (let i = 0; i < N; i++) {
      const weight = vectors[k * N + i]! / norm;
      for (let j = 0; j < p; j++) axes[k * p + j]! += weight * centred[i * p + j]!;
    }
  }
  return { mean, variances, axes };
}

function centre({ dimension: p, coordinates }: Points): {
  readonly mean: Float64Array;
  readonly centred: Float64Array;
} {
  const N = coordinates.length / p;
  const shift = new Float64Array(p);
  const centred = new Float64Array(N * p);
  for (let i = 0, k = 0; i < N; i++) {
    for (let j = 0; j < p; j++, k++) {
      const difference = coordinates[k]! - coordinates[j]!;
      centred[k] = difference;
      shift[j]! += difference;
    }
  }
  for (let j = 0; j < p; j++) shift[j]! /= N;
  for (let i = 0, k = 0; i < N; i++) for (let j = 0; j < p; j++, k++) centred[k]! -= shift[j]!;
  return { mean: shift.map((value, j) => coordinates[j]! + value), centred };
}
