import { allocateFresh } from "../bufferPool.ts";
import type { Allocate } from "../bufferPool.ts";
import { checkLength, checkPositive } from "../checks.ts";
import type { BoundaryChoice, BoundaryRecords } from "../datasets/boundaryRecords.ts";
import { ParameterError } from "../errors.ts";
import type { ErmFit, ErmSolver } from "../estimators/ermProblem.ts";
import { createErmSolver } from "../estimators/ermSolver.ts";
import { landmarkCoefficients } from "../estimators/landmarkCoordinates.ts";
import { evaluateExpansion, expansionOnGrid, expansionRounding } from "../estimators/kernelExpansion.ts";
import type { Summation } from "../estimators/kernelExpansion.ts";
import { createLandmarkSolver, landmarkCoefficientBound, landmarkGrid } from "../estimators/landmarkErm.ts";
import { epsilonInsensitiveLoss, hingeLoss, huberLoss, logisticLoss, pinballLoss } from "../estimators/losses.ts";
import type { Loss } from "../estimators/losses.ts";
import { gridAxis, gridSize } from "../grids.ts";
import type { Interval, RegularGrid } from "../grids.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import type { KernelName } from "../kernels/kernelOf.ts";
import { stationaryKernel } from "../kernels/stationaryKernel.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import {
  ermCoefficientBound,
  gapInflatedSensitivity,
  gapToleranceOf,
  regularisedErmSensitivity,
} from "../privacy/sensitivity/regularisedErm.ts";
import { roundingJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import type { NoiseRequest, StudyContract, Task } from "./contract.ts";
import { releaseSensitivity } from "./privateRelease.ts";
import type { PrivateRelease, PrivateRequest, ReleaseTarget } from "./privateRelease.ts";
import type { GridRelease } from "./release.ts";
import { remember } from "../remember.ts";
import { mapSlices } from "../slices.ts";
import { unitNoiseDraws } from "./unitNoiseDraws.ts";

export type LossName = "hinge" | "logistic" | "huber" | "epsilonInsensitive" | "pinball";

/** What is fitted, besides the records. All of it is public. */
export interface FitParameters {
  /** The declared domain, one interval per input; inputs outside are clamped into it. */
  readonly domain: readonly Interval[];
  /** The declared range of the responses, clamped into it; absent for labels ±1. */
  readonly responseRange?: Interval | undefined;
  readonly kernel: KernelName;
  /** ℓ > 0, as a share of the domain's side along each input. */
  readonly lengthScale: number;
  readonly loss: LossName;
  /** Huber's threshold or the insensitive width, in halves of the response range; or the quantile. Unused otherwise. */
  readonly lossParameter: number;
  /** λ > 0. */
  readonly penalty: number;
  /** The whole RKHS, or the span of public landmarks. */
  readonly solver: "exact" | "landmarks";
}

/** What a boundary release is computed from, besides the records. All of it is public. */
export interface BoundaryParameters extends FitParameters, NoiseRequest {
  /**
   * Where the solver starts: where the last fit ended, which is faster and within the certificate of the same function; or from
   * nothing, so that the same is computed whatever was fitted before. The last if absent.
   */
  readonly start?: "last" | "public";
}

/** What the boundary study asks of a worker. */
export interface BoundaryContract extends StudyContract {
  readonly choice: BoundaryChoice;
  readonly records: BoundaryRecords;
  readonly tasks: {
    readonly release: Task<BoundaryParameters, BoundaryRelease>;
    /** A release for others to see, private as the bits that leave. */
    readonly latticeRelease: Task<PrivateRequest<BoundaryParameters>, PrivateRelease>;
    /** f at each record from a fit without it. */
    readonly heldOut: Task<FitParameters, Float64Array>;
    /** How far the fit on landmarks is from the exact one. */
    readonly landmarkError: Task<FitParameters, number>;
  };
}

/**
 * Estimate, sensitivity and unit noise of a private decision function or regression curve, ready to be scaled.
 * Responses of a declared range are mapped onto [−1, 1] before the fit; the values here are on that scale.
 */
export interface BoundaryRelease extends GridRelease {
  readonly recordCount: number;
  /** Where the solver started. */
  readonly start: "last" | "public";
  /** Records with an input outside the domain, and with a response outside its range. Private. */
  readonly clampedCount: number;
  readonly clampedResponseCount: number;
  /** Number of grid points per axis; the first axis varies fastest. */
  readonly gridCounts: readonly number[];
  /** M. */
  readonly lipschitz: number;
  /** Δ = M√(sup K)/(λn), of the exact minimiser. */
  readonly exactSensitivity: number;
  /** g: the minimum is approached to within this in the objective. Public. */
  readonly gapTolerance: number;
  /** The gap that was reached. Private. */
  readonly dualityGap: number;
  /** ‖f‖. Private. */
  readonly rkhsNorm: number;
  /** τ: the covariance of the unit noise is at least K + τI. From 10⁻⁹ to 0.1, with landmarks in the plane: see `roundingJitter`. */
  readonly jitter: number;
  /** η: bound on the rounding of the estimate, in the 2-norm over the grid. */
  readonly roundingError: number;
  readonly covarianceError: number;
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid, proved; for curves only. */
  readonly simultaneousQuantile: number | undefined;
  /** f at the records, shape (n,). Private. */
  readonly fitted: Float64Array;
  /** 1 where a record's loss pulls at f: a support vector. Private. */
  readonly support: Uint8Array;
  /** r, where landmarks are used. */
  readonly landmarkCount: number | undefined;
}

/** Share by which an early stop of the solver may raise Δ. */
export const gapShare = 0.05;
const folds = 5;

/** The most records that are fitted. */
export const boundaryLimits = { exact: 10_000, landmarks: 50_000 } as const;

/** The records of one data set, ready for any parameters; what stays the same from one request to the next is kept. */
export interface BoundaryPlan {
  /**
   * In slices, each yielding the progress.
   *
   * @param allocate makes the arrays of estimate and noise
   * @throws {ParameterError} if a parameter is out of range
   */
  releasing(parameters: BoundaryParameters, allocate?: Allocate): Generator<number, BoundaryRelease>;
  /**
   * What a private release is made of: values on the grid for the exact fit; coordinates, of which values are post-processing, for a
   * fit on landmarks.
   *
   * B: |f̂(x)| ≤ Σ|cᵢ| ≤ M√(sup K)/(2λ) but for rounding, so ‖f̂‖₂ ≤ √m M/(2λ) + η.
   *
   * @throws {ParameterError} if a parameter is out of range
   */
  target(parameters: FitParameters): ReleaseTarget;
  /**
   * f at each record from a fit to the records of the other folds, shape (n,): record i is in fold i mod 5. Private;
   * it says how well the parameters generalise, and reading them off it is a look at the records.
   */
  holdingOut(parameters: FitParameters): Generator<number, Float64Array>;
  /** max |f − f_exact| over the grid for the fit on landmarks, relative to max |f_exact|. Private. */
  landmarkError(parameters: FitParameters): Generator<number, number>;
}

/**
 * A plan for the private regularised risk minimiser of given records.
 *
 * Inputs are mapped onto the unit box of the declared domain, so that ℓ is a share of it. The noise has the kernel of
 * the fit; Δ is that of Hall 2013 section 4.3, inflated for the early stop and for rounding by public bounds.
 *
 * @param points n ≥ 2 inputs in ℝᵈ, d = 1 or 2. Private
 * @param responses labels ±1, or responses; shape (n,). Private
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13, A1
 */
export function planBoundary({
  points,
  responses,
}: {
  readonly points: Points;
  readonly responses: Float64Array;
}): BoundaryPlan {
  const n = pointCount(points);
  if (n < 2) throw new ParameterError("data", n, "at least two records");
  const unitNoise = unitNoiseDraws();
  const boxed = remember((domain: readonly Interval[]) => intoUnitBox(points, domain));
  const ranged = remember((range: Interval | undefined) => ontoUnitRange(responses, range));
  const solverOf = remember((key: SolverKey) => makeSolver(boxed(key.domain).points, key));
  let lastDual: Float64Array = cold;
  let publicFit: { readonly key: string; readonly fit: BoundaryFit } | undefined;

  function* fitting(parameters: FitParameters, start = lastDual): Generator<number, BoundaryFit> {
    checkSize(n, parameters.solver);
    const { domain, responseRange, kernel, lengthScale, loss, lossParameter, penalty, solver } = parameters;
    const key = JSON.stringify([domain, responseRange, kernel, lengthScale, loss, lossParameter, penalty, solver]);
    if (start === cold && publicFit?.key === key) return publicFit.fit;
    const fitter = solverOf({ domain, kernel, lengthScale, solver });
    const problem = problemOf(parameters, n, fitter);
    const { responses } = ranged(parameters.responseRange);
    const fit = yield* fitter.fitting({ ...problem, responses, start: start === cold ? undefined : start });
    lastDual = fit.dual;
    const made = { ...fit, gapTolerance: problem.gapTolerance };
    if (start === cold) publicFit = { key, fit: made };
    return made;
  }

  function exactTarget(parameters: FitParameters, shared: SharedTarget): ReleaseTarget {
    const { lengthScale, penalty } = parameters;
    const { grid } = shared;
    const kernel = kernelOf(parameters.kernel, lengthScale);
    const coefficientBound = ermCoefficientBound({ penalty, lipschitz: lossOf(parameters).lipschitz });
    const sum = { kernel, lengthScale, grid, centreCount: n, coefficientBound };
    const [direct, interpolated] = (["direct", "interpolated"] as const).map((summation) => ({
      summation,
      estimateError: unitBoxRounding({ ...sum, summation }),
    })) as [SummedWay, SummedWay];
    const { summation, estimateError } =
      2 * interpolated.estimateError <= interpolatedShare * shared.sensitivity.exact ? interpolated : direct;
    return {
      ...shared,
      kind: "ditheredGaussian",
      jitter: releasedJitter,
      estimateError,
      estimateBound: (Math.sqrt(gridSize(grid)) * coefficientBound + estimateError) * (1 + 1e-10),
      *estimating() {
        const fit = yield* portion(fitting(parameters, cold), 0, 0.7);
        return yield* portion(expansionOnGrid({ kernel, ...fit }, grid, { summation }), 0.7, 0.95);
      },
    };
  }

  function landmarkTarget(parameters: FitParameters, shared: SharedTarget): ReleaseTarget {
    const { lengthScale, domain } = parameters;
    const kernel = kernelOf(parameters.kernel, lengthScale);
    const landmarks = landmarkGrid({ dimension: domain.length, lengthScale });
    const perAxis = Math.round(pointCount(landmarks) ** (1 / domain.length));
    return {
      ...shared,
      kind: "gaussianCoordinates",
      basis: {
        name: `φ(x) = L⁻¹k_z(x) of the ${parameters.kernel} kernel on landmarks z of the unit box, LLᵀ = K_zz but for a jitter`,
        order: "by landmarks of a regular grid with both ends, the first axis varying fastest",
        parameters: [
          { name: "lengthScale", value: lengthScale },
          { name: "landmarksPerAxis", value: perAxis },
          { name: "dimension", value: domain.length },
        ],
      },
      processing: "number = w·φ(x), w the integers times the step",
      *estimating() {
        const { coordinates } = yield* portion(fitting(parameters, cold), 0, 0.9);
        return checkLength("coordinates", coordinates ?? new Float64Array(0), pointCount(landmarks));
      },
      *evaluate(coordinates) {
        const coefficients = landmarkCoefficients({ kernel, landmarks, coordinates });
        return yield* portion(expansionOnGrid({ kernel, centres: landmarks, coefficients }, shared.grid), 0.9, 1);
      },
    };
  }

  return {
    target(parameters) {
      checkSize(n, parameters.solver);
      const { domain, kernel, lengthScale, solver, penalty, responseRange } = parameters;
      const { lipschitz } = lossOf(parameters);
      ranged(responseRange);
      const { gapTolerance } = problemOf(parameters, n, solverOf({ domain, kernel, lengthScale, solver }));
      const exact = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz, kernelBound: 1 });
      const stopped = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
      const [lower, upper] = responseRange ?? [-1, 1];
      const grid = boundaryGrid(domain.length);
      const shared: SharedTarget = {
        kernel: stationaryKernel(kernel, lengthScale, domain.length),
        grid,
        axes: grid.axes.map(({ count }, j) => ({ lower: domain[j]![0], upper: domain[j]![1], count })),
        units: { scale: upper / 2 - lower / 2, offset: lower / 2 + upper / 2 },
        sensitivity: releaseSensitivity({ formula: "M √(sup K)/(λ n) + 2 √(g/λ)", exact, stop: stopped - exact }),
      };
      return solver === "exact" ? exactTarget(parameters, shared) : landmarkTarget(parameters, shared);
    },

    *releasing(parameters, allocate = allocateFresh) {
      const { domain, lengthScale, penalty } = parameters;
      const from = parameters.start === "public" ? cold : lastDual;
      const fit = yield* portion(fitting(parameters, from), 0, 0.7);
      const kernel = kernelOf(parameters.kernel, lengthScale);
      const loss = lossOf(parameters);
      const grid = boundaryGrid(domain.length);
      const landmarkCount = parameters.solver === "landmarks" ? pointCount(fit.centres) : undefined;
      const centreCount = landmarkCount ?? n;
      const { lipschitz } = loss;
      const coefficientBound =
        landmarkCount === undefined
          ? ermCoefficientBound({ penalty, lipschitz })
          : landmarkCoefficientBound({ landmarkCount, penalty, lipschitz });
      const exactSensitivity = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz, kernelBound: 1 });
      const { summation, roundingError, jitter } = summationOf(
        { kernel, lengthScale, grid, centreCount, coefficientBound },
        exactSensitivity,
      );
      const estimate = yield* portion(expansionOnGrid({ kernel, ...fit }, grid, { summation, allocate }), 0.7, 1);
      const { gapTolerance } = fit;
      const stopped = gapInflatedSensitivity({ sensitivity: exactSensitivity, gapTolerance, penalty });

      const noiseKernel = stationaryKernel(parameters.kernel, lengthScale, domain.length);
      const { seed, drawCount } = parameters;
      const noise = unitNoise({ kernel: noiseKernel, jitter, grid, seed, drawCount }, allocate);
      const clamped = ranged(parameters.responseRange);
      return {
        estimate,
        sensitivity: roundingInflatedSensitivity({ sensitivity: stopped, roundingError, jitter }),
        unitNoise: noise.draws,
        recordCount: n,
        start: from === cold ? "public" : "last",
        clampedCount: boxed(domain).clampedCount,
        clampedResponseCount: clamped.clampedCount,
        gridCounts: grid.axes.map(({ count }) => count),
        lipschitz,
        exactSensitivity,
        gapTolerance,
        dualityGap: fit.dualityGap,
        rkhsNorm: fit.rkhsNorm,
        jitter,
        roundingError,
        covarianceError: noise.covarianceError,
        samplingMethod: noise.method,
        simultaneousQuantile:
          domain.length === 1 ? simultaneousQuantile({ kernel: noiseKernel, grid, jitter, coverage: 0.95 }) : undefined,
        fitted: fit.fitted.slice(),
        support: Uint8Array.from(fit.fitted, (f, i) => (loss.negativeSlope(clamped.responses[i]!, f) === 0 ? 0 : 1)),
        landmarkCount,
      };
    },

    *holdingOut(parameters) {
      checkSize(n, parameters.solver);
      const { points: box } = boxed(parameters.domain);
      const { responses: all } = ranged(parameters.responseRange);
      const kernel = kernelOf(parameters.kernel, parameters.lengthScale);
      const predicted = new Float64Array(n);
      for (let fold = 0; fold < folds && fold < n; fold++) {
        const rest = Int32Array.from({ length: n }, (_, i) => i).filter((i) => i % folds !== fold);
        const held = Int32Array.from({ length: n }, (_, i) => i).filter((i) => i % folds === fold);
        if (rest.length === 0) continue;
        const solver = makeSolver(rowsOf(box, rest), parameters);
        const problem = problemOf(parameters, rest.length, solver);
        const responses = Float64Array.from(rest, (i) => all[i]!);
        // From nothing: a start would tell of the records left out, and of what was fitted before.
        const fit = yield* portion(solver.fitting({ ...problem, responses }), fold / folds, (fold + 1) / folds);
        const values = evaluateExpansion({ kernel, ...fit }, rowsOf(box, held));
        held.forEach((i, k) => {
          predicted[i] = values[k]!;
        });
      }
      return predicted;
    },

    *landmarkError(parameters) {
      const kernel = kernelOf(parameters.kernel, parameters.lengthScale);
      const grid = boundaryGrid(parameters.domain.length);
      const near = yield* portion(fitting({ ...parameters, solver: "landmarks" }), 0, 0.2);
      const nearValues = yield* portion(expansionOnGrid({ kernel, ...near }, grid), 0.2, 0.3);
      const exact = yield* portion(fitting({ ...parameters, solver: "exact" }), 0.3, 0.9);
      const exactValues = yield* portion(expansionOnGrid({ kernel, ...exact }, grid), 0.9, 1);
      let size = 0;
      let difference = 0;
      exactValues.forEach((f, i) => {
        size = Math.max(size, Math.abs(f));
        difference = Math.max(difference, Math.abs(f - nearValues[i]!));
      });
      return size > 0 ? difference / size : 0;
    },
  };
}

