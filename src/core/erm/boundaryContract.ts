import type { BoundaryChoice, BoundaryRecords } from "../records/boundaryRecords.ts";
import type { Points } from "../points.ts";
import type { BoundaryComparisonParameters } from "./boundary/boundaryComparison.ts";
import type { FitParameters, BoundaryParameters, BoundaryRelease } from "./boundary/boundaryParameters.ts";
import type { PenaltyPurchase } from "./boundary/boundaryPurchase.ts";
import type { ComparedMechanism } from "../comparison/comparison.ts";
import type { StudyContract, Task } from "../release/contract.ts";
import type { ChoiceTasks, OnlineTasks, ReleaseTasks } from "../release/functionTasks.ts";
import type { LearnerParameters, PrivateLearnerRequest } from "./learners/learnerPolynomial.ts";
import type { PointRelease } from "../release/pointRelease.ts";
import type { PolynomialRelease } from "../bernstein/polynomialContract.ts";
import type { PrivateRelease } from "../release/privateRelease.ts";
import type { PrivateRequest } from "../release/privateRequest.ts";
import type { AgreementParameters, ReleaseAgreement } from "../comparison/releaseAgreement.ts";

interface PredictionRequest extends PrivateRequest<BoundaryParameters> {
  /** m ≥ 1, in the units of the inputs, clamped. */
  readonly at: Points;
}

export interface BoundaryContract extends StudyContract {
  readonly choice: BoundaryChoice;
  readonly records: BoundaryRecords;
  readonly tasks: OnlineTasks<FitParameters> &
    ChoiceTasks<FitParameters> &
    ReleaseTasks<BoundaryParameters, BoundaryRelease> & {
      readonly predictions: Task<PredictionRequest, PointRelease>;
      /** λ */
      readonly purchase: Task<PenaltyPurchase, number>;
      readonly learner: Task<LearnerParameters, PolynomialRelease>;
      readonly learnerRelease: Task<PrivateLearnerRequest, PrivateRelease>;
      readonly aldaFigure: Task<Pick<AgreementParameters, "calibration" | "draws">, ReleaseAgreement>;
      /** Private. */
      readonly compare: Task<BoundaryComparisonParameters, ComparedMechanism>;
      readonly heldOut: Task<FitParameters, Float64Array>;
      readonly landmarkError: Task<FitParameters, number>;
    };
}
