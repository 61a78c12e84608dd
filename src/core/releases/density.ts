import { allocateFresh } from "../bufferPool.ts";
import type { Allocate } from "../bufferPool.ts";
import { checkLength, checkPositive } from "../checks.ts";
import type { LatticeAxis } from "../datasets/latticeCounts.ts";
import type { OnlyRows } from "../datasets/onlyRows.ts";
import type { UnreadCells } from "../datasets/rowScan.ts";
import type { RowsPerPerson } from "../datasets/personRows.ts";
import { ParameterError } from "../errors.ts";
import type { BinnedDifference } from "../estimators/binnedDifference.ts";
import { binnedBumpDensity } from "../estimators/bumpDensity.ts";
import { binKernelDensity } from "../estimators/binnedKernelDensity.ts";
import type { BinnedSmoothing } from "../estimators/binnedSmoothing.ts";
import { gridAxis, gridSize } from "../grids.ts";
import type { Interval, RegularGrid } from "../grids.ts";
import { bumpKernel } from "../kernels/bumpKernel.ts";
import type { BumpKernelName } from "../kernels/bumpKernel.ts";
import { stationaryKernel } from "../kernels/stationaryKernel.ts";
import { definiteMatrix } from "../linalg/smallMatrix.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import type { Points } from "../points.ts";
import { simultaneousBand } from "../privacy/bands/simultaneousQuantile.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { binnedKernelDensitySensitivity } from "../privacy/sensitivity/binnedKernelDensity.ts";
import { binnedSobolevKernelDensitySensitivity } from "../privacy/sensitivity/binnedSobolevKernelDensity.ts";
import { bumpDensitySensitivity } from "../privacy/sensitivity/bumpDensity.ts";
import { anisotropicKernelDensitySensitivity } from "../privacy/sensitivity/kernelDensity.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { sobolevKernelDensitySensitivityPrinted } from "../privacy/sensitivity/sobolevKernelDensity.ts";
import type { ComparedMechanism } from "./comparison.ts";
import { countedApart } from "./countedApart.ts";
import type { CountedApart, RecordsApart } from "./countedApart.ts";
import type { DensityComparisonParameters } from "./densityComparison.ts";
import type { NoiseRequest, StudyContract, Task } from "./contract.ts";
import type { ErrorParameters, ErrorSeries } from "./releaseErrors.ts";
import type { DensityChoiceParameters } from "./densityChoice.ts";
import type { DensityBought, DensityPurchase } from "./densityPurchase.ts";
import type { OnlineTerms } from "./onlineDensity.ts";
import type { DensityFraming } from "./densityFrame.ts";
import { peakVisibility, processNoise } from "./peakVisibility.ts";
import type { PeakVisibility } from "./peakVisibility.ts";
import { releaseSensitivity } from "./privateRelease.ts";
import type { GridTarget, PrivacyBudget, PrivateRelease, PrivateRequest } from "./privateRelease.ts";
import type { PolynomialChoice, PolynomialRelease } from "./polynomialRelease.ts";
import type { GridRelease } from "./release.ts";
import { justOnce } from "../slices.ts";
import { unitNoiseDraws } from "./unitNoiseDraws.ts";

/** Which Gaussian process is added: one with the kernel of the bumps, Hall 2013 section 4.1, or that of section 4.2. */
export type NoiseRoute = "gaussian" | "sobolev";

/** What a density release is computed from, besides the records. All of it is public. */
export interface DensityParameters extends NoiseRequest, DensityFraming {
  /** The declared domain, one interval per coordinate; records outside are clamped into it. */
  readonly domain: readonly Interval[];
  /** Bandwidth h_j > 0 per coordinate, in data units. */
  readonly bandwidths: readonly number[];
  /** Correlation of the kernel in two dimensions, −1 < r < 1; 0 in one dimension. */
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
  /** Present for the Bernstein mechanism, in place of a Gaussian process; route and rate are then unused. */
  readonly polynomial?: PolynomialChoice;
}

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

/** The records of one data set, binned on one declared domain, ready for any bandwidth, kernel and seed. */
export interface DensityPlan {
  readonly grid: RegularGrid;
  /**
   * @param allocate makes the arrays of estimate and noise
   * @throws {ParameterError} if a parameter is out of range, or the domain is not the plan's
   */
  release(parameters: DensityParameters, allocate?: Allocate): DensityRelease;
  /**
   * What a private release on the grid is made of.
   *
   * B: the weights of the bins are non-negative and of total 1, so 0 ≤ f ≤ (2π)^(−d/2)|H′|^(−½) at every point, and
   * ‖f̂‖₂ ≤ √m (2π)^(−d/2)|H′|^(−½) + η.
   *
   * @throws {ParameterError} if a parameter is out of range, or the domain is not the plan's
   */
  target(parameters: DensityTargetParameters): GridTarget;
  /** How often the peaks of the drawn estimate stay visible, in slices. Private. */
  visibility(parameters: DensityParameters): Generator<number, PeakVisibility>;
}

