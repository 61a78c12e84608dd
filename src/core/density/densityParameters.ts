import type { BinnedSmoothing } from "./estimator/binnedSmoothing.ts";
import type { Interval } from "../grids.ts";
import type { BumpKernelName } from "../kernels/bumpKernel.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { PolynomialChoice } from "../bernstein/polynomialChoice.ts";
import type { GridRelease } from "../release/release.ts";
import type { TransformationName } from "../special/transformation.ts";

export interface DensityFraming {
  /** Scale of the variable and of bandwidths; the variable itself if absent. */
  readonly transformation?: TransformationName;
  /** True if bump mass beyond the ends of the domain is folded back. */
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
  /** Fixed values of the last axes where a polynomial is shown, in data units. */
  readonly held?: readonly number[];
  /** Correlation of the kernel in two dimensions, −1 < r < 1; 0 otherwise. */
  readonly correlation: number;
  readonly route: NoiseRoute;
  /** On the Gaussian route, if not Gaussian. */
  readonly bump?: BumpKernelName;
  /** γ·h on the Sobolev route; 1 is Hall's choice. */
  readonly relativeRate: number;
  /** Declared bound on the records of one person; Δ is that of one record times it. */
  readonly recordsPerPerson?: number;
  /** Declared value whose records are only counted; for Gaussian bumps on a line. */
  readonly pointMass?: number;
  /** Declared names of the groups, each with its own density. */
  readonly levels?: readonly string[];
  /** For the Bernstein mechanism, which has no route and rate. */
  readonly polynomial?: PolynomialChoice;
}

/** Parameters of the function, without those of the noise. */
export type DensityTargetParameters = Omit<DensityParameters, keyof NoiseRequest | "polynomial">;

/** Estimate, sensitivity and unit noise of a private density, ready to be scaled. */
export interface DensityRelease extends GridRelease {
  readonly recordCount: number;
  /** Records outside the declared domain, moved to its edge. Private. */
  readonly clampedCount: number;
  /** Grid points per axis; the first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** Δ of the drawn estimate before inflation. */
  readonly exactSensitivity: number;
  /** Δ of the sum over the records, without bins. */
  readonly unbinnedSensitivity: number;
  readonly smoothing: BinnedSmoothing;
  /** Δ as printed in the paper. */
  readonly printedSensitivity: number;
  /** τ of the unit noise. */
  readonly jitter: number;
  /** η, in the 2-norm over the grid. */
  readonly roundingError: number;
  /** Bound on the noise covariance minus K + τI, element by element. */
  readonly covarianceError: number;
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid. */
  readonly simultaneousQuantile: number;
  /** False if the quantile holds approximately, as in the plane. */
  readonly isBandProved: boolean;
}
