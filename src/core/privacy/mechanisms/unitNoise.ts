import type { StationaryKernel } from "../../kernels/stationaryKernel.ts";

export type NoiseKernel = StationaryKernel;

/**
 * Draws of Gaussian noise at unit scale on m fixed points. `sample` returns N̂ = N + rounding, N the linear map of
 * exact normals, of covariance at least K + τI (errata H15, W5).
 */
export interface UnitNoiseSampler {
  readonly method: "spectral" | "autoregressive" | "circulant" | "cholesky";
  readonly normalCount: number;
  /** τ */
  readonly jitter: number;
  /** ρ: ‖N̂ − N‖₂ ≤ ρ except with probability `gaussianNormFailure`; public (docs/proofs/forwardError.md). */
  readonly forwardError: number;
  readonly covarianceError: number;
  /**
   * A draw, linear in the given standard normals.
   *
   * @param standardNormals at least normalCount; the first ones are used
   * @param out shape (m,), overwritten and returned
   */
  sample(standardNormals: Float64Array, out: Float64Array): Float64Array;
}
