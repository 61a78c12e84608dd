import { remember } from "../remember.ts";
import { densityErrors, type PlannedDensity } from "./densityErrors.ts";
import { meanErrors, type PlannedMean } from "./meanErrors.ts";
import { answering, type CurvePlanAnswer, type PlanQuestion } from "./planAnswer.ts";

export interface DensityPlanRequest extends PlanQuestion {
  readonly density: PlannedDensity;
}

export interface DensityPlanAnswer extends CurvePlanAnswer {
  /** Least deviation of a declared normal; infinity for a drawn curve. */
  readonly narrowest: number;
  readonly movedShare: number;
}

const errorsOfDensity = remember(densityErrors);

export function* planDensityRelease({
  density,
  ...question
}: DensityPlanRequest): Generator<number, DensityPlanAnswer> {
  const errors = errorsOfDensity(density);
  const { narrowest, moved } = errors.truth;
  return { ...(yield* answering(errors, question)), narrowest, movedShare: moved[0] + moved[1] };
}

export interface MeanPlanRequest extends PlanQuestion {
  readonly mean: PlannedMean;
}

export interface MeanPlanAnswer extends CurvePlanAnswer {
  readonly norm: number;
}

const errorsOfMean = remember(meanErrors);

export function* planMeanRelease({ mean, ...question }: MeanPlanRequest): Generator<number, MeanPlanAnswer> {
  const errors = errorsOfMean(mean);
  return { ...(yield* answering(errors, question)), norm: errors.norm };
}
