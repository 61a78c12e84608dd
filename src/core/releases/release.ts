/**
 * What moving ε, δ or the calibration needs to redraw: every additive mechanism is
 *
 *     release = estimate + noiseMultiplier(ε, δ) · sensitivity · unitNoise
 *
 * on the points where it is shown.
 */
export interface ScalableRelease {
  /** f_D on the grid, shape (m,). Private: shown in the inside view only. */
  readonly estimate: Float64Array;
  /** Δ including every inflation, in the RKHS norm of the noise kernel. Public. */
  readonly sensitivity: number;
  /** Independent draws of the noise at unit scale, each of shape (m,). */
  readonly unitNoise: readonly Float64Array[];
}

/** A scalable release whose noise is described well enough for bands. */
export interface GridRelease extends ScalableRelease {
  /** τ: at each point the unit noise has the variance 1 + τ, or at most that where it differs from point to point. Public. */
  readonly jitter: number;
  /** u with P(sup |unit noise| ≤ u·√(1 + τ)) ≥ 0.95 over the grid; undefined where none is computed. Public. */
  readonly simultaneousQuantile: number | undefined;
  /** The function itself on the grid, where the estimate is an approximation of it. Private. */
  readonly original?: Float64Array;
}
