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

/**
 * A release whose noise is on the records and passes through all that is made of them: moving ε or δ computes it anew, at the
 * budget of the request.
 */
export interface RecomputedRelease {
  /** What there would be without noise, shape (m,). Private: shown in the inside view only. */
  readonly estimate: Float64Array;
  /** What is released, draw after draw, each of shape (m,). */
  readonly draws: readonly Float64Array[];
  /** Standard deviation of the noise on one number of the records. Public. */
  readonly deviation: number;
}

/** What a worker answers: something to be scaled, or made at the budget it was asked with. */
export type AnyRelease = GridRelease | RecomputedRelease;

/** Whether moving ε asks the worker again. */
export function isRecomputed(release: ScalableRelease | RecomputedRelease): release is RecomputedRelease {
  return "draws" in release;
}

/** A scalable release whose noise is described well enough for bands. */
export interface GridRelease extends ScalableRelease {
  /** τ: at each point the unit noise has the variance 1 + τ, or at most that where it differs from point to point. Public. */
  readonly jitter: number;
  /** u with P(sup |unit noise| ≤ u·√(1 + τ)) ≥ 0.95 over the grid; undefined where none is computed. Public. */
  readonly simultaneousQuantile: number | undefined;
  /**
   * What numbers stand for that follow those of the grid, in estimate and noise alike: each is shown as weight × number, with
   * noise of the same deviation. Public; none if absent.
   */
  readonly beside?: readonly { readonly name: string; readonly at?: number; readonly weight: number }[];
  /** The function itself on the grid, where the estimate is an approximation of it. Private. */
  readonly original?: Float64Array;
}
