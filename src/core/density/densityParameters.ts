import type { BinnedSmoothing } from "./estimator/binnedSmoothing.ts";
import type { Interval } from "../grids.ts";
import type { BumpKernelName } from "../kernels/bumpKernel.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { PolynomialChoice } from "../bernstein/polynomialChoice.ts";
import type { GridRelease } from "../release/release.ts";
import type { TransformationName } from "../special/transformation.ts";

/** Framing of a density on a line: the scale of smoothing, and the treatment of the domain's ends. */
export interface DensityFraming {
  /** Scale of the variable and of bandwidths; the variable itself if absent. */
  readonly transformation?: TransformationName;
  /** Whether bump mass beyond the ends of the domain is folded back. */
  readonly reflection?: boolean;
}

/** Kernel of the Gaussian process noise: that of the bumps, Hall 2013 section 4.1, or that of section 4.2. */
export type NoiseRoute = "gaussian" | "sobolev";

/** Public parameters of a density release. */
export interface DensityParameters extends NoiseRequest, DensityFraming {
  /** Declared domain, one interval per coordinate; records outside are clamped into it. */
  readonly domain: readonly Interval[];
  /** Bandwidth h_j > 0 per coordinate, in data units. */
  readonly bandwidths: readonly number[];
  /** Fixed values of the last axes where the density is shown, in data units; none if absent. For polynomials only. */
  readonly held?: readonly number[];
  /** Correlation of the kernel in two dimensions, −1 < r < 1; 0 otherwise. */
  readonly correlation: number;
  readonly route: NoiseRoute;
  /** Kernel of the bumps and the noise on the Gaussian route, if not Gaussian. */
  readonly bump?: BumpKernelName;
  /** γ·h, the rate of the Sobolev kernel in units of 1/h; 1 is Hall's choice. Unused by the Gaussian route. */
  readonly relativeRate: number;
  /** The declared bound on the records of one person; 1 if absent. Δ is that of one record times it. */
  readonly recordsPerPerson?: number;
  /** Declared value whose records have no bump and are only counted; for Gaussian bumps on a line. */
  readonly atom?: number;
  /** Declared names of the groups, each with its own density; one density if absent. */
  readonly levels?: readonly string[];
  /** Present for the Bernstein mechanism, in place of a Gaussian process; route and rate are then unused. */
  readonly polynomial?: PolynomialChoice;
}

/** Parameters of the function, without those of the noise. */
export type DensityTargetParameters = Omit<DensityParameters, keyof NoiseRequest | "polynomial">;

/** Estimate, sensitivity and unit noise of a private density on its grid, ready to be scaled. */
export interface DensityRelease extends GridRelease {
  readonly recordCount: number;
  /** Records outside the declared domain, moved to its edge. Private. */
  readonly clampedCount: number;
  /** Grid points per axis; the first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** Δ of the drawn estimate before inflation; the sharper bound for records in the domain, if there is one. */
  readonly exactSensitivity: number;
  /** Δ of the sum over the records themselves, without bins. */
  readonly unbinnedSensitivity: number;
  readonly smoothing: BinnedSmoothing;
  /** Δ as printed in the paper, for comparison. */
  readonly printedSensitivity: number;
  /** τ: the covariance of the unit noise is at least K + τI. */
  readonly jitter: number;
  /** η: the drawn estimate differs from the exact binned one by at most this, in the 2-norm over the grid. */
  readonly roundingError: number;
  /** Bound on the deviation of the noise covariance from K + τI, element by element. */
  readonly covarianceError: number;
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid. */
  readonly simultaneousQuantile: number;
  /** Whether the quantile is proved, or holds approximately, as in the plane. */
  readonly isBandProved: boolean;
}
