import type { QuadratureRule } from "../kernels/covarianceSpectrum.ts";
import type { Interval } from "../grids.ts";
import type { Centre } from "../release/postMap.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { SharedGroups } from "../release/sharedGroups.ts";
import type { CurveKernelName } from "./curveKernels.ts";

/** Public. */
export interface SmoothingParameters {
  readonly domain: Interval;
  readonly rule: QuadratureRule;
  readonly kernel: CurveKernelName;
  /** ρ₀ in the paper's convention, in units of time. */
  readonly range: number;
  /** φ > 0. */
  readonly penalty: number;
  /** η₀ ≥ 1. */
  readonly power: number;
  /** τ₀ > 0, of curves less the centre. */
  readonly normBound: number;
  /** c, subtracted from every curve, and added to the release. */
  readonly centre?: Centre;
}

/** Public. */
export interface MeanCurveParameters extends MeanTargetParameters, NoiseRequest {}

/** Public. */
export interface MeanTargetParameters extends SmoothingParameters {
  /** With the same ρ₀. */
  readonly noiseKernel: CurveKernelName;
  readonly curvesPerPerson: number;
  /** Groups with their own means; one mean of all if absent. */
  readonly groups?: SharedGroups;
  /** N, declared: the number of curves is private. */
  readonly mostRecords?: number;
}
