import { gridCoordinates } from "../grids.ts";
import { remember } from "../remember.ts";
import { densityErrors, type PlannedDensity } from "./densityErrors.ts";
import { answering, type CurvePlanAnswer, type PlanQuestion } from "./planAnswer.ts";

/** Public: no records are among its fields. */
export interface DensityPlanRequest extends PlanQuestion {
  readonly density: PlannedDensity;
}

export interface DensityPlanAnswer extends CurvePlanAnswer {
  /** Least deviation of a declared normal; infinity for a drawn curve. */
  readonly narrowest: number;
  readonly movedShare: number;
  readonly x: Float64Array;
  readonly truth: Float64Array;
  readonly expected: Float64Array;
}

const errorsOf = remember(densityErrors);

/**
 * Plan of a density, whose tuning parameter is h.
 *
 * @yields the share done
 * @throws {ParameterError} if a number is out of range
 */
export function* planDensityRelease({
  density,
  ...question
}: DensityPlanRequest): Generator<number, DensityPlanAnswer> {
  const errors = errorsOf(density);
  const answer = yield* answering(errors, question);
  const { grid, expected } = errors.of(question.release.tuning);
  const { narrowest, moved, densityAt } = errors.truth;
  const x = gridCoordinates(grid.axes[0]!);
  return {
    ...answer,
    ...{ narrowest, movedShare: moved[0] + moved[1], x },
    truth: x.map(densityAt),
    expected: Float64Array.from(expected()),
  };
}
