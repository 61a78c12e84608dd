import type { Interval } from "../../grids.ts";
import type { KernelName } from "../../kernels/kernelOf.ts";
import type { NoiseRequest } from "../../release/contract.ts";
import type { GridRelease } from "../../release/release.ts";
import type { SharedGroups } from "../../release/sharedGroups.ts";

/** The losses of a fit: hinge and logistic for labels, the others for responses. */
export type LossName = "hinge" | "logistic" | "huber" | "epsilonInsensitive" | "pinball";

/** What is fitted, besides the records. All of it is public. */
export interface FitParameters {
  /** The declared domain, one interval per input; inputs outside are clamped into it. At most 20. */
  readonly domain: readonly Interval[];
  /**
   * Where the function is shown: over the first one or two inputs, each of the others held at one of these values, in
   * its own units; inside its interval, or moved to its end. Absent where all inputs are shown.
   */
  readonly held?: readonly number[];
  /** The declared range of the responses, clamped into it; absent for labels ±1. */
  readonly responseRange?: Interval | undefined;
  readonly kernel: KernelName;
  /** ℓ > 0, as a share of the domain's side along each input. */
  readonly lengthScale: number;
  readonly loss: LossName;
  /** Huber's threshold or the insensitive width, in halves of the response range; or the quantile. Unused otherwise. */
  readonly lossParameter: number;
  /** λ > 0. */
  readonly penalty: number;
  /** The whole RKHS, or the span of public landmarks. */
  readonly solver: "exact" | "landmarks";
  /** The declared bound on the records of one person; 1 if absent. Δ is that of one record times it. */
  readonly recordsPerPerson?: number;
  /** The groups that have a function each, of records that were read with them; one function of all if absent. */
  readonly groups?: SharedGroups;
}

/** What a boundary release is computed from, besides the records. All of it is public. */
export interface BoundaryParameters extends FitParameters, NoiseRequest {
  /**
   * Where the solver starts: where the last fit ended, which is faster and within the certificate of the same function; or from
   * nothing, so that the same is computed whatever was fitted before. The last if absent.
   */
  readonly start?: "last" | "public";
}

/**
 * Estimate, sensitivity and unit noise of a private decision function or regression curve, ready to be scaled.
 * Responses of a declared range are mapped onto [−1, 1] before the fit; the values here are on that scale.
 */
export interface BoundaryRelease extends GridRelease {
  readonly recordCount: number;
  /** Where the solver started. */
  readonly start: "last" | "public";
  /** Records with an input outside the domain, and with a response outside its range. Private. */
  readonly clampedCount: number;
  readonly clampedResponseCount: number;
  /** Number of grid points per axis; the first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** M. */
  readonly lipschitz: number;
  /** Δ = M√(sup K)/(λn), of the exact minimiser. */
  readonly exactSensitivity: number;
  /** g: the minimum is approached to within this in the objective. Public. */
  readonly gapTolerance: number;
  /** The gap that was reached. Private. */
  readonly dualityGap: number;
  /** ‖f‖. Private. */
  readonly rkhsNorm: number;
  /**
   * τ: the covariance of the unit noise is at least K + τI. From 10⁻⁹ to 0.1, with landmarks in the plane: see
   * `roundingJitter`.
   */
  readonly jitter: number;
  /** η: bound on the rounding of the estimate, in the 2-norm over the grid. */
  readonly roundingError: number;
  readonly covarianceError: number;
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid, proved; for curves only. */
  readonly simultaneousQuantile: number | undefined;
  /** f at the records, with groups that of a record's own; 0 for one in none. Shape (n,). Private. */
  readonly fitted: Float64Array;
  /** 1 where a record's loss pulls at f: a support vector. Private. */
  readonly support: Uint8Array;
  /** r, where landmarks are used. */
  readonly landmarkCount: number | undefined;
}
