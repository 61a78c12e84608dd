import type { StationaryKernel } from "../../kernels/stationaryKernel.ts";

/** Kernel whose Gaussian process can be sampled on a regular grid. */
export type NoiseKernel = StationaryKernel;

/**
 * Draws of Gaussian noise at unit scale on m fixed points.
 *
 * A sampler computes in doubles a linear map of standard normals z, with doubles as coefficients. The noise N is that map
 * of exact normals in exact arithmetic: Gaussian, with a covariance from the coefficients alone. `sample` returns N̂ = N +
 * rounding; `forwardError` bounds the difference.
 *
 * Privacy needs a covariance of N of at least K + τI, in the order of positive semi-definite matrices (errata H15, W5):
 * adding variance is safe, removing any direction is not. So each sampler returns what it omits or rounds away, as white
 * noise or by a larger variance.
 */
export interface UnitNoiseSampler {
  readonly method: "spectral" | "autoregressive" | "circulant" | "cholesky";
  readonly normalCount: number;
  /** τ: the covariance of N is at least K + τI, rounding of the coefficients included. */
  readonly jitter: number;
  /**
   * ρ: ‖N̂ − N‖₂ ≤ ρ over all m points, except with probability `gaussianNormFailure` = 4.4·10⁻²⁹⁷, if `sample` gets exact
   * standard normals rounded to doubles. Public: see docs/proofs/forwardError.md.
   */
  readonly forwardError: number;
  /** Bound on the elements of the covariance minus (K + τI), in absolute value. */
  readonly covarianceError: number;
  /**
   * One draw, a linear function of the given standard normals. Allocates no arrays of the grid's size, unless another
   * sampler took the memory of scattered noise.
   *
   * @param standardNormals at least normalCount; the first ones are used
   * @param out shape (m,), overwritten and returned
   */
  sample(standardNormals: Float64Array, out: Float64Array): Float64Array;
}
