/**
 * Additive release, to be redrawn at any ε, δ and calibration,
 *
 *     release = estimate + noiseMultiplier(ε, δ) · sensitivity · unitNoise.
 */
export interface ScalableRelease {
  /** f_D on the grid, shape (m,). Private. */
  readonly estimate: Float64Array;
  /** Δ including every inflation, in the RKHS norm of the noise kernel; public. */
  readonly sensitivity: number;
  /** Independent draws of the noise at unit scale, each of shape (m,). */
  readonly unitNoise: readonly Float64Array[];
}

/** Release with noise on the records: another ε or δ needs a new computation. */
export interface RecomputedRelease {
  /** Result without noise, shape (m,). Private. */
  readonly estimate: Float64Array;
  /** Released values of each draw, shape (m,). */
  readonly draws: readonly Float64Array[];
  /** Deviation of the noise on one number of the records; public. */
  readonly deviation: number;
}

export type AnyRelease = GridRelease | RecomputedRelease;

/** True if another ε needs a new request. */
export function isRecomputed(release: ScalableRelease | RecomputedRelease): release is RecomputedRelease {
  return "draws" in release;
}

/** Scalable release with the numbers for its bands. */
export interface GridRelease extends ScalableRelease {
  /** τ: the unit noise has at most the variance 1 + τ; public. */
  readonly jitter: number;
  /** u with P(sup |unit noise| ≤ u·√(1 + τ)) ≥ 0.95 over the grid; undefined if not computed; public. */
  readonly simultaneousQuantile: number | undefined;
  /** Extra numbers after those of the grid, in estimate and noise, shown as weight × number; public. */
  readonly extra?: readonly { readonly name: string; readonly at?: number; readonly weight: number }[];
  /** Exact function, if the estimate approximates it. Private. */
  readonly original?: Float64Array;
}
