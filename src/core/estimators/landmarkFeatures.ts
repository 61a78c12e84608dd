import type { Kernel } from "../kernels/kernel.ts";
import { cholesky } from "../linalg/cholesky.ts";
import { gram } from "../linalg/gram.ts";
import { fillKernelRow } from "../linalg/kernelRows.ts";
import { addProduct } from "../linalg/matrixProduct.ts";
import { solveLower, solveTransposed } from "../linalg/triangular.ts";
import { dot } from "../linalg/vectors.ts";
import { pointAt, pointCount } from "../points.ts";
import type { Points } from "../points.ts";

/** τ, added to the diagonal of the landmarks' kernel matrix, relative to sup K. */
export const landmarkJitter = 1e-6;

/** Records whose kernel values are held at a time. */
const blockSize = 512;

/** Features of records on public landmarks. */
export interface LandmarkFeatures {
  /** r. */
  readonly rank: number;
  /** φ(xᵢ) row by row, shape (n, r). */
  readonly rows: Float64Array;
  /** ‖φ(xᵢ)‖², at most sup K; shape (n,). */
  readonly squares: Float64Array;
  /** a with w·φ = Σ aⱼ K(zⱼ, ·), and a bound on ‖Lᵀa − w‖: how far rounding has moved w. */
  coefficientsOf(w: Float64Array): { readonly coefficients: Float64Array; readonly distance: number };
  /** A bound on that distance for every w, relative to ‖w‖. Public. */
  readonly distanceBound: number;
}

/**
 * φ(x) = L⁻¹ k_z(x) with LLᵀ = K_zz + τ sup K · I, for landmarks z₁, …, z_r.
 *
 * ‖φ(x)‖² = k_zᵀ (K_zz + τ sup K · I)⁻¹ k_z ≤ K(x, x); where rounding should make it longer than √sup K, it is
 * shortened to that. Whatever else rounding does to φ(xᵢ), it depends on xᵢ and i alone.
 *
 * @param landmarks public
 * @throws {NumericalError} if the jitter is not enough for a factorisation
 */
export function landmarkFeatures(kernel: Kernel, points: Points, landmarks: Points): LandmarkFeatures {
  const n = pointCount(points);
  const r = pointCount(landmarks);
  const { dimension, coordinates } = points;
  const K = gram(kernel, landmarks);
  for (let j = 0; j < r; j++) K[j * r + j]! += landmarkJitter * kernel.diagonalBound;
  const L = cholesky(K, r);
  const transform = transposedInverse(L, r);
  const rows = new Float64Array(n * r);
  const values = new Float64Array(r * blockSize);
  for (let first = 0; first < n; first += blockSize) {
    const m = Math.min(blockSize, n - first);
    const block = { dimension, coordinates: coordinates.subarray(first * dimension, (first + m) * dimension) };
    for (let j = 0; j < r; j++) fillKernelRow(kernel, pointAt(landmarks, j), block, values.subarray(j * m, (j + 1) * m));
    addProduct({ A: values, B: transform, out: rows.subarray(first * r, (first + m) * r), m, n: r, terms: r });
  }

  const squares = new Float64Array(n);
  const most = kernel.diagonalBound * (1 - 1e-12);
  for (let i = 0; i < n; i++) {
    squares[i] = dot(rows, i * r, rows, i * r, r);
    if (squares[i]! > most) {
      const shorten = Math.sqrt(most / squares[i]!);
      for (let j = i * r; j < (i + 1) * r; j++) rows[j]! *= shorten;
      squares[i] = most;
    }
  }
  return {
    rank: r,
    rows,
    squares,
    coefficientsOf: (w) => backSubstitution(L, w),
    // |L| has a Frobenius norm of at most √(r sup K (1 + τ)), and ‖L⁻ᵀ‖ ≤ 1/√(τ sup K).
    distanceBound: 1.01 * (r + 8) * 2 ** -53 * Math.sqrt(r / landmarkJitter),
  };
}

/** L⁻ᵀ, row-major. */
function transposedInverse(L: Float64Array, r: number): Float64Array {
  const inverse = new Float64Array(r * r);
  for (let j = 0; j < r; j++) {
    const column = new Float64Array(r);
    column[j] = 1;
    inverse.set(solveLower(L, column), j * r);
  }
  return inverse;
}

/** Lᵀa = w solved for a; the computed one solves (L + E)ᵀa = w with |E| ≤ r·u·|L|. */
function backSubstitution(L: Float64Array, w: Float64Array): { coefficients: Float64Array; distance: number } {
  const r = w.length;
  const coefficients = solveTransposed(L, w);
  let squared = 0;
  for (let k = 0; k < r; k++) {
    let sum = 0;
    for (let j = k; j < r; j++) sum += Math.abs(L[j * r + k]! * coefficients[j]!);
    squared += sum * sum;
  }
  return { coefficients, distance: (r + 8) * 2 ** -53 * Math.sqrt(squared) };
}
