import type { DeclaredLevels } from "../records/declaredLevels.ts";
import type { LatticeAxis } from "../records/latticeCounts.ts";
import type { OnlyRows } from "../records/onlyRows.ts";
import type { UnreadCells } from "../tables/cells/scannedCells.ts";
import type { RowsPerPerson } from "../records/personRows.ts";
import type { BinnedDifference } from "./estimator/binnedDifference.ts";
import type { Points } from "../points.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import type { ComparedMechanism } from "../comparison/comparison.ts";
import type { StudyContract, Task } from "../release/contract.ts";
import type { DensityChoiceParameters } from "./densityChoice.ts";
import type { DensityComparisonParameters } from "./densityComparison.ts";
import type { DensityParameters, DensityTargetParameters, DensityRelease } from "./densityParameters.ts";
import type { DensityBought, DensityPurchase } from "./densityPurchase.ts";
import type { OnlineTerms } from "./onlineDensity.ts";
import type { PeakVisibility } from "./peakVisibility.ts";
import type { PolynomialRelease } from "../bernstein/polynomialContract.ts";
import type { PrivateRelease } from "../release/privateRelease.ts";
import type { PrivateRequest } from "../release/privateRequest.ts";
import type { ErrorParameters, ErrorSeries } from "../comparison/releaseErrors.ts";

/** An online release that a worker holds, by its number. Public. */
export interface OnlineOpened {
  readonly session: number;
  readonly terms: OnlineTerms;
}

/** What the density study asks of a worker. */
export interface DensityContract extends StudyContract {
  readonly choice: {
    readonly columns: readonly string[];
    readonly missing: "refuse" | "drop";
    readonly person?: RowsPerPerson;
    /** What a missing value counts as; it stays missing if absent. */
    readonly fill?: number;
    /** The rows that the curve is of, by a value of a column; the others are counted apart. All rows if absent. */
    readonly only?: OnlyRows;
    /** The groups that have a curve each, by the declared levels of a column; records of no group are counted apart. */
    readonly groups?: DeclaredLevels;
    /** A value whose records are counted apart while a file is read, or were by an engine. */
    readonly atom?: number;
    /** Whether the table is one of counts on a lattice, in place of records. */
    readonly counted?: boolean;
    /** The public lattice that records of a file are rounded to which is too large to be held; one axis for each column. */
    readonly lattice?: readonly LatticeAxis[];
  };
  readonly records: {
    readonly points: Points;
    readonly droppedCount: number;
    /** Of a file that was counted while it was read: cells of its columns that were not understood, by their names. */
    readonly unread?: readonly (UnreadCells & { readonly column: string })[];
    /** How often each record occurs; once if absent. */
    readonly multiplicities?: Float64Array;
    /** Records that a filter leaves out, which n counts; none were to be left out if absent. */
    readonly outside?: { readonly name: string; readonly count: number };
    /** The group of each record, by its place among the declared levels, and how many records are in none; else no groups. */
    readonly groups?: {
      readonly column: string;
      readonly levels: readonly string[];
      readonly of: Int32Array;
      readonly elsewhere: number;
    };
    /** Records that were counted apart as they were read, and are not among the points. */
    readonly atom?: { readonly at: number; readonly count: number };
    /** The declared bound on the records of one person that these were read with; 1 if absent. No release counts with less. */
    readonly recordsPerPerson?: number;
  };
  readonly tasks: {
    readonly release: Task<DensityParameters, DensityRelease | PolynomialRelease>;
    /** A release for others to see, private as the bits that leave. */
    readonly latticeRelease: Task<PrivateRequest<DensityParameters>, PrivateRelease>;
    /** The drawn estimate against the exact one. */
    readonly difference: Task<DensityParameters, BinnedDifference>;
    /** Figure 1 of Aldà & Rubinstein (2017), whatever the records. */
    readonly aldaFigure: Task<Pick<ErrorParameters, "repeats" | "calibration">, readonly ErrorSeries[]>;
    /** The error of one mechanism over many draws. Private. */
    readonly compare: Task<DensityComparisonParameters, ComparedMechanism>;
    /** Begins an online release: nothing is drawn yet. */
    readonly onlineOpen: Task<DensityTargetParameters & { readonly budget: PrivacyBudget }, OnlineOpened>;
    /** The ledger entry that paid for one: before it, no point of it is answered. */
    readonly onlinePaid: Task<{ readonly session: number; readonly entry: string }, undefined>;
    /** Asks one that was paid of points, whose coordinates follow each other; in the worker in which it began. */
    readonly onlineAsk: Task<{ readonly session: number; readonly at: Float64Array }, Float64Array>;
    /** A parameter bought from the records, with fresh bits. */
    readonly purchase: Task<DensityPurchase, DensityBought>;
    /** The place of one of public candidates in their list, with fresh bits. */
    readonly choose: Task<DensityChoiceParameters, number>;
    /** How probable each of them is. Private. */
    readonly choiceOdds: Task<DensityChoiceParameters, Float64Array>;
    /** How often its peaks stay visible. */
    readonly visibility: Task<DensityParameters, PeakVisibility>;
  };
}
