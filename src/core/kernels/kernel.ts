import type { Point } from "../points.ts";

/**
 * A positive-definite kernel k: ℝᵈ × ℝᵈ → ℝ, as its formula. Capabilities, such as {@link DistanceKernel}, make it fast; an
 * algorithm that uses some takes a `CapableKernel`, which every kernel is.
 */
export interface Kernel {
  /** k(x, y), for two points of equal dimension. */
  evaluate(x: Point, y: Point): number;
  /** sup k(x, x) over the domain; the RKHS norm of k(·, x) is at most its square root. */
  readonly diagonalBound: number;
}

/** Capability: a proved bound on rounding. */
export interface RoundedKernel {
  /** Bound on the error of a computed k(x, y), in 2⁻⁵³ sup k, where it may be more than 16 + d/2. */
  readonly roundings: number;
}

/** Capability: k(x, y) = exp(−decay ‖x − y‖²), whose rows the arithmetic computes at once. */
export interface GaussianDecay {
  /** Positive. */
  readonly decay: number;
}

/** Capability: k(x, y) = (1 + linear·t + square·t²) e^(−t) with t = rate ‖x − y‖, whose rows the arithmetic computes at once. */
export interface MaternDecay {
  readonly matern: { readonly rate: number; readonly linear: number; readonly square: number };
}

/** Capability: k is a function of ‖x − y‖², for loops over many pairs. */
export interface DistanceKernel {
  readonly ofSquaredDistance: (squaredDistance: number) => number;
  /** The same in place of each of many squared distances; exponentials are within 4 units in the last place. */
  readonly ofSquaredDistances: (squaredDistances: Float64Array) => void;
}

/** Capability: k(x, y) = Π κ(xⱼ − yⱼ), for sums over grids. */
export interface ProductKernel {
  /** κ in place of each of many differences. */
  readonly factors: (differences: Float64Array) => void;
}

/** A kernel with the capabilities that it happens to have. */
export type CapableKernel = Kernel &
  Partial<RoundedKernel & GaussianDecay & MaternDecay & DistanceKernel & ProductKernel>;
