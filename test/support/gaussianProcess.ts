import { checkAllFinite, checkLength, checkPositive } from "../../src/core/checks.ts";
import { NumericalError } from "../../src/core/errors.ts";
import type { CapableKernel } from "../../src/core/kernels/kernel.ts";
import { cholesky } from "../../src/core/linalg/cholesky.ts";
import { gram } from "../../src/core/kernels/gram.ts";
import { pointCount } from "../../src/core/points.ts";
import type { Points } from "../../src/core/points.ts";

/** Released values on the given points, with what was added to make the factorisation possible. */
interface GaussianProcessRelease {
  readonly values: Float64Array;
  /** σ = noiseMultiplier · Δ. */
  readonly noiseScale: number;
  /** τ, the smallest of 0, 10⁻¹⁵, 10⁻¹⁴, … that worked: L Lᵀ is at least K + τI, rounding included. */
  readonly jitter: number;
}

/**
 * Batch release of a function at m points,
 *
 *     f̃ = f + noiseMultiplier · Δ · L z,  L Lᵀ = K + (τ + 4(m + 2)u trace K + e m max K_ii) I,
 *
 * L lower triangular in the order of the points; e is the kernel's `roundings`, or 16 + d/2, in units of u. The last terms
 * cover the rounding of L, of L z and of K, so that the covariance of the noise is at least (noiseMultiplier·Δ)² K (errata
 * H15). The guarantee covers the whole function, whatever the points, provided `sensitivity` bounds the change of f in the
 * RKHS norm of the kernel.
 *
 * @param at m distinct points, public
 * @param estimate f on the points, shape (m,)
 * @param sensitivity Δ > 0, in the RKHS norm of the kernel
 * @param noiseMultiplier σ/Δ > 0, from privacy/calibration
 * @param standardNormals z, shape (m,)
 * @throws {ParameterError} if a shape or a range above is violated
 * @throws {NumericalError} if K stays indefinite with τ = 10⁻⁶
 * @see Hall, Rinaldo & Wasserman (2013), Corollary 9 and section 5, with the covariance of errata H2
 */
export function gaussianProcessRelease({
  kernel,
  at,
  estimate,
  sensitivity,
  noiseMultiplier,
  standardNormals,
}: {
  readonly kernel: CapableKernel;
  readonly at: Points;
  readonly estimate: ArrayLike<number>;
  readonly sensitivity: number;
  readonly noiseMultiplier: number;
  readonly standardNormals: ArrayLike<number>;
}): GaussianProcessRelease {
  const m = pointCount(at);
  checkAllFinite("estimate", checkLength("estimate", estimate, m));
  checkAllFinite("standardNormals", checkLength("standardNormals", standardNormals, m));
  const noiseScale = checkPositive("sensitivity", sensitivity) * checkPositive("noiseMultiplier", noiseMultiplier);

  const { L, jitter } = factorWithLeastJitter(gram(kernel, at), m, kernel.roundings ?? 16 + at.dimension / 2);
  const values = Float64Array.from({ length: m }, (_, i) => {
    let path = 0;
    for (let k = 0; k <= i; k++) path += L[i * m + k]! * standardNormals[k]!;
    return estimate[i]! + noiseScale * path;
  });
  return { values, noiseScale, jitter };
}

/**
 * L with L Lᵀ ⪰ K + τI for the least τ that works, whatever rounds: |error of L Lᵀ| ≤ (m + 1)u |L||L|ᵀ for the
 * factorisation and twice m u |L||L|ᵀ for the product L z, both with a norm of at most trace K times the factor;
 * elements of K are known to so many roundings of the largest, which bounds the norm of their errors by m times that.
 * All of it is added to the diagonal beforehand.
 *
 * @see Higham (2002), Accuracy and Stability of Numerical Algorithms, Theorem 10.3
 */
function factorWithLeastJitter(
  K: Float64Array,
  m: number,
  elementRoundings: number,
): { L: Float64Array; jitter: number } {
  let [trace, largest] = [0, 0];
  for (let i = 0; i < m; i++) {
    trace += K[i * m + i]!;
    largest = Math.max(largest, K[i * m + i]!);
  }
  const rounding = (4 * (m + 2) * trace + elementRoundings * m * largest) * 2 ** -53;
  for (const jitter of [0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6]) {
    try {
      const raised = K.slice();
      for (let i = 0; i < m; i++) raised[i * m + i]! += jitter + rounding;
      return { L: cholesky(raised, m), jitter };
    } catch (error) {
      if (!(error instanceof NumericalError)) throw error;
    }
  }
  throw new NumericalError(`${m}×${m} kernel matrix is not positive definite, even with jitter 1e-6`);
}
