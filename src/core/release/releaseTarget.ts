import type { RegularGrid, ShownAxis } from "../grids.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { representableBound } from "../representableBound.ts";
import type { PostMap } from "./postMap.ts";

/** Δ in its parts; public. */
export interface ReleaseSensitivity {
  readonly formula: string;
  /** Δ of the exact estimate, in the norm of the noise. */
  readonly exact: number;
  /** Allowance for the early stop of a solver: 2√(g/λ). */
  readonly stop: number;
  /** exact + stop, and 10⁻¹² of it for rounding. */
  readonly value: number;
}

/** Δ from its parts. @throws {NumericalError} if it exceeds the doubles */
export function releaseSensitivity(parts: Omit<ReleaseSensitivity, "value">): ReleaseSensitivity {
  return { ...parts, value: representableBound((parts.exact + parts.stop) * (1 + 1e-12)) };
}

export interface ReleaseView {
  /** In study units, first axis fastest. */
  readonly axes: readonly ShownAxis[];
  /** A value is offset + scale·(released number). */
  readonly units: { readonly scale: number; readonly offset: number };
}

export interface Target extends ReleaseView {
  readonly sensitivity: ReleaseSensitivity;
  /** In slices. Private; no other member reads the records. */
  readonly estimating: () => Generator<number, Float64Array>;
  readonly kernel: NoiseKernel;
  /** In the units of the kernel. */
  readonly grid: RegularGrid;
  /** To values at points of its own; public. */
  readonly postMap?: PostMap;
}

/** Function on a grid to be released with correlated noise and an exact dither; all but the estimate is public. */
export interface GridTarget extends Target {
  readonly kind: "ditheredGaussian";
  /** τ > 0: Δ is in the norm of noise of covariance K + τI. */
  readonly jitter: number;
  /** η ≥ ‖computed − exact estimate‖₂, whatever the records. */
  readonly estimateError: number;
  /** B ≥ ‖computed estimate‖₂, whatever the records. */
  readonly estimateBound: number;
  /** Extra numbers after the grid's, shown as weight × number; Δ, η and B include them. */
  readonly extra?: readonly { readonly name: string; readonly at?: number; readonly weight: number }[];
  /** Number of functions, counted by the last axis; Δ, η and B are of all together. */
  readonly copies?: number;
}

/** Function to be released in coordinates w of w·φ, with ‖φ(x)‖² ≤ K(x, x). */
export interface CoordinateTarget extends Target {
  readonly kind: "gaussianCoordinates";
  /** Functions φ_j. */
  readonly basis: {
    readonly name: string;
    readonly order: string;
    readonly parameters: readonly { readonly name: string; readonly value: number }[];
  };
  /** Computation of the values, in words. */
  readonly processing: string;
  /** Values on the grid of w·φ. */
  readonly evaluate: (coordinates: Float64Array) => Generator<number, Float64Array>;
}

export type ReleaseTarget = GridTarget | CoordinateTarget;
