import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import type { RegularGrid } from "../../src/core/grids.ts";
import { gridPoints } from "../../src/core/grids.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { triangularKernel } from "../../src/core/kernels/triangular.ts";
import { kernelOf } from "../../src/core/kernels/kernelOf.ts";
import type { Rows } from "../../src/core/linalg/smallMatrix.ts";
import type { Points } from "../../src/core/points.ts";
import { pointAt, pointCount } from "../../src/core/points.ts";
import type { NoiseKernel, UnitNoiseSampler } from "../../src/core/privacy/mechanisms/unitNoise.ts";

/** The exact covariance A Aᵀ of a sampler's noise; A from unit vectors, since a draw is linear in its normals. */
export function covarianceOf(sampler: UnitNoiseSampler, m: number): Matrix {
  const sums = new Float64Array(m * m);
  const z = new Float64Array(sampler.normalCount);
  const column = new Float64Array(m);
  for (let k = 0; k < z.length; k++) {
    z[k] = 1;
    sampler.sample(z, column);
    z[k] = 0;
    for (let i = 0; i < m; i++) {
      const value = column[i]!;
      if (value !== 0) for (let j = 0; j < m; j++) sums[i * m + j]! += value * column[j]!;
    }
  }
  return Matrix.from1DArray(m, m, sums);
}

/** K + τI on given points. */
export function targetCovariance(kernel: Kernel, at: Points, jitter: number): Matrix {
  const m = pointCount(at);
  const K = Matrix.zeros(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < m; j++) K.set(i, j, kernel.evaluate(pointAt(at, i), pointAt(at, j)) + (i === j ? jitter : 0));
  }
  return K;
}

export function targetOnGrid(kernel: NoiseKernel, grid: RegularGrid, jitter: number): Matrix {
  return targetCovariance(asKernel(kernel), gridPoints(grid), jitter);
}

/** Smallest eigenvalue and largest element of a symmetric matrix. */
export function extremes(matrix: Matrix): { readonly least: number; readonly largest: number } {
  const { realEigenvalues } = new EigenvalueDecomposition(matrix, { assumeSymmetric: true });
  return { least: Math.min(...realEigenvalues), largest: Math.max(Math.abs(matrix.max()), Math.abs(matrix.min())) };
}

function asKernel(kernel: NoiseKernel): Kernel {
  if (kernel.type === "triangular") return triangularKernel(kernel.lengthScale);
  if ("lengthScale" in kernel) return kernelOf(kernel.type, kernel.lengthScale);
  return {
    diagonalBound: 1,
    evaluate: (x, y) => {
      const r = Array.from(x, (value, i) => value - y[i]!);
      return kernel.type === "gaussian" ? gaussian(kernel.bandwidthMatrix, r) : productExponential(kernel.rates, r);
    },
  };
}

/** exp(−½ rᵀH⁻¹r), by completing the square: the inverse of an ill-conditioned H would lose digits. */
export function gaussian(H: Rows, [r0 = 0, r1 = 0]: readonly number[]): number {
  const hxx = H[0]![0]!;
  const [hxy, hyy] = H.length === 1 ? [0, 1] : [H[0]![1]!, H[1]![1]!];
  return Math.exp(-0.5 * ((r0 * r0) / hxx + (r1 - (hxy / hxx) * r0) ** 2 / (hyy - (hxy * hxy) / hxx)));
}

/** exp(−Σ γ_j |r_j|). */
export function productExponential(rates: readonly number[], r: readonly number[]): number {
  return Math.exp(-r.reduce((sum, value, j) => sum + rates[j]! * Math.abs(value), 0));
}
