import type { Points } from "../../points.ts";
import type { Loss } from "./losses.ts";

/** Minimisation of P(f) = (1/n) Σ ℓ(yᵢ, f(xᵢ)) + λ‖f‖², without offset (errata H13). */
export interface ErmProblem {
  /** Shape (n,). Private. */
  readonly responses: Float64Array;
  readonly loss: Loss;
  /** λ > 0. */
  readonly penalty: number;
  /** Bound on P(f) − min P, > 0. Public. */
  readonly gapTolerance: number;
  /** From an earlier fit on n points. */
  readonly start?: Float64Array | undefined;
}

/** f = Σ cᵢ K(centreᵢ, ·), or w·φ for a kernel with features. */
export interface ErmFit {
  readonly centres: Points;
  readonly coefficients: Float64Array;
  /** On landmarks and features, w with f = w·φ, shape (r,); within √(dualityGap/λ) of the minimiser's. Private. */
  readonly coordinates?: Float64Array;
  /** b: start of a later fit. */
  readonly dual: Float64Array;
  /** f at the records, shape (n,). */
  readonly fitted: Float64Array;
  /** P(f). */
  readonly objective: number;
  /** ‖f‖ in the RKHS. */
  readonly rkhsNorm: number;
  /** Bound on λ‖f − f*‖², rounding included; at most the tolerance. */
  readonly dualityGap: number;
  readonly iterations: number;
}

export interface ErmSolver {
  /**
   * @throws {ParameterError} if a response does not suit the loss, or a number is out of range
   * @throws {NumericalError} if the tolerance is below the least and not certified, which may depend on the records
   */
  fit(problem: ErmProblem): ErmFit;
  /** `fit` in slices, which yield the progress in [0, 1]. */
  fitting(problem: ErmProblem): Generator<number, ErmFit>;
  /** The certain ascent alone, from b = 0. */
  climbing(problem: ErmProblem): Generator<number, ErmFit>;
  /** For every data set. Public. */
  leastGapTolerance(loss: Loss, penalty: number, responseBound: number): number;
}
