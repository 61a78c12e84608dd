import { remember } from "../remember.ts";
import { meanErrors, type PlannedMean } from "./meanErrors.ts";
import { answering, type CurvePlanAnswer, type PlanQuestion } from "./planAnswer.ts";

/** Public: no curves of a person are among its fields. */
export interface MeanPlanRequest extends PlanQuestion {
  readonly mean: PlannedMean;
}

export interface MeanPlanAnswer extends CurvePlanAnswer {
  readonly norm: number;
  readonly x: Float64Array;
  readonly truth: Float64Array;
  readonly expected: Float64Array;
}

const errorsOf = remember(meanErrors);

/**
 * Plan of a mean curve, whose tuning parameter is φ.
 *
 * @yields the share done
 * @throws {ParameterError} if a number is out of range
 */
export function* planMeanRelease({ mean, ...question }: MeanPlanRequest): Generator<number, MeanPlanAnswer> {
  const errors = errorsOf(mean);
  const answer = yield* answering(errors, question);
  const { x, norm } = errors;
  const expected = Float64Array.from(errors.expected(question.release.tuning));
  return { ...answer, norm, x: Float64Array.from(x), truth: Float64Array.from(errors.mean), expected };
}
