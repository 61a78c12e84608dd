import type { Points } from "../../points.ts";
import type { Loss } from "./losses.ts";

/** What is minimised: P(f) = (1/n) Σ ℓ(yᵢ, f(xᵢ)) + λ‖f‖², without offset (errata H13). */
export interface ErmProblem {
  /** Shape (n,). Private. */
  readonly responses: Float64Array;
  readonly loss: Loss;
  /** λ > 0. */
  readonly penalty: number;
  /** The certified bound on P(f) − min P at which the solver stops, > 0. Public: it enters the sensitivity. */
  readonly gapTolerance: number;
  /** Dual variables of an earlier fit of any problem on n points: a better start, never another answer. */
  readonly start?: Float64Array | undefined;
}

/** f = Σ cᵢ K(centreᵢ, ·), within the tolerance of the minimiser. */
export interface ErmFit {
  readonly centres: Points;
  readonly coefficients: Float64Array;
  /** Of a fit on landmarks, w with f = w·φ, shape (r,); within √(dualityGap/λ) of those of the minimiser. Private. */
  readonly coordinates?: Float64Array;
  /** b, of which the coefficients are multiples: the start of a later fit. */
  readonly dual: Float64Array;
  /** f at the records, shape (n,). */
  readonly fitted: Float64Array;
  /** P(f). */
  readonly objective: number;
  /** ‖f‖ in the RKHS. */
  readonly rkhsNorm: number;
  /**
   * Upper bound on λ‖f − f*‖², f* the minimiser, rounding included; at most the tolerance. Of the exact solver on
   * P(f) − min P as well.
   */
  readonly dualityGap: number;
  readonly iterations: number;
}

/** Fits on fixed points with a fixed kernel. */
export interface ErmSolver {
  /**
   * @throws {ParameterError} if a response is not what the loss asks for, or a number is out of range
   * @throws {NumericalError} if the tolerance is below the least and cannot be certified, which may depend on the records; at
   *   or above it there is no such refusal, but of the squared loss
   */
  fit(problem: ErmProblem): ErmFit;
  /** The same in slices of some milliseconds, each yielding the progress so far, in [0, 1]. */
  fitting(problem: ErmProblem): Generator<number, ErmFit>;
  /** By the ascent that never stalls alone, from b = 0: slow, and what `fitting` goes on with where quick methods give up. */
  climbing(problem: ErmProblem): Generator<number, ErmFit>;
  /** The least tolerance that rounding leaves in reach of every data set. Public. */
  leastGapTolerance(loss: Loss, penalty: number, responseBound: number): number;
}
