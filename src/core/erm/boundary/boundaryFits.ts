import type { ErmFit } from "../solver/ermProblem.ts";
import type { Interval } from "../../grids.ts";
import { pointCount, type Points } from "../../points.ts";
import { remember } from "../../remember.ts";
import { gapShare, type FitParameters } from "./boundaryParameters.ts";
import { checkSize, makeSolver, ontoUnitRange, problemOf, type SolverKey } from "./boundaryProblem.ts";
import { unitRecords } from "../../release/latticeTarget.ts";

export interface BoundaryFit extends ErmFit {
  readonly gapTolerance: number;
  readonly start: "public" | "last";
}

export interface BoundaryFits {
  readonly recordCount: number;
  /** The inputs on the unit box. Private. */
  readonly boxed: (domain: readonly Interval[]) => ReturnType<typeof unitRecords>;
  /** The responses on [−1, 1]. Private. */
  readonly ranged: (range: Interval | undefined) => ReturnType<typeof ontoUnitRange>;
  /**
   * A fit, in slices that yield the progress. Released data take the public start.
   *
   * @param share by which an early stop may raise Δ; `gapShare` by default
   */
  fitting(parameters: FitParameters, from?: "public" | "last", share?: number): Generator<number, BoundaryFit>;
  /** Gap at which a fit stops. Public. */
  gapTolerance(parameters: FitParameters): number;
}

/**
 * Keeps solvers, the last dual variables and the last fit from the public start.
 *
 * @param points n inputs in ℝᵈ. Private
 * @param responses labels ±1, or responses; shape (n,). Private
 */
export function boundaryFits(points: Points, responses: Float64Array): BoundaryFits {
  const n = pointCount(points);
  const boxed = remember((domain: readonly Interval[]) => unitRecords(points, domain));
  const ranged = remember((range: Interval | undefined) => ontoUnitRange(responses, range));
  const solverOf = remember((key: SolverKey) => makeSolver(boxed(key.domain).points, key));
  let lastDual: Float64Array | undefined;
  let publicFit: { readonly key: string; readonly fit: BoundaryFit } | undefined;

  return {
    recordCount: n,
    boxed,
    ranged,

    *fitting(parameters, from = "last", share = gapShare) {
      checkSize(n, parameters.solver);
      const start = from === "public" ? undefined : lastDual;
      const { domain, responseRange, kernel, lengthScale, loss, lossParameter, penalty, solver } = parameters;
      const key = JSON.stringify([
        ...[domain, responseRange, kernel, lengthScale, loss, lossParameter, penalty, solver, share],
      ]);
      if (start === undefined && publicFit?.key === key) return publicFit.fit;
      const fitter = solverOf({ domain, kernel, lengthScale, solver });
      const problem = problemOf(parameters, n, fitter, share);
      const fit = yield* fitter.fitting({ ...problem, responses: ranged(responseRange).responses, start });
      lastDual = fit.dual;
      const { gapTolerance } = problem;
      const made: BoundaryFit = { ...fit, gapTolerance, start: start === undefined ? "public" : "last" };
      if (start === undefined) publicFit = { key, fit: made };
      return made;
    },

    gapTolerance(parameters) {
      checkSize(n, parameters.solver);
      const { domain, kernel, lengthScale, solver } = parameters;
      return problemOf(parameters, n, solverOf({ domain, kernel, lengthScale, solver })).gapTolerance;
    },
  };
}
