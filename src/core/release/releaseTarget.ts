import type { RegularGrid, ShownAxis } from "../grids.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { representableBound } from "../representableBound.ts";
import type { Carrying } from "./carrying.ts";

/** Δ in its parts. Public. */
export interface ReleaseSensitivity {
  /** How Δ follows from the parameters. */
  readonly formula: string;
  /** Of the exact estimate, in the norm of the noise. */
  readonly exact: number;
  /** What is added because a solver stops early: 2√(g/λ). */
  readonly stop: number;
  /** exact + stop, and 10⁻¹² of it for their rounding. */
  readonly value: number;
}

/** Δ from its parts. @throws {NumericalError} if a double cannot hold it */
export function releaseSensitivity(parts: Omit<ReleaseSensitivity, "value">): ReleaseSensitivity {
  return { ...parts, value: representableBound((parts.exact + parts.stop) * (1 + 1e-12)) };
}

/** Where the function is shown, and what its numbers mean. Public. */
export interface ReleaseView {
  /** Of the values, in the units of the study, the first axis varying fastest. */
  readonly axes: readonly ShownAxis[];
  /** A value is offset + scale·(number that was released). */
  readonly units: { readonly scale: number; readonly offset: number };
}

/** What targets of either kind have. */
export interface Target extends ReleaseView {
  readonly sensitivity: ReleaseSensitivity;
  /** The estimate in slices. Private, and the only thing here that reads the records or may refuse on their account. */
  readonly estimating: () => Generator<number, Float64Array>;
  /** Of the noise. */
  readonly kernel: NoiseKernel;
  /** In the units of the kernel. */
  readonly grid: RegularGrid;
  /** What is made of the values, at points of its own; nothing if absent. Public. */
  readonly carrying?: Carrying;
}

/** A function on a grid that is to be released with correlated noise and an exact dither. All but the estimate is public. */
export interface GridTarget extends Target {
  readonly kind: "ditheredGaussian";
  /** τ > 0: noise of a covariance of at least K + τI has a norm that Δ is in. */
  readonly jitter: number;
  /** η: computed minus exact estimate has at most this 2-norm over the grid, whatever the records. */
  readonly estimateError: number;
  /** B: the computed estimate has at most this 2-norm over the grid, whatever the records. */
  readonly estimateBound: number;
  /**
   * Numbers that follow those of the grid in the estimate, each with the kernel 1 on a line of its own: Δ, η and B are of the
   * whole. Each is shown as weight × number. None if absent.
   */
  readonly beside?: readonly { readonly name: string; readonly at?: number; readonly weight: number }[];
  /**
   * How many functions on the grid the estimate holds, one behind the other, each with independent noise: Δ, η and B are of all
   * together, in the orthogonal sum of their spaces. One if absent; the last of the axes counts them where there are more.
   */
  readonly copies?: number;
}

/** A function that is to be released in coordinates w of w·φ, with ‖φ(x)‖² ≤ K(x, x). All but the estimate is public. */
export interface CoordinateTarget extends Target {
  readonly kind: "gaussianCoordinates";
  /** The functions φ_j, in words and numbers from which they can be made again. */
  readonly basis: {
    readonly name: string;
    readonly order: string;
    readonly parameters: readonly { readonly name: string; readonly value: number }[];
  };
  /** How values follow from coordinates. */
  readonly processing: string;
  /** Values on the grid of w·φ: post-processing. */
  readonly evaluate: (coordinates: Float64Array) => Generator<number, Float64Array>;
}

/** What is to be released: a function on a grid, or its coordinates. */
export type ReleaseTarget = GridTarget | CoordinateTarget;
