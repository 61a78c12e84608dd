import { checkPositive } from "../../checks.ts";
import { shrinkage } from "../../estimators/functionalMean.ts";
import type { CovarianceSpectrum } from "../../estimators/functionalMean.ts";
import { cholesky } from "../../linalg/cholesky.ts";
import { largestEigenvalueBound } from "../../linalg/largestEigenvalue.ts";
import { addProduct } from "../../linalg/matrixProduct.ts";

/** A smoother of curves seen in the Cameron–Martin norm of a noise with another kernel. */
export interface SmoothedDifference {
  /** A bound on sup ‖Sx‖ over curves with ‖x‖_w ≤ 1, as a rule within a thousandth; S smooths, the norm is that of the noise. */
  norm(penalty: number, power: number): number;
}

/**
 * The operator norm of the penalised smoother from the weighted norm into the Cameron–Martin norm of noise with
 * covariance K + τI on the grid,
 *
 *     ‖(K + τI)^(−1/2) W^(−1/2) Uᵀ diag(s)‖₂,   s_j = λ_j^η/(λ_j^η + φ).
 *
 * Two neighbouring means of N curves in the ball of radius τ₀ differ by at most 2τ₀/N times it. It is computed for the
 * matrices as they are, so it holds whatever the two kernels; where the smoother's range is not in the noise's space
 * it grows without bound as the grid is refined, or as τ → 0.
 *
 * Rounding of the columns L⁻¹v_j is relative, mu‖L‖_F‖L⁻¹‖ ≤ mu√(m/τ) each and √m times that in all, and is added. That of
 * Cholesky's factor L is not: it is the factor of a matrix within m(m + 1)u of K + τI.
 *
 * @param noiseGram K of the noise on the grid, shape (m, m)
 * @param jitter τ > 0
 * @throws {NumericalError} if K + τI is not numerically positive definite
 * @see Mirshani, Reimherr & Slavković (2019), Theorem 3.1 and section 4, with errata M2
 */
export function smoothedDifference({
  spectrum,
  noiseGram,
  jitter,
}: {
  readonly spectrum: CovarianceSpectrum;
  readonly noiseGram: Float64Array;
  readonly jitter: number;
}): SmoothedDifference {
  checkPositive("jitter", jitter);
  const m = spectrum.weights.length;
  const K = noiseGram.slice();
  for (let i = 0; i < m; i++) K[i * m + i]! += jitter;
  const L = cholesky(K, m);

  const rows = whitened(L, spectrum);
  const C = new Float64Array(m * m);
  addProduct({ A: rows, B: rows, out: C, m, n: m, terms: m });

  return {
    norm: (penalty, power) => {
      const s = shrinkage(spectrum, penalty, power);
      const scaled = new Float64Array(m * m);
      for (let i = 0, at = 0; i < m; i++) for (let j = 0; j < m; j++, at++) scaled[at] = s[i]! * C[at]! * s[j]!;
      return Math.sqrt(largestEigenvalueBound(scaled, m) * (1 + (8 * m * m * 2 ** -53) / Math.sqrt(Math.min(1, jitter))));
    },
  };
}

const blockSize = 48;

/** L⁻¹ W^(−1/2) Uᵀ, shape (m, m), by blocks of rows. */
function whitened(L: Float64Array, { eigenvectors, weights }: CovarianceSpectrum): Float64Array {
  const m = weights.length;
  const B = new Float64Array(m * m);
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) B[i * m + j] = eigenvectors[j * m + i]! / Math.sqrt(weights[i]!);
  for (let start = 0; start < m; start += blockSize) {
    const end = Math.min(m, start + blockSize);
    const size = end - start;
    const block = B.subarray(start * m, end * m);
    if (start > 0) {
      const above = Float64Array.from({ length: start * size }, (_, at) => -L[(start + (at % size)) * m + Math.floor(at / size)]!);
      addProduct({ A: above, B, out: block, m: size, n: m, terms: start });
    }
    for (let i = start; i < end; i++) {
      for (let k = start; k < i; k++) {
        const factor = L[i * m + k]!;
        for (let j = 0; j < m; j++) B[i * m + j]! -= factor * B[k * m + j]!;
      }
      for (let j = 0; j < m; j++) B[i * m + j]! /= L[i * m + i]!;
    }
  }
  return B;
}
