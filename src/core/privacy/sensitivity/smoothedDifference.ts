import { checkPositive } from "../../checks.ts";
import { shrinkage } from "../../estimators/functionalMean.ts";
import type { CovarianceSpectrum } from "../../estimators/functionalMean.ts";
import { cholesky } from "../../linalg/cholesky.ts";
import { symmetricEigen } from "../../linalg/symmetricEigen.ts";

/** A smoother of curves seen in the Cameron–Martin norm of a noise with another kernel. */
export interface SmoothedDifference {
  /** sup ‖S x‖ over curves with ‖x‖_w ≤ 1, S the penalised smoother, in the norm of (K + τI)⁻¹. */
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
  const { eigenvectors, weights } = spectrum;
  const m = weights.length;
  const K = noiseGram.slice();
  for (let i = 0; i < m; i++) K[i * m + i]! += jitter;
  const L = cholesky(K, m);

  // Row j of B: L⁻¹ v_j; then C = B Bᵀ.
  const B = new Float64Array(m * m);
  for (let j = 0; j < m; j++) {
    const row = j * m;
    for (let i = 0; i < m; i++) {
      let sum = eigenvectors[row + i]! / Math.sqrt(weights[i]!);
      for (let k = 0, at = i * m; k < i; k++, at++) sum -= L[at]! * B[row + k]!;
      B[row + i] = sum / L[i * m + i]!;
    }
  }
  const C = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = 0, a = i * m, b = j * m; k < m; k++, a++, b++) sum += B[a]! * B[b]!;
      C[i * m + j] = C[j * m + i] = sum;
    }
  }

  return {
    norm: (penalty, power) => {
      const s = shrinkage(spectrum, penalty, power);
      const scaled = C.map((c, at) => c * s[Math.floor(at / m)]! * s[at % m]!);
      // Rounding of C and of its eigenvalues, relative to the largest: some m·u.
      return Math.sqrt(Math.max(0, symmetricEigen(scaled, m).values[0]!) * (1 + 100 * m * 2 ** -53));
    },
  };
}