/** The public grid on which a boundary is drawn, over the unit box: 500 points, or 200 × 200. */
export function boundaryGrid(dimension: number): RegularGrid {
  const count = dimension === 1 ? 500 : 200;
  return { axes: Array.from({ length: dimension }, () => gridAxis({ lower: 0, upper: 1, count })) };
}

/** A fit with the tolerance that it was stopped at. */
type BoundaryFit = ErmFit & { readonly gapTolerance: number };

type SharedTarget = Pick<ReleaseTarget, "kernel" | "grid" | "axes" | "units" | "sensitivity">;
type SummedWay = { readonly summation: Summation; readonly estimateError: number };

/** No start: a private release is computed from records, parameters and bits alone, not from what was fitted before. */
const cold = new Float64Array(0);

/** τ of a private release: its dither, not τ, covers what the estimate rounds. */
const releasedJitter = 1e-9;
/** 2η/Δ up to which the faster sum is taken for a private release: the dither then costs at most a thousandth of μ for it. */
const interpolatedShare = 1e-6;

/** White noise that nobody sees: where f and its smooth noise are flat, it moves a boundary by a third of a grid step. */
const unseenJitter = 1e-5;

/** What is summed on the grid of the unit box; all of it is public. */
export interface UnitBoxSum {
  readonly kernel: Kernel;
  /** ℓ, of the kernel. */
  readonly lengthScale: number;
  readonly grid: RegularGrid;
  readonly centreCount: number;
  readonly coefficientBound: number;
}

