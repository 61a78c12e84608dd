import { EigenvalueDecomposition, Matrix } from "ml-matrix";
import type { RegularGrid } from "../../src/core/grids.ts";
import { gridPoints } from "../../src/core/grids.ts";
import type { Kernel } from "../../src/core/kernels/kernel.ts";
import { kernelOf } from "../../src/core/kernels/kernelOf.ts";
import { definiteMatrix, quadraticForm } from "../../src/core/linalg/smallMatrix.ts";
import type { Points } from "../../src/core/points.ts";
import { pointAt, pointCount } from "../../src/core/points.ts";
import type { NoiseKernel, UnitNoiseSampler } from "../../src/core/privacy/mechanisms/unitNoise.ts";

/** The exact covariance A Aᵀ of a sampler's noise; A from unit vectors, since a draw is linear in its normals. */
export function covarianceOf(sampler: UnitNoiseSampler, m: number): Matrix {
  const covariance = Matrix.zeros(m, m);
  const z = new Float64Array(sampler.normalCount);
  const column = new Float64Array(m);
  for (let k = 0; k < z.length; k++) {
    z[k] = 1;
    sampler.sample(z, column);
    z[k] = 0;
    for (let i = 0; i < m; i++) {
      if (column[i] === 0) continue;
      for (let j = 0; j < m; j++) covariance.set(i, j, covariance.get(i, j) + column[i]! * column[j]!);
    }
  }
  return covariance;
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
  if ("lengthScale" in kernel) return kernelOf(kernel.type, kernel.lengthScale);
  const { inverse } = kernel.type === "gaussian" ? definiteMatrix("H", kernel.bandwidthMatrix) : { inverse: [] };
  return {
    diagonalBound: 1,
    evaluate: (x, y) => {
      const r = Array.from(x, (value, i) => value - y[i]!);
      return kernel.type === "gaussian"
        ? Math.exp(-0.5 * quadraticForm(inverse, r))
        : Math.exp(-r.reduce((sum, value, j) => sum + kernel.rates[j]! * Math.abs(value), 0));
    },
  };
}
