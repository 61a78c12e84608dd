import { checkPositive } from "../../checks.ts";
import { shrinkage, type CovarianceSpectrum } from "../../kernels/covarianceSpectrum.ts";
import { cholesky } from "../../linalg/cholesky.ts";
import { largestEigenvalueBound } from "../../linalg/eigen/largestEigenvalue.ts";
import { addProduct } from "../../linalg/matrixProduct.ts";

export interface SmoothedDifference {
  /** Bound on sup ‖Sx‖, in the norm of the noise, over curves with ‖x‖_w ≤ 1. */
  norm(penalty: number, power: number): number;
}

/**
 * Operator norm of the penalised smoother from the weighted norm into the Cameron–Martin norm of noise with covariance
 * K + τI on the grid,
 *
 *     ‖(K + τI)^(−1/2) W^(−1/2) Uᵀ diag(s)‖₂,   s_j = λ_j^η₀/(λ_j^η₀ + φ).
 *
 * Neighbouring means of N curves in the ball of radius τ₀ differ by at most 2τ₀/N times it.
 *
 * @param noiseGram K of the noise on the grid, shape (m, m)
 * @param jitter τ > 0
 * @throws {NumericalError} if K + τI is not numerically positive definite
 * @see docs/proofs/sensitivities.md, Lemma 11; Mirshani, Reimherr & Slavković (2019), Theorem 3.1 and section 4; errata
 * M2
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
  const parts = partsOf(spectrum, noiseGram).map(({ indices, K, V }) => {
    const size = indices.length;
    for (let i = 0; i < size; i++) K[i * size + i]! += jitter;
    solveInPlace(cholesky(K, size), V, size);
    const C = new Float64Array(size * size);
    addProduct({ A: V, B: V, out: C, m: size, n: size, terms: size });
    return { indices, C };
  });

  return {
    norm: (penalty, power) => {
      const s = shrinkage(spectrum, penalty, power);
      const most = s.reduce((a, b) => Math.max(a, b), 0);
      if (most === 0) return 0;
      const largest = parts.map(({ indices, C }) =>
        largestScaled(
          C,
          Float64Array.from(indices, (j) => s[j]! / most),
        ),
      );
      return most * Math.sqrt(Math.max(...largest) * (1 + (8 * m * m * 2 ** -53) / Math.sqrt(Math.min(1, jitter))));
    },
  };
}

interface Part {
  readonly indices: readonly number[];
  readonly K: Float64Array;
  /** v_j = W^(−1/2) u_j as columns. */
  readonly V: Float64Array;
}

/** Even and odd curves if all is symmetric; else all curves. */
function partsOf({ eigenvectors, weights }: CovarianceSpectrum, noiseGram: Float64Array): readonly Part[] {
  const m = weights.length;
  const root = weights.map(Math.sqrt);
  const isSign = (j: number, sign: number) => {
    for (let i = 0; i < m; i++) if (eigenvectors[j * m + i] !== sign * eigenvectors[j * m + m - 1 - i]!) return false;
    return true;
  };
  const isSymmetric =
    noiseGram.every((k, at) => k === noiseGram[m * m - 1 - at]) && weights.every((w, i) => w === weights[m - 1 - i]);
  const all = Array.from({ length: m }, (_, j) => j);
  const even = isSymmetric ? all.filter((j) => isSign(j, 1)) : [];
  const odd = isSymmetric ? all.filter((j) => isSign(j, -1)) : [];
  if (even.length !== Math.ceil(m / 2) || odd.length !== Math.floor(m / 2)) {
    const V = Float64Array.from(
      { length: m * m },
      (_, at) => eigenvectors[(at % m) * m + Math.floor(at / m)]! / root[Math.floor(at / m)]!,
    );
    return [{ indices: all, K: noiseGram.slice(), V }];
  }
  return [even, odd].map((indices, parity) => {
    const size = indices.length;
    const sign = parity === 0 ? 1 : -1;
    // Basis (eᵢ ± e_{m−1−i})/√2, and the middle point by itself.
    const share = (i: number) => (2 * i === m - 1 ? Math.SQRT1_2 : 1);
    const K = new Float64Array(size * size);
    const V = new Float64Array(size * size);
    for (let i = 0, at = 0; i < size; i++) {
      for (let j = 0; j < size; j++, at++) {
        K[at] = share(i) * share(j) * (noiseGram[i * m + j]! + sign * noiseGram[i * m + m - 1 - j]!);
        V[at] = (share(i) * Math.SQRT2 * eigenvectors[indices[j]! * m + i]!) / root[i]!;
      }
    }
    return { indices, K, V };
  });
}

/**
 * Bound on the largest eigenvalue of M = [sᵢ Cᵢⱼ sⱼ], C positive semi-definite. With blocks M₁₁, M₁₂, M₂₂,
 *
 *     λ₁(M) ≤ (a + d)/2 + √((a − d)²/4 + b²),   a ≥ λ₁(M₁₁), b = ‖M₁₂‖_F, d = ‖M₂₂‖_F.
 *
 * @see docs/proofs/sensitivities.md, Lemma 12
 */
function largestScaled(C: Float64Array, s: Float64Array): number {
  const m = s.length;
  const elementAt = (i: number, j: number) => s[i]! * C[i * m + j]! * s[j]!;
  const leading = (size: number) => {
    const M = new Float64Array(size * size);
    for (let i = 0, at = 0; i < size; i++) for (let j = 0; j < size; j++, at++) M[at] = elementAt(i, j);
    return M;
  };
  let l = 0;
  for (let i = 0; i < m; i++) l = Math.max(l, elementAt(i, i));
  for (let size = 8; size < m; size *= 2) {
    let [b2, d2] = [0, 0];
    for (let i = size; i < m && b2 <= (0.015 * l) ** 2 && d2 <= (l / 2) ** 2; i++) {
      for (let j = 0; j < size; j++) b2 += elementAt(i, j) ** 2;
      for (let j = size; j < m; j++) d2 += elementAt(i, j) ** 2;
    }
    if (!(b2 <= (0.015 * l) ** 2 && d2 <= (l / 2) ** 2)) continue;
    const a = largestEigenvalueBound(leading(size), size);
    const d = Math.sqrt(d2);
    return (a + d) / 2 + Math.sqrt(((a - d) / 2) ** 2 + b2);
  }
  return largestEigenvalueBound(leading(m), m);
}

const blockSize = 48;

/** B ← L⁻¹B, shape (m, m). */
function solveInPlace(L: Float64Array, B: Float64Array, m: number): void {
  for (let start = 0; start < m; start += blockSize) {
    const end = Math.min(m, start + blockSize);
    const size = end - start;
    const block = B.subarray(start * m, end * m);
    if (start > 0) {
      const above = Float64Array.from(
        { length: start * size },
        (_, at) => -L[(start + (at % size)) * m + Math.floor(at / size)]!,
      );
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
}
