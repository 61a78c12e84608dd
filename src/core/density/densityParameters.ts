import type { BinnedSmoothing } from "./estimator/binnedSmoothing.ts";
import type { Interval } from "../grids.ts";
import type { BumpKernelName } from "../kernels/bumpKernel.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { PolynomialChoice } from "../bernstein/polynomialChoice.ts";
import type { ProcessRelease } from "../release/release.ts";
import type { TransformationName } from "../special/transformation.ts";

export interface DensityFraming {
  readonly transformation?: TransformationName;
  readonly reflection?: boolean;
}

/** Kernel of the Gaussian process noise, of Hall 2013 section 4.1 or 4.2. */
export type NoiseRoute = "gaussian" | "sobolev";

export interface DensityParameters extends NoiseRequest, DensityFraming {
  /** Declared, one interval per coordinate; records outside are clamped. */
  readonly domain: readonly Interval[];
  /** h_j > 0 per coordinate, in data units. */
  readonly bandwidths: readonly number[];
  readonly held?: readonly number[];
  /** −1 < r < 1 in two dimensions; 0 otherwise. */
  readonly correlation: number;
  readonly route: NoiseRoute;
  readonly bump?: BumpKernelName;
  /** γ·h on the Sobolev route; 1 is Hall's choice. */
  readonly relativeRate: number;
  /** Declared bound on the records of one person, which multiplies Δ. */
  readonly recordsPerPerson?: number;
  /** N, declared: the number of records is private. */
  readonly mostRecords?: number;
  readonly pointMass?: number;
  readonly levels?: readonly string[];
  readonly polynomial?: PolynomialChoice;
}

export type DensityTargetParameters = Omit<DensityParameters, keyof NoiseRequest | "polynomial">;

export interface DensityRelease extends ProcessRelease {
  readonly recordCount: number;
  /** Records moved to the edge of the domain. Private. */
  readonly clampedCount: number;
  /** The first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** Δ of the drawn estimate before inflation. */
  readonly exactSensitivity: number;
  /** Δ of the exact sum over the records. */
  readonly unbinnedSensitivity: number;
  readonly smoothing: BinnedSmoothing;
  /** Δ as printed in the paper. */
  readonly printedSensitivity: number;
  readonly simultaneousQuantile: number;
  readonly isBandProved: boolean;
}