/** What the function is, without the noise. */
export type DensityTargetParameters = Omit<DensityParameters, keyof NoiseRequest | "polynomial">;

/**
 * A plan for the private density of given records: the estimate of binned records, its sensitivity in the
 * RKHS of the noise kernel, and unit noise whose covariance dominates that kernel.
 *
 * The jitter τ is public: the smallest value of at least 10⁻⁹ with which rounding costs at most a
 * thousandth of Δ. On the Sobolev route the rate of each coordinate is relativeRate over its bandwidth.
 *
 * @param points n ≥ 2 records in ℝᵈ, d = 1 or 2; clamped into the domain. Private
 * @param multiplicities how often each record occurs; once if absent. Private
 * @param domain one interval per coordinate. Public
 * @param count points of the grid on a line; 1000 if absent. Public
 * @param apart records that are not among the points and are counted apart, in classes; none if absent. Their numbers are private
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.1, 4.1.1, 4.2; errata H8, H14, H15
 */
export function planDensity({
  points,
  multiplicities,
  domain,
  count,
  apart = [],
}: {
  readonly points: Points;
  readonly multiplicities?: Float64Array | undefined;
  readonly domain: readonly Interval[];
  readonly count?: number | undefined;
  readonly apart?: readonly RecordsApart[] | undefined;
}): DensityPlan {
  const grid = densityGrid(domain, count);
  const m = gridSize(grid);
  const binned = binKernelDensity({
    points,
    multiplicities,
    grid,
    apart: apart.reduce((sum, { count }) => sum + count, 0),
  });
  const n = binned.recordCount;
  if (n < 2) throw new ParameterError("data", n, "at least two records");
  const unitNoise = unitNoiseDraws();

  /** Estimate, kernel of the noise and sensitivities. */
  const formOf = (parameters: DensityTargetParameters, out?: Float64Array): DensityForm => {
    checkSameDomain(parameters.domain, domain);
    if (isOfGaussianBumps(parameters)) {
      const bandwidthMatrix = bandwidthMatrixOf(parameters);
      const evaluated = binned.evaluate(bandwidthMatrix, out);
      const { smoothing } = evaluated;
      const { determinant } = definiteMatrix("smoothing", smoothing.matrix);
      return {
        ...route(parameters, bandwidthMatrix, smoothing, { recordCount: n, isApart: apart.length > 0 }),
        ...evaluated,
        noiseGrid: grid,
        peak: 1 / ((2 * Math.PI) ** (domain.length / 2) * Math.sqrt(determinant)),
        formula: sensitivityFormulas[parameters.route],
      };
    }
    if (multiplicities) throw new ParameterError("bump", parameters.bump, "gaussian, of records that are counts");
    if (apart.length > 0)
      throw new ParameterError("bump", parameters.bump, "gaussian, where records are counted apart");
    const form = bumpForm({ ...parameters, points, grid });
    out?.set(form.values);
    return out ? { ...form, values: out } : form;
  };
  const besideOf = ({ weight }: CountedApart) =>
    apart.map(({ name, at }) => ({ name, weight, ...(at !== undefined && { at }) }));
  const jitterOf = ({ roundingError, exactSensitivity }: DensityForm) =>
    Math.max(leastJitter, ((2 * roundingError) / (roundingShare * exactSensitivity)) ** 2);

  return {
    grid,
    target: (parameters) => {
      const { values, roundingError, kernel, noiseGrid, exactSensitivity, peak, formula } = formOf(parameters);
      const estimateBound = (Math.sqrt(m) * peak + roundingError) * (1 + 1e-10);
      const shared = {
        kind: "ditheredGaussian",
        ...{ kernel, grid: noiseGrid, jitter: leastJitter, axes: grid.axes, units: { scale: 1, offset: 0 } },
        sensitivity: releaseSensitivity({ formula, exact: exactSensitivity, stop: 0 }),
      } as const;
      if (apart.length === 0)
        return { ...shared, estimating: () => justOnce(values), estimateError: roundingError, estimateBound };
      const counted = countedApart({ sensitivity: exactSensitivity, recordCount: n });
      return {
        ...shared,
        estimating: () => justOnce(Float64Array.of(...values, ...apart.map(({ count }) => counted.number(count)))),
        beside: besideOf(counted),
        estimateError: roundingError + apart.length * counted.roundingError,
        estimateBound: estimateBound + apart.length * counted.bound,
      };
    },
    *visibility(parameters) {
      const form = formOf(parameters);
      const { values, kernel, noiseGrid } = form;
      const jitter = jitterOf(form);
      const { quantile } = simultaneousBand({ kernel, grid: noiseGrid, jitter, coverage: 0.95 });
      const releaseCount = domain.length === 1 ? 400 : 100;
      const noiseOn = processNoise({ kernel, grid: noiseGrid, jitter });
      return yield* peakVisibility({ values, grid, noiseOn, quantile, releaseCount });
    },
    release: (parameters, allocate = allocateFresh) => {
      const estimate = allocate(m + apart.length);
      const form = formOf(parameters, estimate.subarray(0, m));
      const { roundingError, kernel, noiseGrid, exactSensitivity } = form;
      const jitter = jitterOf(form);
      const counted = countedApart({ sensitivity: exactSensitivity, recordCount: n });
      apart.forEach(({ count }, j) => (estimate[m + j] = counted.number(count)));
      const band = simultaneousBand({ kernel, grid: noiseGrid, jitter, coverage: 0.95 });
      const { seed, drawCount } = parameters;
      const noise = unitNoise(
        { kernel, jitter, grid: noiseGrid, seed, drawCount, ...(apart.length > 0 && { beside: apart.length }) },
        allocate,
      );
      return {
        estimate,
        ...(apart.length > 0 && { beside: besideOf(counted) }),
        sensitivity: roundingInflatedSensitivity({ sensitivity: exactSensitivity, roundingError, jitter }),
        unitNoise: noise.draws,
        recordCount: n,
        clampedCount: binned.clampedCount,
        gridCounts: grid.axes.map(({ count }) => count),
        exactSensitivity,
        unbinnedSensitivity: form.unbinnedSensitivity,
        smoothing: form.smoothing,
        printedSensitivity: form.printedSensitivity,
        jitter,
        roundingError,
        covarianceError: noise.covarianceError,
        samplingMethod: noise.method,
        simultaneousQuantile: band.quantile,
        isBandProved: band.isProved,
      };
    },
  };
}

