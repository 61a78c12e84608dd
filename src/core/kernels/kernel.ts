import type { Point } from "../points.ts";

/** A positive-definite kernel k: ℝᵈ × ℝᵈ → ℝ. */
export interface Kernel {
  /** k(x, y), for two points of equal dimension. */
  evaluate(x: Point, y: Point): number;
  /** sup k(x, x) over the domain; the RKHS norm of k(·, x) is at most its square root. */
  readonly diagonalBound: number;
  /** Bound on the error of a computed k(x, y), in 2⁻⁵³ sup k, where it may be more than 16 + d/2. */
  readonly roundings?: number;
  /** The decay > 0 with k(x, y) = exp(−decay ‖x − y‖²), where k is such a kernel. */
  readonly decay?: number;
  /** Where k(x, y) = (1 + linear·t + square·t²) e^(−t) with t = rate ‖x − y‖. */
  readonly matern?: { readonly rate: number; readonly linear: number; readonly square: number };
  /** k as a function of ‖x − y‖², where it is one: for loops over many pairs. */
  readonly ofSquaredDistance?: (squaredDistance: number) => number;
  /** The same in place of each of many squared distances; exponentials are within 4 units in the last place. */
  readonly ofSquaredDistances?: (squaredDistances: Float64Array) => void;
  /** κ in place of each of many differences, k(x, y) = Π κ(xⱼ − yⱼ), where k is such a product: for sums over grids. */
  readonly factors?: (differences: Float64Array) => void;
}
