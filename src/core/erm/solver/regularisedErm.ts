import type { Kernel } from "../../kernels/kernel.ts";
import type { Points } from "../../points.ts";
import type { ErmFit } from "./ermProblem.ts";
import { createErmSolver } from "./ermSolver.ts";
import { evaluateExpansion } from "../expansion/kernelExpansion.ts";
import type { Loss } from "./losses.ts";

/** Non-private. */
interface RegularisedErm extends Pick<ErmFit, "coefficients" | "objective" | "rkhsNorm" | "dualityGap"> {
  /** f at m points, shape (m,). */
  evaluate(at: Points): Float64Array;
}

/**
 * The regularised risk minimiser over the RKHS of a kernel, without offset,
 *
 *     argmin (1/n) Σ ℓ(yᵢ, f(xᵢ)) + λ‖f‖².
 *
 * @param points n ≥ 1 points in ℝᵈ, private
 * @param responses shape (n,); ±1 for the hinge and the logistic loss
 * @param penalty λ > 0
 * @param gapTolerance certified bound on the objective above its minimum, > 0
 * @throws {NumericalError} if the tolerance is below the least that rounding permits, and is not certified
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3, eq. (11); errata H13
 */
export function fitRegularisedErm({
  points,
  responses,
  kernel,
  loss,
  penalty,
  gapTolerance,
}: {
  readonly points: Points;
  readonly responses: ArrayLike<number>;
  readonly kernel: Kernel;
  readonly loss: Loss;
  readonly penalty: number;
  readonly gapTolerance: number;
}): RegularisedErm {
  const problem = { responses: Float64Array.from(responses), loss, penalty, gapTolerance };
  const { centres, coefficients, objective, rkhsNorm, dualityGap } = createErmSolver({ points, kernel }).fit(problem);
  return {
    evaluate: (at) => evaluateExpansion({ kernel, centres, coefficients }, at),
    coefficients,
    objective,
    rkhsNorm,
    dualityGap,
  };
}