interface DensityForm extends Route {
  readonly values: Float64Array;
  readonly roundingError: number;
  readonly smoothing: BinnedSmoothing;
  /** The grid in the units of the kernel. */
  readonly noiseGrid: RegularGrid;
  /** The largest value that a bump has. */
  readonly peak: number;
  readonly formula: string;
}

/** Whether the bumps are Gaussian, whatever the noise. */
export function isOfGaussianBumps({ route, bump }: Pick<DensityParameters, "route" | "bump">): boolean {
  return route === "sobolev" || bump === undefined || bump === "gaussian";
}

/**
 * The same with bumps of another kernel, whose noise has the grid in bandwidths, so that a kernel of the distance is
 * one per axis. Places of that grid are known to 2u, and |tκ′(t)| < 1 for these kernels, so that K is known to 4mu in
 * the 2-norm, 2·10⁻¹¹ for the largest grid: the noise's τ is more.
 */
function bumpForm({
  points,
  grid,
  domain,
  bandwidths,
  correlation,
  bump = "gaussian",
}: DensityTargetParameters & { readonly points: Points; readonly grid: RegularGrid }): DensityForm {
  if (correlation !== 0) throw new ParameterError("correlation", correlation, "0 for bumps that are not Gaussian");
  const boxSides = domain.map(([lower, upper]) => upper - lower);
  const shape = { kernel: bump, bandwidths };
  const { values, roundingError, steps, recordCount } = binnedBumpDensity({ points, grid, ...shape });
  const sensitivity = { ...shape, recordCount };
  return {
    values,
    roundingError,
    kernel: bumpNoiseKernel(bump, domain.length),
    noiseGrid: {
      axes: grid.axes.map(({ lower, upper, count }, j) => ({
        lower: 0,
        upper: (upper - lower) / bandwidths[j]!,
        count,
      })),
    },
    smoothing: {
      refinement: 1,
      matrix: bandwidths.map((h, i) => bandwidths.map((_, j) => (i === j ? h * h : 0))),
      steps,
    },
    exactSensitivity: bumpDensitySensitivity({ ...sensitivity, boxSides, steps }),
    unbinnedSensitivity: bumpDensitySensitivity({ ...sensitivity, boxSides }),
    printedSensitivity: bumpDensitySensitivity(sensitivity),
    peak: bumpKernel({ name: bump, bandwidths }).height,
    formula: `sup over records of the distance of two binned bumps over n, in the space of the ${bump} kernel`,
  };
}

