import type { BinnedSmoothing } from "./estimator/binnedSmoothing.ts";
import type { Interval } from "../grids.ts";
import type { BumpKernelName } from "../kernels/bumpKernel.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { PolynomialChoice } from "../bernstein/polynomialChoice.ts";
import type { GridRelease } from "../release/release.ts";
import type { TransformationName } from "../special/transformation.ts";

/** How a density on a line is framed: on which scale its records are smoothed, and what happens at the ends of its domain. */
export interface DensityFraming {
  /** The scale of the variable; its own if absent. Bandwidths are on that scale. */
  readonly transformation?: TransformationName;
  /** Whether what the bumps spill over the ends of the domain is folded back. */
  readonly reflection?: boolean;
}

/** Which Gaussian process is added: one with the kernel of the bumps, Hall 2013 section 4.1, or that of section 4.2. */
export type NoiseRoute = "gaussian" | "sobolev";

/** What a density release is computed from, besides the records. All of it is public. */
export interface DensityParameters extends NoiseRequest, DensityFraming {
  /** The declared domain, one interval per coordinate; records outside are clamped into it. */
  readonly domain: readonly Interval[];
  /** Bandwidth h_j > 0 per coordinate, in data units. */
  readonly bandwidths: readonly number[];
  /** Where the density is shown on the last axes, in data units; none if absent. Of polynomials alone. */
  readonly held?: readonly number[];
  /** Correlation of the kernel in two dimensions, −1 < r < 1; 0 otherwise. */
  readonly correlation: number;
  readonly route: NoiseRoute;
  /** The bumps of the Gaussian route, if not Gaussian; the noise has their kernel. */
  readonly bump?: BumpKernelName;
  /** γ·h, the rate of the Sobolev kernel in units of 1/h; 1 is Hall's choice. Unused by the Gaussian route. */
  readonly relativeRate: number;
  /** The declared bound on the records of one person; 1 if absent. Δ is that of one record times it. */
  readonly recordsPerPerson?: number;
  /**
   * A declared value whose records have no bump and are counted apart, beside the density of the others; of densities on a
   * line with Gaussian bumps.
   */
  readonly atom?: number;
  /** The declared names of groups, each with a density of its own, of records that were read with them; one density if absent. */
  readonly levels?: readonly string[];
  /** Present for the Bernstein mechanism, in place of a Gaussian process; route and rate are then unused. */
  readonly polynomial?: PolynomialChoice;
}

/** What the function is, without the noise. */
export type DensityTargetParameters = Omit<DensityParameters, keyof NoiseRequest | "polynomial">;

/** Estimate, sensitivity and unit noise of a private density on its grid, ready to be scaled. */
export interface DensityRelease extends GridRelease {
  readonly recordCount: number;
  /** Records outside the declared domain, moved to its edge. Private. */
  readonly clampedCount: number;
  /** Number of grid points per axis; the first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /**
   * Δ of the estimate that is drawn, before inflation; the sharper bound for records in the declared domain where there
   * is one.
   */
  readonly exactSensitivity: number;
  /** The same of the sum over the records themselves: what Δ would be without bins. */
  readonly unbinnedSensitivity: number;
  /** How the binned records are smoothed. */
  readonly smoothing: BinnedSmoothing;
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
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid. */
  readonly simultaneousQuantile: number;
  /** Whether that is proved, or holds approximately, as in the plane. */
  readonly isBandProved: boolean;
}
