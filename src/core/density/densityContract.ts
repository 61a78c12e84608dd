import type { DeclaredLevels } from "../records/declaredLevels.ts";
import type { LatticeAxis } from "../records/latticeCounts.ts";
import type { MissingValues } from "../records/missingValues.ts";
import type { OnlyRows } from "../records/onlyRows.ts";
import type { UnreadCells } from "../tables/cells/scannedCells.ts";
import type { RowsPerPerson } from "../records/personRows.ts";
import type { BinnedDifference } from "./estimator/binnedDifference.ts";
import type { Points } from "../points.ts";
import type { ComparedMechanism } from "../comparison/comparison.ts";
import type { StudyContract, Task } from "../release/contract.ts";
import type { ChoiceTasks, OnlineTasks, ReleaseTasks } from "../release/functionTasks.ts";
import type { DensityComparisonParameters } from "./densityComparison.ts";
import type { DensityParameters, DensityTargetParameters, DensityRelease } from "./densityParameters.ts";
import type { DensityBought, DensityPurchase } from "./densityPurchase.ts";
import type { PeakVisibility } from "./peakVisibility.ts";
import type { PolynomialRelease } from "../bernstein/polynomialContract.ts";
import type { ErrorParameters, ErrorSeries } from "../comparison/releaseErrors.ts";

export interface DensityContract extends StudyContract {
  readonly choice: {
    readonly columns: readonly string[];
    readonly missing: MissingValues;
    readonly person?: RowsPerPerson;
    readonly only?: OnlyRows;
    readonly groups?: DeclaredLevels;
    readonly pointMass?: number;
    readonly counted?: boolean;
    /** Public lattice, an axis per column, of a file too large to hold. */
    readonly lattice?: readonly LatticeAxis[];
  };
  readonly records: {
    readonly points: Points;
    readonly droppedCount: number;
    readonly unread?: readonly (UnreadCells & { readonly column: string })[];
    readonly multiplicities?: Float64Array;
    readonly outside?: { readonly name: string; readonly count: number };
    readonly groups?: {
      readonly column: string;
      readonly levels: readonly string[];
      readonly of: Int32Array;
      readonly elsewhere: number;
    };
    readonly pointMass?: { readonly at: number; readonly count: number };
    /** Declared bound; no release uses less. */
    readonly recordsPerPerson?: number;
  };
  readonly tasks: OnlineTasks<DensityTargetParameters> &
    ChoiceTasks<DensityTargetParameters> &
    ReleaseTasks<DensityParameters, DensityRelease | PolynomialRelease> & {
      readonly difference: Task<DensityParameters, BinnedDifference>;
      readonly aldaFigure: Task<Pick<ErrorParameters, "repeats" | "calibration">, readonly ErrorSeries[]>;
      readonly compare: Task<DensityComparisonParameters, ComparedMechanism>;
      readonly purchase: Task<DensityPurchase, DensityBought>;
      readonly visibility: Task<DensityParameters, PeakVisibility>;
    };
}