/**
 * η: a bound on the 2-norm over the grid of computed values of f minus those at the exact multiples of the step, where the noise
 * is sampled. To `expansionRounding` come the coordinates of the grid, off by 1.1u each, since a multiple of the step and the
 * upper end 1 are rounded: that moves a kernel value by 1.1u d/ℓ at most, as no kernel here changes faster than by 1/ℓ.
 */
export function unitBoxRounding({
  lengthScale,
  kernel,
  ...sum
}: UnitBoxSum & { readonly summation: Summation }): number {
  const roundings = (kernel.roundings ?? 0) + (1.1 * sum.grid.axes.length) / lengthScale;
  return expansionRounding({ ...sum, kernel: { ...kernel, roundings }, kernelBound: 1 });
}

interface Way {
  readonly summation: Summation;
  readonly roundingError: number;
  readonly jitter: number;
}

/**
 * The faster way to sum, unless the jitter that its rounding needs could be seen and is not needed anyway, or its rounding
 * costs more than a thousandth of Δ. Public.
 */
function summationOf(sum: UnitBoxSum, sensitivity: number): Way {
  const [direct, interpolated] = (["direct", "interpolated"] as const).map((summation) => {
    const roundingError = unitBoxRounding({ ...sum, summation });
    return { summation, roundingError, jitter: roundingJitter({ roundingError, sensitivity }) };
  }) as [Way, Way];
  const isCheap = 2 * interpolated.roundingError <= 1.0001e-3 * sensitivity * Math.sqrt(interpolated.jitter);
  return isCheap && interpolated.jitter <= Math.max(unseenJitter, direct.jitter) ? interpolated : direct;
}

