import type { Interval } from "../../grids.ts";
import type { KernelName } from "../../kernels/kernelOf.ts";
import type { NoiseRequest } from "../../release/contract.ts";
import type { ProcessRelease } from "../../release/release.ts";
import type { SharedGroups } from "../../release/sharedGroups.ts";

export const boundaryLossNames = {
  classification: ["hinge", "logistic"],
  regression: ["huber", "squared", "epsilonInsensitive", "pinball"],
} as const;

/** By which an early stop may raise Δ. */
export const gapShare = 0.05;
export const boundaryLimits = { exact: 10_000, landmarks: 50_000 } as const;

export type LossName = (typeof boundaryLossNames)[keyof typeof boundaryLossNames][number];

/** Public. */
export interface FitParameters {
  /** Declared, one interval per input, at most 20. */
  readonly domain: readonly Interval[];
  /** Inputs that are not drawn. */
  readonly held?: readonly number[];
  /** Absent for labels ±1. */
  readonly responseRange?: Interval | undefined;
  readonly kernel: KernelName;
  /** ℓ > 0, as a share of the domain's sides. */
  readonly lengthScale: number;
  readonly loss: LossName;
  /** In halves of the response range; or the quantile. */
  readonly lossParameter: number;
  /** λ > 0. */
  readonly penalty: number;
  /** The whole RKHS, or the span of public landmarks. */
  readonly solver: "exact" | "landmarks";
  /** Multiplies Δ; 1 if absent. */
  readonly recordsPerPerson?: number;
  readonly groups?: SharedGroups;
  /** N, declared: the number of records is private. */
  readonly mostRecords?: number;
}

/** Public. */
export interface BoundaryParameters extends FitParameters, NoiseRequest {
  /** By default the end of the last fit. */
  readonly start?: "last" | "public";
}

/** With responses on [−1, 1]; τ is from 10⁻⁹ to 0.1 (landmarks in the plane), and only curves have a simultaneous band. */
export interface BoundaryRelease extends ProcessRelease {
  readonly recordCount: number;
  readonly start: "last" | "public";
  /** Records outside the domain or the range. Private. */
  readonly clampedCount: number;
  readonly clampedResponseCount: number;
  /** The first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** M. */
  readonly lipschitz: number;
  /** Δ = M√(sup K)/(λn). */
  readonly exactSensitivity: number;
  /** g. Public. */
  readonly gapTolerance: number;
  /** Gap reached. Private. */
  readonly dualityGap: number;
  /** ‖f‖. Private. */
  readonly rkhsNorm: number;
  /** f at the records, or their group's f; 0 in none. Shape (n,). Private. */
  readonly fitted: Float64Array;
  /** 1 for a support vector. Private. */
  readonly support: Uint8Array;
  readonly landmarkCount: number | undefined;
}
