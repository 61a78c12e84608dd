import type { QuadratureRule } from "../kernels/covarianceSpectrum.ts";
import type { Interval } from "../grids.ts";
import type { Centre } from "../release/carrying.ts";
import type { NoiseRequest } from "../release/contract.ts";
import type { SharedGroups } from "../release/sharedGroups.ts";
import type { CurveKernelName } from "./curveKernels.ts";

/** What a mean curve is estimated with, besides the curves. All of it is public. */
export interface SmoothingParameters {
  /** The declared interval of times; the grid has the curves' number of points, evenly spaced. */
  readonly domain: Interval;
  readonly rule: QuadratureRule;
  readonly kernel: CurveKernelName;
  /** ρ₀ in the paper's convention, in units of time: see `lengthScaleOf`. */
  readonly range: number;
  /** φ > 0. */
  readonly penalty: number;
  /** η₀ ≥ 1. */
  readonly power: number;
  /** τ₀ > 0, of curves less the centre. */
  readonly normBound: number;
  /** c, subtracted from every curve before, and added to what is released after; 0 if absent. */
  readonly centre?: Centre;
}

/** What a mean-curve release is computed from, besides the curves. All of it is public. */
export interface MeanCurveParameters extends SmoothingParameters, NoiseRequest {
  /** The kernel of the noise, with the same ρ₀. */
  readonly noiseKernel: CurveKernelName;
  /** The most curves of one person. */
  readonly curvesPerPerson: number;
  /** The groups that have a mean each, of curves that were read with them; one mean of all if absent. */
  readonly groups?: SharedGroups;
}