/** The gap tolerance is the one that raises Δ by `gapShare`, or more where rounding could put that out of reach. */
function problemOf(parameters: FitParameters, recordCount: number, solver: ErmSolver) {
  const loss = lossOf(parameters);
  const penalty = checkPositive("penalty", parameters.penalty);
  const sensitivity = regularisedErmSensitivity({ recordCount, penalty, lipschitz: loss.lipschitz, kernelBound: 1 });
  const wanted = gapToleranceOf({ sensitivity, share: gapShare, penalty });
  return { loss, penalty, gapTolerance: Math.max(wanted, solver.leastGapTolerance(loss, penalty, 1)) };
}

function lossOf({ loss, lossParameter, responseRange }: FitParameters): Loss {
  const classifies = loss === "hinge" || loss === "logistic";
  if (classifies !== (responseRange === undefined)) {
    throw new ParameterError("loss", loss, responseRange ? "one for responses" : "hinge or logistic for labels");
  }
  switch (loss) {
    case "hinge":
      return hingeLoss;
    case "logistic":
      return logisticLoss;
    case "huber":
      return huberLoss(lossParameter);
    case "epsilonInsensitive":
      return epsilonInsensitiveLoss(lossParameter);
    case "pinball":
      return pinballLoss(lossParameter);
  }
}

