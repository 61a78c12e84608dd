import type { Point } from "../points.ts";

/** A positive-definite kernel k: ℝᵈ × ℝᵈ → ℝ. */
export interface Kernel {
  /** k(x, y), for two points of equal dimension. */
  evaluate(x: Point, y: Point): number;
  /** sup k(x, x) over the domain; the RKHS norm of k(·, x) is at most its square root. */
  readonly diagonalBound: number;
  /** Bound on the error of a computed k(x, y), in 2⁻⁵³ sup k, if it may exceed 16 + d/2. */
  readonly roundings?: number;
  /** The decay > 0 of a kernel k(x, y) = exp(−decay ‖x − y‖²). */
  readonly decay?: number;
  /** For k(x, y) = (1 + linear·t + square·t²) e^(−t), t = rate ‖x − y‖. */
  readonly matern?: { readonly rate: number; readonly linear: number; readonly square: number };
  /** k of ‖x − y‖², for loops over many pairs. */
  readonly ofSquaredDistance?: (squaredDistance: number) => number;
  /** k in place of each squared distance; exponentials are within 4 units in the last place. */
  readonly ofSquaredDistances?: (squaredDistances: Float64Array) => void;
  /** κ in place of each difference, for products k(x, y) = Π κ(xⱼ − yⱼ): for sums over grids. */
  readonly factors?: (differences: Float64Array) => void;
}