/** The kernel of bumps of bandwidth 1, as that of noise. */
export function bumpNoiseKernel(bump: BumpKernelName, dimension: number): NoiseKernel {
  return bump === "gaussian" ? stationaryKernel("gaussian", 1, dimension) : { type: bump, lengthScale: 1 };
}

const sensitivityFormulas = {
  gaussian: "sup over records of the distance of two binned bumps over n, in the space of exp(−½ rᵀH⁻¹r)",
  sobolev: "sup over records of the distance of two binned bumps over n, in the space of exp(−Σ γ_j|r_j|)",
} as const;

const leastJitter = 1e-9;
const roundingShare = 1e-3;

/** The public grid on which a density is drawn: 1000 points, or 200 × 200. */
export function densityGrid(
  domain: readonly Interval[],
  count: number = domain.length === 1 ? 1000 : 200,
): RegularGrid {
  return { axes: domain.map(([lower, upper]) => gridAxis({ lower, upper, count })) };
}

/**
 * H = [[h₁², r h₁h₂], [r h₁h₂, h₂²]], or [[h²]] in one dimension.
 *
 * @throws {ParameterError} unless there is one positive bandwidth per coordinate and −1 < r < 1, r = 0 in one dimension
 */
export function bandwidthMatrixOf({ domain, bandwidths, correlation }: DensityTargetParameters): Rows {
  checkLength("bandwidths", bandwidths, domain.length);
  bandwidths.forEach((h) => checkPositive("bandwidth", h));
  if (!(correlation > -1 && correlation < 1)) {
    throw new ParameterError("correlation", correlation, "strictly between −1 and 1");
  }
  if (domain.length === 1 && correlation !== 0)
    throw new ParameterError("correlation", correlation, "0 in one dimension");
  return bandwidths.map((a, i) => bandwidths.map((b, j) => (i === j ? a * a : correlation * a * b)));
}

interface Route {
  readonly kernel: NoiseKernel;
  readonly exactSensitivity: number;
  readonly unbinnedSensitivity: number;
  readonly printedSensitivity: number;
}

function route(
  { domain, bandwidths, correlation, route, relativeRate }: DensityTargetParameters,
  bandwidthMatrix: Rows,
  smoothing: BinnedSmoothing,
  { recordCount, isApart }: { readonly recordCount: number; readonly isApart: boolean },
): Route {
  if (route === "gaussian") {
    // A record that is counted apart is as far from any other as can be.
    const boxSides = domain.map(([lower, upper], j) => (isApart ? 100 * bandwidths[j]! : upper - lower));
    const { matrix, steps } = smoothing;
    return {
      kernel: { type: "gaussian", bandwidthMatrix },
      exactSensitivity: binnedKernelDensitySensitivity({
        recordCount,
        bandwidthMatrix,
        smoothing: matrix,
        steps,
        boxSides,
      }),
      unbinnedSensitivity: anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix, boxSides }),
      printedSensitivity: anisotropicKernelDensitySensitivity({ recordCount, bandwidthMatrix }),
    };
  }
  if (correlation !== 0) {
    throw new ParameterError(
      "correlation",
      correlation,
      "0 on the Sobolev route, whose bound multiplies over the axes",
    );
  }
  checkPositive("relativeRate", relativeRate);
  const dimension = bandwidths.length;
  const bandwidth = bandwidths.reduce((product, h) => product * h, 1) ** (1 / dimension);
  const rates = bandwidths.map((h) => relativeRate / h);
  const smoothed = smoothing.matrix.map((row, j) => Math.sqrt(row[j]!));
  return {
    kernel: { type: "productExponential", rates },
    exactSensitivity: binnedSobolevKernelDensitySensitivity({
      recordCount,
      bandwidths: smoothed,
      rates,
      steps: smoothing.steps,
    }),
    unbinnedSensitivity: binnedSobolevKernelDensitySensitivity({
      recordCount,
      bandwidths,
      rates,
      steps: bandwidths.map(() => 0),
    }),
    printedSensitivity: sobolevKernelDensitySensitivityPrinted({ recordCount, dimension, bandwidth }),
  };
}

function checkSameDomain(asked: readonly Interval[], planned: readonly Interval[]): void {
  const same =
    asked.length === planned.length &&
    asked.every(([lower, upper], j) => lower === planned[j]![0] && upper === planned[j]![1]);
  if (!same) throw new ParameterError("domain", JSON.stringify(asked), `the plan's, ${JSON.stringify(planned)}`);
}