type SolverKey = Pick<FitParameters, "domain" | "kernel" | "lengthScale" | "solver">;

function makeSolver(points: Points, { kernel: name, lengthScale, solver }: SolverKey): ErmSolver {
  const kernel = kernelOf(name, lengthScale);
  if (solver === "exact") return createErmSolver({ points, kernel });
  return createLandmarkSolver({
    points,
    kernel,
    landmarks: landmarkGrid({ dimension: points.dimension, lengthScale }),
  });
}

function checkSize(n: number, solver: FitParameters["solver"]): void {
  const most = boundaryLimits[solver];
  if (n <= most) return;
  const way = solver === "exact" ? ", or the fit on landmarks instead" : "";
  throw new ParameterError(
    "solver",
    `${n.toLocaleString("en")} records`,
    `given at most ${most.toLocaleString("en")} records${way}`,
  );
}

/** Points moved onto [0, 1]ᵈ by the declared domain, those outside to its edge. */
function intoUnitBox(
  { dimension, coordinates }: Points,
  domain: readonly Interval[],
): { points: Points; clampedCount: number } {
  if (domain.length !== dimension) throw new ParameterError("domain", domain.length, `of ${dimension} intervals`);
  const box = new Float64Array(coordinates.length);
  let clampedCount = 0;
  for (let i = 0; i < coordinates.length; i += dimension) {
    let outside = false;
    for (let j = 0; j < dimension; j++) {
      const [lower, upper] = domain[j]!;
      if (!(upper > lower && upper - lower < Infinity)) {
        throw new ParameterError(
          "domain",
          `${lower}..${upper}`,
          "an interval with lower below upper, of finite length",
        );
      }
      const share = (coordinates[i + j]! - lower) / (upper - lower);
      box[i + j] = Math.min(1, Math.max(0, share));
      outside ||= share < 0 || share > 1;
    }
    if (outside) clampedCount++;
  }
  return { points: { dimension, coordinates: box }, clampedCount };
}

