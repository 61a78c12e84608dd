import type { MeanCurveChoice, MeanCurveRecords } from "../records/curves/meanCurveRecords.ts";
import type { SensitivityOnGrid } from "./compatibility.ts";
import type { StudyContract, Task } from "../release/contract.ts";
import type { ChoiceTasks, OnlineTasks, ReleaseTasks } from "../release/functionTasks.ts";
import type { ComparedMechanism } from "../comparison/comparison.ts";
import type { MeanCurveComparisonParameters } from "./meanCurveComparison.ts";
import type { MeanCurveRelease } from "./meanCurve.ts";
import type { MeanCurveParameters, MeanTargetParameters } from "./meanCurveParameters.ts";
import type { MeanCurveBought, MeanCurvePurchase } from "./meanCurvePurchase.ts";
import type { ScoreRule, TuningColumn } from "./meanCurveTuning.ts";

/** Every φ at one ρ₀. */
export interface TuningRequest {
  readonly parameters: MeanCurveParameters;
  readonly range: number;
  readonly phis: readonly number[];
  readonly noiseMultiplier: number;
  readonly foldCount: number;
  readonly score: ScoreRule;
}

export interface MeanCurveContract extends StudyContract {
  readonly choice: MeanCurveChoice;
  readonly records: MeanCurveRecords;
  readonly tasks: OnlineTasks<MeanTargetParameters> &
    ChoiceTasks<MeanTargetParameters> &
    ReleaseTasks<MeanCurveParameters, MeanCurveRelease> & {
      /** φ and ρ₀, or τ₀, bought with fresh bits. */
      readonly purchase: Task<MeanCurvePurchase, MeanCurveBought>;
      readonly tuning: Task<TuningRequest, TuningColumn>;
      readonly compare: Task<MeanCurveComparisonParameters, ComparedMechanism>;
      readonly compatibility: Task<MeanCurveParameters, readonly SensitivityOnGrid[]>;
    };
}
