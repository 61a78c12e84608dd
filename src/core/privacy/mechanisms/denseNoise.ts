import { checkNonNegative } from "../../checks.ts";
import { arithmetic } from "../../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { elementRoundings } from "../../kernels/elementRoundings.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { fillKernelRow } from "../../kernels/kernelRows.ts";
import { coordinatesByAxis, fillSectionRow, hasSectionRows } from "../../kernels/sectionRow.ts";
import { factoriseInPlace } from "../../linalg/cholesky.ts";
import { pointAt, pointCount } from "../../points.ts";
import type { Points } from "../../points.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

/** Noise at arbitrary points by a factor of full rank, and that factor. */
export interface DenseNoiseSampler extends UnitNoiseSampler {
  /** L, shape (m, m), row-major, zero above the diagonal: N = L z. */
  readonly factor: Float64Array;
}

/**
 * Noise with any kernel at arbitrary public points, N = L z with L Lᵀ = K + (τ + s)I in blocks:
 *
 *     s = 1.5 m(m + 4 + e)u(κ + τ),   κ = sup k,  e the roundings of an element of K.
 *
 * O(m³/3) once, most of it in matrix products, and O(m²) per draw. Coinciding points are allowed. The covariance of N is at least
 * K + τI, and N̂ is within ρ of N: docs/proofs/scatteredNoise.md, Lemmas 6 and 7.
 *
 * @param kernel with elements computed to as many uκ as `elementRoundings` says
 * @param at m points, public
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if jitter is negative or not finite, or elements of the kernel are off by more than 0.01κ/m
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, Theorems 10.3 and 10.7
 */
export function denseNoiseSampler(
  { kernel, at, jitter }: { readonly kernel: Kernel; readonly at: Points; readonly jitter: number },
  by: Arithmetic = arithmetic(),
): DenseNoiseSampler {
  checkNonNegative("jitter", jitter);
  const m = pointCount(at);
  const { diagonalBound } = kernel;
  const unit = roundoff * (diagonalBound + jitter);
  const e = elementRoundings(kernel, at.dimension, m);
  const slack = 1.5 * m * (m + 4 + e) * unit;
  const factor = factorOf(kernel, at, jitter + slack, by);
  const squares = m * (diagonalBound + jitter + 2 * slack);
  return {
    method: "cholesky",
    normalCount: m,
    jitter,
    factor,
    covarianceError: 2 * slack,
    forwardError: 1.02 * (m + 2) * roundoff * Math.sqrt(squares) * gaussianNormBound(m, 1),
    sample: (z, out) => {
      for (let i = 0; i < m; i++) out[i] = rowTimes(factor, i * m, i + 1, z);
      return out;
    },
  };
}

const roundoff = 2 ** -53;

/** L of K with `added` on its diagonal. */
function factorOf(kernel: Kernel, at: Points, added: number, by: Arithmetic): Float64Array {
  const m = pointCount(at);
  const { dimension } = at;
  const stride = Math.ceil(m / 16) * 16;
  const points = m * stride;
  const inMemory = hasSectionRows(kernel);
  const memory = by.reserve(points + dimension * stride);
  if (inMemory) memory.set(coordinatesByAxis(at), points);
  for (let i = 0; i < m; i++) {
    const out = i * stride;
    // What is beyond the diagonal is not read.
    const count = Math.ceil((i + 1) / 16) * 16;
    if (inMemory) fillSectionRow(by, kernel, { points, stride, dimension, centre: i, out, count });
    else fillKernelRow(kernel, pointAt(at, i), at, memory.subarray(out, out + i + 1));
    memory[out + i]! += added;
  }
  factoriseInPlace(by, m, stride);
  const factor = new Float64Array(m * m);
  for (let i = 0; i < m; i++) factor.set(memory.subarray(i * stride, i * stride + i + 1), i * m);
  return factor;
}

/** Σ_k row_k z_k in four sums: no term passes more than `length` additions. */
function rowTimes(factor: Float64Array, row: number, length: number, z: Float64Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  let k = 0;
  for (; k + 3 < length; k += 4) {
    a += factor[row + k]! * z[k]!;
    b += factor[row + k + 1]! * z[k + 1]!;
    c += factor[row + k + 2]! * z[k + 2]!;
    d += factor[row + k + 3]! * z[k + 3]!;
  }
  for (; k < length; k++) a += factor[row + k]! * z[k]!;
  return a + b + (c + d);
}
