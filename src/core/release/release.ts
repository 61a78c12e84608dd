/**
 * Additive release, to be redrawn at any ε, δ and calibration,
 *
 *     release = estimate + noiseMultiplier(ε, δ) · sensitivity · unitNoise.
 */
export interface ScalableRelease {
  /** f_D on the grid, shape (m,). Private. */
  readonly estimate: Float64Array;
  /** Δ including every inflation; public. */
  readonly sensitivity: number;
  /** Independent draws, each of shape (m,). */
  readonly unitNoise: readonly Float64Array[];
}

/** Release with noise on the records, recomputed for another ε or δ. */
export interface RecomputedRelease {
  /** Without noise, shape (m,). Private. */
  readonly estimate: Float64Array;
  /** Released values of each draw. */
  readonly draws: readonly Float64Array[];
  /** Deviation of the noise on one number of the records; public. */
  readonly deviation: number;
}

export type AnyRelease = GridRelease | RecomputedRelease;

export function isRecomputed(release: ScalableRelease | RecomputedRelease): release is RecomputedRelease {
  return "draws" in release;
}

export interface GridRelease extends ScalableRelease {
  /** τ: the unit noise has at most the variance 1 + τ; public. */
  readonly jitter: number;
  /** u with P(sup |unit noise| ≤ u·√(1 + τ)) ≥ 0.95 over the grid; public. */
  readonly simultaneousQuantile: number | undefined;
  /** Extra numbers after the grid's, shown as weight × number; public. */
  readonly extra?: readonly { readonly name: string; readonly at?: number; readonly weight: number }[];
  /** Exact function, if the estimate approximates it. Private. */
  readonly original?: Float64Array;
}

/** A release on a grid by noise of a known covariance; public. */
export interface ProcessRelease extends GridRelease {
  /** η, in the 2-norm over the grid. */
  readonly roundingError: number;
  /** Bound on the elements of the noise covariance minus K + τI. */
  readonly covarianceError: number;
  readonly samplingMethod: string;
  /** N if the number of records is private; then it counts as that number. */
  readonly mostRecords?: number;
}
