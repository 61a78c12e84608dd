import type { DeclaredLevels } from "../datasets/declaredLevels.ts";
import type { LatticeAxis } from "../datasets/latticeCounts.ts";
import type { OnlyRows } from "../datasets/onlyRows.ts";
import type { UnreadCells } from "../datasets/rowScan.ts";
import type { RowsPerPerson } from "../datasets/personRows.ts";
import type { BinnedDifference } from "../estimators/binnedDifference.ts";
import type { BinnedSmoothing } from "../estimators/binnedSmoothing.ts";
import type { Interval } from "../grids.ts";
import type { BumpKernelName } from "../kernels/bumpKernel.ts";
import type { Points } from "../points.ts";
import type { ComparedMechanism } from "./comparison.ts";
import type { NoiseRequest, StudyContract, Task } from "./contract.ts";
import type { DensityChoiceParameters } from "./densityChoice.ts";
import type { DensityComparisonParameters } from "./densityComparison.ts";
import type { DensityFraming } from "./densityFrame.ts";
import type { DensityBought, DensityPurchase } from "./densityPurchase.ts";
import type { OnlineTerms } from "./onlineDensity.ts";
import type { PeakVisibility } from "./peakVisibility.ts";
import type { PolynomialChoice, PolynomialRelease } from "./polynomialRelease.ts";
import type { PrivacyBudget } from "../privacy/calibration/privacyBudget.ts";
import type { PrivateRelease, PrivateRequest } from "./privateRelease.ts";
import type { GridRelease } from "./release.ts";
import type { ErrorParameters, ErrorSeries } from "./releaseErrors.ts";

/** Which Gaussian process is added: one with the kernel of the bumps, Hall 2013 section 4.1, or that of section 4.2. */
export type NoiseRoute = "gaussian" | "sobolev";

/** What a density release is computed from, besides the records. All of it is public. */
export interface DensityParameters extends NoiseRequest, DensityFraming {
  /** The declared domain, one interval per coordinate; records outside are clamped into it. */
  readonly domain: readonly Interval[];
  /** Bandwidth h_j > 0 per coordinate, in data units. */
  readonly bandwidths: readonly number[];
  /** Where the density is shown on the last axes, in data units; none if absent. Of polynomials alone. */
  readonly held?: readonly number[];
  /** Correlation of the kernel in two dimensions, −1 < r < 1; 0 otherwise. */
  readonly correlation: number;
  readonly route: NoiseRoute;
  /** The bumps of the Gaussian route, if not Gaussian; the noise has their kernel. */
  readonly bump?: BumpKernelName;
  /** γ·h, the rate of the Sobolev kernel in units of 1/h; 1 is Hall's choice. Unused by the Gaussian route. */
  readonly relativeRate: number;
  /** The declared bound on the records of one person; 1 if absent. The worker multiplies Δ by it. */
  readonly recordsPerPerson?: number;
  /**
   * A declared value whose records have no bump and are counted apart, beside the density of the others; of densities on a
   * line with Gaussian bumps.
   */
  readonly atom?: number;
  /** The declared names of groups, each with a density of its own, of records that were read with them; one density if absent. */
  readonly levels?: readonly string[];
  /** Present for the Bernstein mechanism, in place of a Gaussian process; route and rate are then unused. */
  readonly polynomial?: PolynomialChoice;
}

/** What the function is, without the noise. */
export type DensityTargetParameters = Omit<DensityParameters, keyof NoiseRequest | "polynomial">;

/** Estimate, sensitivity and unit noise of a private density on its grid, ready to be scaled. */
export interface DensityRelease extends GridRelease {
  readonly recordCount: number;
  /** Records outside the declared domain, moved to its edge. Private. */
  readonly clampedCount: number;
  /** Number of grid points per axis; the first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /**
   * Δ of the estimate that is drawn, before inflation; the sharper bound for records in the declared domain where there
   * is one.
   */
  readonly exactSensitivity: number;
  /** The same of the sum over the records themselves: what Δ would be without bins. */
  readonly unbinnedSensitivity: number;
  /** How the binned records are smoothed. */
  readonly smoothing: BinnedSmoothing;
  /** The bound as printed in the paper, for comparison. */
  readonly printedSensitivity: number;
  /** τ: the covariance of the unit noise is at least K + τI. */
  readonly jitter: number;
  /** η: the drawn estimate differs from the exact binned one by at most this, in the 2-norm over the grid. */
  readonly roundingError: number;
  /** Bound on the deviation of the noise covariance from K + τI, element by element. */
  readonly covarianceError: number;
  /** How the noise was sampled. */
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid. */
  readonly simultaneousQuantile: number;
  /** Whether that is proved, or holds approximately, as in the plane. */
  readonly isBandProved: boolean;
}

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
