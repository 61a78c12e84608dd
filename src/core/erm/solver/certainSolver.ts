import { lastOf } from "../../slices.ts";
import { certainFit, type FitMethods } from "./certainFit.ts";
import { checkProblem, leastFor, leastGapTolerance } from "./dualPoint.ts";
import type { ErmFit, ErmProblem, ErmSolver } from "./ermProblem.ts";
import type { Loss } from "./losses.ts";

/**
 * A solver by quick methods, then by the certain ascent ({@link certainFit}).
 *
 * @param ulps precision of a fitted value, in units of its terms' last place. Public
 * @param widened tolerance of a fit with such a dual gap. Public
 */
export function certainSolver({
  recordCount,
  kernelBound,
  ulps,
  attempt,
  ascent,
  widened = (gap) => gap,
}: Pick<FitMethods, "attempt" | "ascent"> & {
  readonly recordCount: number;
  readonly kernelBound: number;
  readonly ulps: number;
  readonly widened?: (gap: number, loss: Loss, penalty: number) => number;
}): ErmSolver {
  function* by(quick: FitMethods["attempt"], problem: ErmProblem): Generator<number, ErmFit> {
    checkProblem(problem, recordCount, kernelBound);
    const least = widened(leastFor(problem, { kernelBound, ulps }), problem.loss, problem.penalty);
    return yield* certainFit(problem, { attempt: quick, ascent, least });
  }
  const fitting = (problem: ErmProblem) => by(attempt, problem);
  return {
    fitting,
    fit: (problem) => lastOf(fitting(problem)),
    climbing: (problem) => by(undefined, problem),
    leastGapTolerance: (loss, penalty, responseBound) =>
      widened(leastGapTolerance({ loss, penalty, responseBound, kernelBound, ulps }), loss, penalty),
  };
}