/** Responses moved onto [−1, 1] by their declared range; labels as they are. */
function ontoUnitRange(
  responses: Float64Array,
  range: Interval | undefined,
): { responses: Float64Array; clampedCount: number } {
  if (!range) return { responses, clampedCount: 0 };
  const [lower, upper] = range;
  if (!(upper > lower && upper - lower < Infinity)) {
    throw new ParameterError(
      "responseRange",
      `${lower}..${upper}`,
      "an interval with lower below upper, of finite length",
    );
  }
  let clampedCount = 0;
  const moved = responses.map((y) => {
    if (y < lower || y > upper) clampedCount++;
    return Math.min(1, Math.max(-1, (2 * (y - lower)) / (upper - lower) - 1));
  });
  return { responses: moved, clampedCount };
}

function rowsOf({ dimension, coordinates }: Points, rows: Int32Array): Points {
  const chosen = new Float64Array(rows.length * dimension);
  rows.forEach((row, k) => chosen.set(coordinates.subarray(row * dimension, (row + 1) * dimension), k * dimension));
  return { dimension, coordinates: chosen };
}

/** A generator whose progress from 0 to 1 is shown as one from `start` to `end`. */
function portion<T>(steps: Generator<number, T>, start: number, end: number): Generator<number, T> {
  return mapSlices(steps, (done) => start + done * (end - start));
}
