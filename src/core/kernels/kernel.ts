import type { Point, Points } from "../points.ts";

/**
 * A positive-definite kernel k: ℝᵈ × ℝᵈ → ℝ, as its formula. Capabilities, such as {@link DistanceKernel}, make it
 * fast.
 */
export interface Kernel {
  /** For two points of equal dimension. */
  evaluate(x: Point, y: Point): number;
  /** sup k(x, x); the RKHS norm of k(·, x) is at most its square root. */
  readonly diagonalBound: number;
}

export interface RoundedKernel {
  /** Bound on the error of a computed k(x, y), in 2⁻⁵³ sup k, where it may be more than 16 + d/2. */
  readonly roundings: number;
}

/** Capability: k(x, y) = exp(−decay ‖x − y‖²). */
export interface GaussianDecay {
  readonly decay: number;
}

/** Capability: k(x, y) = (1 + linear·t + square·t²) e^(−t) with t = rate ‖x − y‖. */
export interface MaternDecay {
  readonly matern: { readonly rate: number; readonly linear: number; readonly square: number };
}

/** Capability: k is a function of ‖x − y‖². */
export interface DistanceKernel {
  readonly ofSquaredDistance: (squaredDistance: number) => number;
  /** In place of many squared distances; within 4 units in the last place. */
  readonly ofSquaredDistances: (squaredDistances: Float64Array) => void;
}

/** Capability: k(x, y) = Π κ(xⱼ − yⱼ). */
export interface ProductKernel {
  /** κ in place of many differences. */
  readonly factors: (differences: Float64Array) => void;
}

/** Capability: k(x, y) = φ(x)·φ(y). */
export interface FeatureKernel {
  readonly features: {
    /** Length of φ(x). */
    readonly count: number;
    /** Writes φ(xᵢ) at `from` + i·stride. */
    readonly fill: (points: Points, out: Float64Array, from: number, stride: number) => void;
  };
}

export type CapableKernel = Kernel &
  Partial<RoundedKernel & GaussianDecay & MaternDecay & DistanceKernel & ProductKernel & FeatureKernel>;
