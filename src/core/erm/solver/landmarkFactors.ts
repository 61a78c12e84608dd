import { ParameterError } from "../../errors.ts";
import type { CapableKernel } from "../../kernels/kernel.ts";
import { cholesky } from "../../linalg/cholesky.ts";
import { gram } from "../../kernels/gram.ts";
import { dot } from "../../linalg/vectors.ts";
import { pointCount, type Points } from "../../points.ts";

/** τ_L, relative to sup K. */
export const landmarkJitter = 1e-6;

/** Added to each axis' kernel matrix, if the two together need no more. */
const axisJitter = 1e-9;

/**
 * L = L₁ ⊗ L₂ with LLᵀ ≥ K_zz for public landmarks z₁, …, z_r, and ‖L⁻¹‖² ≤ 1/(τ_L sup K).
 *
 * In general L₁ = 1 and L₂L₂ᵀ = K_zz + τ_L sup K · I, or more for rough elements. If landmarks and kernel are products of
 * two axes, κ(0) = 1, then LₖLₖᵀ = Kₖ + 10⁻⁹ I, provided ‖(L₁L₁ᵀ)⁻¹‖ ‖(L₂L₂ᵀ)⁻¹‖ ≤ 1/τ_L: A ≥ K₁ ≥ 0 and B ≥ K₂ ≥ 0 give
 * A ⊗ B ≥ K₁ ⊗ K₂.
 */
export interface LandmarkFactors {
  /** L₁, shape (rows, rows), row-major. */
  readonly left: Float64Array;
  readonly rows: number;
  /** L₂, shape (columns, columns), row-major. */
  readonly right: Float64Array;
  readonly columns: number;
  /** The second and the first coordinate. */
  readonly axes?: readonly [Float64Array, Float64Array];
}

/**
 * The factors of {@link LandmarkFactors}.
 *
 * @throws {NumericalError} if the jitter is not enough for a factorisation
 * @throws {ParameterError} if elements of the kernel are off by more than 0.01/r of sup K
 */
export function landmarkFactors(kernel: CapableKernel, landmarks: Points): LandmarkFactors {
  const { factors } = kernel;
  const axes = factors && atZero(factors) === 1 && kernel.diagonalBound >= 1 ? axesOf(landmarks) : undefined;
  if (factors && axes) {
    const [left, right] = axes.map((values) => axisFactor(factors, values)) as [Float64Array, Float64Array];
    const [rows, columns] = [axes[0].length, axes[1].length];
    if (inverseBound(left, rows) * inverseBound(right, columns) <= 1 / landmarkJitter)
      return { left, rows, right, columns, axes };
  }
  const columns = pointCount(landmarks);
  const K = gram(kernel, landmarks);
  const rough = columns * (kernel.roundings ?? 0) * 2 ** -53;
  if (!(rough <= 0.01))
    throw new ParameterError(
      "kernel",
      `with errors of ${rough / columns}`,
      `computed to ${0.01 / columns} at ${columns} landmarks`,
    );
  for (let j = 0; j < columns; j++) K[j * columns + j]! += (landmarkJitter + rough) * kernel.diagonalBound;
  return { left: Float64Array.of(1), rows: 1, right: cholesky(K, columns), columns };
}

/** L⁻ᵀ of a lower triangular L, shape (m, m), row-major. */
export function transposedInverse(L: Float64Array, m: number): Float64Array {
  const inverse = new Float64Array(m * m);
  for (let j = 0; j < m; j++) {
    const row = inverse.subarray(j * m, (j + 1) * m);
    row[j] = 1 / L[j * m + j]!;
    for (let k = j + 1; k < m; k++) row[k] = -dot(L, k * m + j, row, j, k - j) / L[k * m + k]!;
  }
  return inverse;
}

/** The second axis first. */
function axesOf({ dimension, coordinates }: Points): readonly [Float64Array, Float64Array] | undefined {
  if (dimension !== 2) return undefined;
  const x = coordinates.filter((_, k) => k % 2 === 0);
  const y = coordinates.filter((_, k) => k % 2 === 1);
  const turn = y.findIndex((value) => value !== y[0]);
  if (turn < 0 || x.length % turn !== 0) return undefined;
  const first = x.slice(0, turn);
  const second = y.filter((_, k) => k % turn === 0);
  const isProduct = x.every((value, k) => value === first[k % turn] && y[k] === second[Math.floor(k / turn)]);
  return isProduct ? [second, first] : undefined;
}

function atZero(factors: (differences: Float64Array) => void): number {
  const value = Float64Array.of(0);
  factors(value);
  return value[0]!;
}

function axisFactor(factors: (differences: Float64Array) => void, values: Float64Array): Float64Array {
  const m = values.length;
  const K = Float64Array.from({ length: m * m }, (_, k) => values[Math.floor(k / m)]! - values[k % m]!);
  factors(K);
  for (let j = 0; j < m; j++) K[j * m + j]! += axisJitter;
  return cholesky(K, m);
}

/** ‖(LLᵀ)⁻¹‖ in the maximum norm, which bounds the 2-norm. */
function inverseBound(L: Float64Array, m: number): number {
  const inverse = transposedInverse(L, m);
  let most = 0;
  for (let j = 0; j < m; j++) {
    let sum = 0;
    for (let k = 0; k < m; k++) {
      let element = 0;
      for (let s = Math.max(j, k); s < m; s++) element += inverse[j * m + s]! * inverse[k * m + s]!;
      sum += Math.abs(element);
    }
    most = Math.max(most, sum);
  }
  return most;
}
