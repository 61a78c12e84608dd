/**
 * Additive release, to be redrawn at any ε, δ and calibration on its points,
 *
 *     release = estimate + noiseMultiplier(ε, δ) · sensitivity · unitNoise.
 */
export interface ScalableRelease {
  /** f_D on the grid, shape (m,). Private: shown in the inside view only. */
  readonly estimate: Float64Array;
  /** Δ including every inflation, in the RKHS norm of the noise kernel. Public. */
  readonly sensitivity: number;
  /** Independent draws of the noise at unit scale, each of shape (m,). */
  readonly unitNoise: readonly Float64Array[];
}

/**
 * Release with noise on the records, and so on everything computed from them: another ε or δ needs a new computation, at
 * the budget of the request.
 */
export interface RecomputedRelease {
  /** Result without noise, shape (m,). Private: shown in the inside view only. */
  readonly estimate: Float64Array;
  /** Released values, draw after draw, each of shape (m,). */
  readonly draws: readonly Float64Array[];
  /** Standard deviation of the noise on one number of the records. Public. */
  readonly deviation: number;
}

/** Release from a worker: to be scaled, or computed at the budget of the request. */
export type AnyRelease = GridRelease | RecomputedRelease;

/** Checks if another ε needs a new request. */
export function isRecomputed(release: ScalableRelease | RecomputedRelease): release is RecomputedRelease {
  return "draws" in release;
}

/** Scalable release whose noise is described well enough for bands. */
export interface GridRelease extends ScalableRelease {
  /**
   * τ: at each point the unit noise has the variance 1 + τ, or at most that if it differs from point to point. Public.
   */
  readonly jitter: number;
  /** u with P(sup |unit noise| ≤ u·√(1 + τ)) ≥ 0.95 over the grid; undefined if not computed. Public. */
  readonly simultaneousQuantile: number | undefined;
  /**
   * Extra numbers after those of the grid, in estimate and noise alike: each is shown as weight × number, with noise of
   * the same deviation. Public; none if absent.
   */
  readonly beside?: readonly { readonly name: string; readonly at?: number; readonly weight: number }[];
  /** Exact function on the grid, if the estimate approximates it. Private. */
  readonly original?: Float64Array;
}
