import type { Interval } from "../../grids.ts";
import type { KernelName } from "../../kernels/kernelOf.ts";
import type { NoiseRequest } from "../../release/contract.ts";
import type { GridRelease } from "../../release/release.ts";
import type { SharedGroups } from "../../release/sharedGroups.ts";

/** The losses of a fit to labels, and to responses. */
export const boundaryLossNames = {
  classification: ["hinge", "logistic"],
  regression: ["huber", "epsilonInsensitive", "pinball"],
} as const;

export type LossName = (typeof boundaryLossNames)[keyof typeof boundaryLossNames][number];

/** Parameters of a fit. Public. */
export interface FitParameters {
  /** Declared domain, one interval per input, at most 20; inputs outside are clamped into it. */
  readonly domain: readonly Interval[];
  /** Values of inputs that the picture does not show, in their own units, clamped to their intervals. */
  readonly held?: readonly number[];
  /** Declared range of the responses, which are clamped into it; absent for labels ±1. */
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
  /** Declared bound on the records of one person; 1 if absent. Δ is that of one record times it. */
  readonly recordsPerPerson?: number;
  /** Groups with a function each, as read with the records. */
  readonly groups?: SharedGroups;
}

/** Parameters of a boundary release. Public. */
export interface BoundaryParameters extends FitParameters, NoiseRequest {
  /**
   * Start of the solver: by default the end of the last fit, which is faster; the public start makes the result
   * independent of earlier fits.
   */
  readonly start?: "last" | "public";
}

/**
 * Estimate, sensitivity and unit noise of a private decision function or regression curve. Responses of a declared
 * range are mapped onto [−1, 1]; values here are on that scale.
 */
export interface BoundaryRelease extends GridRelease {
  readonly recordCount: number;
  readonly start: "last" | "public";
  /** Records with an input outside the domain, and with a response outside its range. Private. */
  readonly clampedCount: number;
  readonly clampedResponseCount: number;
  /** The first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** M. */
  readonly lipschitz: number;
  /** Δ = M√(sup K)/(λn), of the exact minimiser. */
  readonly exactSensitivity: number;
  /** g: bound on the objective above its minimum. Public. */
  readonly gapTolerance: number;
  /** Gap reached. Private. */
  readonly dualityGap: number;
  /** ‖f‖. Private. */
  readonly rkhsNorm: number;
  /**
   * τ: the covariance of the unit noise is at least K + τI. From 10⁻⁹ to 0.1 (landmarks in the plane): see
   * `roundingJitter`.
   */
  readonly jitter: number;
  /** η: bound on the rounding of the estimate, in the 2-norm over the grid. */
  readonly roundingError: number;
  readonly covarianceError: number;
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid, proved; for curves only. */
  readonly simultaneousQuantile: number | undefined;
  /** f at the records, or their own group's f; 0 for a record in none. Shape (n,). Private. */
  readonly fitted: Float64Array;
  /** 1 for a support vector, whose loss pulls at f. Private. */
  readonly support: Uint8Array;
  readonly landmarkCount: number | undefined;
}
