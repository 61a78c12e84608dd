import type { ScalableRelease } from "./release.ts";

/** A closed interval, declared public. */
export type Interval = readonly [lower: number, upper: number];

/** Which Gaussian process is added: kernel of Hall 2013 section 4.1, or of section 4.2. */
export type NoiseRoute = "gaussian" | "sobolev";

/** What a density release is computed from, besides the records. All of it is public. */
export interface DensityParameters {
  /** The declared domain, one interval per coordinate; records outside are clamped into it. */
  readonly domain: readonly Interval[];
  /** Bandwidth h_j > 0 per coordinate, in data units. */
  readonly bandwidths: readonly number[];
  /** Correlation of the kernel in two dimensions, −1 < r < 1; 0 in one dimension. */
  readonly correlation: number;
  readonly route: NoiseRoute;
  /** γ·h, the rate of the Sobolev kernel in units of 1/h; 1 is Hall's choice. Unused by the Gaussian route. */
  readonly relativeRate: number;
  /** Number of independent draws of the noise. */
  readonly drawCount: number;
  /** A seed for teaching draws, or "secure" for the cryptographic source. */
  readonly seed: number | "secure";
}

/** Estimate, sensitivity and unit noise of a private density on its grid, ready to be scaled. */
export interface DensityRelease extends ScalableRelease {
  readonly recordCount: number;
  /** Records outside the declared domain, moved to its edge. Private. */
  readonly clampedCount: number;
  /** Number of grid points per axis; the first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** Δ before inflation, the sharper bound for records in the declared domain where there is one. */
  readonly exactSensitivity: number;
  /** The bound as printed in the paper, for comparison. */
  readonly printedSensitivity: number;
  /** τ: the covariance of the unit noise is at least K + τI. */
  readonly jitter: number;
  /** η: the drawn estimate differs from the exact binned one by at most this, in the 2-norm over the grid. */
  readonly roundingError: number;
  /** Bound on the deviation of the noise covariance from K + τI, element by element. */
  readonly covarianceError: number;
  /** How the noise was sampled. */
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u) ≥ 0.95 over the grid. */
  readonly simultaneousQuantile: number;
}
