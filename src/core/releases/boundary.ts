import { allocateFresh } from "../bufferPool.ts";
import type { Allocate } from "../bufferPool.ts";
import { checkLength } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import type { ErmFit } from "../estimators/ermProblem.ts";
import { evaluateExpansion, expansionOnGrid } from "../estimators/kernelExpansion.ts";
import type { Summation } from "../estimators/kernelExpansion.ts";
import { landmarkCoefficients } from "../estimators/landmarkCoordinates.ts";
import { landmarkCoefficientBound, landmarkGrid } from "../estimators/landmarkErm.ts";
import { gridSize } from "../grids.ts";
import type { Interval } from "../grids.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import { stationaryKernel } from "../kernels/stationaryKernel.ts";
import { pointCount } from "../points.ts";
import type { Points } from "../points.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import {
  ermCoefficientBound,
  gapInflatedSensitivity,
  regularisedErmSensitivity,
} from "../privacy/sensitivity/regularisedErm.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { remember } from "../remember.ts";
import { mapSlices } from "../slices.ts";
import type { BoundaryParameters, BoundaryRelease, FitParameters } from "./boundaryContract.ts";
import { checkSize, lossOf, makeSolver, ontoUnitRange, problemOf } from "./boundaryProblem.ts";
import type { SolverKey } from "./boundaryProblem.ts";
import { summationOf, unitBoxRounding } from "./boundaryRounding.ts";
import { boundaryGrid, expansionOnSlice, kernelOnSlice, sliceOf } from "./boundarySlice.ts";
import type { BoundarySlice } from "./boundarySlice.ts";
import { unitRecords } from "./latticeTarget.ts";
import type { PointTarget } from "./pointRelease.ts";
import { releaseSensitivity } from "./privateRelease.ts";
import type { ReleaseTarget } from "./privateRelease.ts";
import { unitNoiseDraws } from "./unitNoiseDraws.ts";
import { countText } from "../numberFormats.ts";

const folds = 5;

/** The most points that are predicted together. */
export const mostPoints = 3000;

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
   * What a private release is made of: values on the grid for the exact fit; coordinates, of which values are
   * post-processing, for a fit on landmarks.
   *
   * B: |f̂(x)| ≤ Σ|cᵢ| ≤ M√(sup K)/(2λ) but for rounding, so ‖f̂‖₂ ≤ √m M/(2λ) + η.
   *
   * @throws {ParameterError} if a parameter is out of range
   */
  target(parameters: FitParameters): ReleaseTarget;
  /**
   * What predictions at points are made of, by the exact fit; and how many of the points lie outside the domain and are
   * answered at its edge.
   *
   * @param at m ≥ 1 points in the units of the inputs, public
   * @throws {ParameterError} if a parameter is out of range, or there are too many points
   */
  pointTarget(parameters: FitParameters, at: Points): { readonly target: PointTarget; readonly clampedCount: number };
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
 * Of more than two inputs the function is shown on a slice, and protected there: the restriction to a slice is no
 * further from that of a neighbour than the function is, in the norm of the restricted kernel, which the noise has.
 *
 * @param points n ≥ 2 inputs in ℝᵈ, d ≤ 20. Private
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
  const boxed = remember((domain: readonly Interval[]) => unitRecords(points, domain));
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

  /** What a private release is calibrated with. */
  function publicPart(parameters: FitParameters): Pick<PointTarget, "sensitivity" | "units"> {
    checkSize(n, parameters.solver);
    const { domain, kernel, lengthScale, solver, penalty, responseRange } = parameters;
    const { lipschitz } = lossOf(parameters);
    ranged(responseRange);
    const { gapTolerance } = problemOf(parameters, n, solverOf({ domain, kernel, lengthScale, solver }));
    const exact = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz, kernelBound: 1 });
    const stopped = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
    const [lower, upper] = responseRange ?? [-1, 1];
    return {
      units: { scale: upper / 2 - lower / 2, offset: lower / 2 + upper / 2 },
      sensitivity: releaseSensitivity({ formula: "M √(sup K)/(λ n) + 2 √(g/λ)", exact, stop: stopped - exact }),
    };
  }

  function exactTarget(parameters: FitParameters, shared: SharedTarget): ReleaseTarget {
    const { lengthScale, penalty } = parameters;
    const { slice, ...target } = shared;
    const { grid } = slice;
    const kernel = kernelOf(parameters.kernel, lengthScale);
    const coefficientBound = ermCoefficientBound({ penalty, lipschitz: lossOf(parameters).lipschitz });
    const sum = { kernel: kernelOnSlice(kernel, slice), lengthScale, grid, centreCount: n, coefficientBound };
    const [direct, interpolated] = (["direct", "interpolated"] as const).map((summation) => ({
      summation,
      estimateError: unitBoxRounding({ ...sum, summation }),
    })) as [SummedWay, SummedWay];
    const { summation, estimateError } =
      2 * interpolated.estimateError <= interpolatedShare * shared.sensitivity.exact ? interpolated : direct;
    return {
      ...target,
      kind: "ditheredGaussian",
      jitter: smallestJitter,
      estimateError,
      estimateBound: (Math.sqrt(gridSize(grid)) * coefficientBound + estimateError) * (1 + 1e-10),
      *estimating() {
        const fit = yield* portion(fitting(parameters, cold), 0, 0.7);
        return yield* portion(expansionOnSlice({ kernel, ...fit }, slice, { summation }), 0.7, 0.95);
      },
    };
  }

  function landmarkTarget(parameters: FitParameters, shared: SharedTarget): ReleaseTarget {
    const { lengthScale, domain } = parameters;
    const { slice, ...target } = shared;
    const kernel = kernelOf(parameters.kernel, lengthScale);
    const landmarks = landmarkGrid({ dimension: domain.length, lengthScale });
    const perAxis = Math.round(pointCount(landmarks) ** (1 / domain.length));
    return {
      ...target,
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
        return yield* portion(expansionOnSlice({ kernel, centres: landmarks, coefficients }, slice), 0.9, 1);
      },
    };
  }

  return {
    target(parameters) {
      const { domain, kernel, lengthScale, solver } = parameters;
      const slice = sliceOf(parameters);
      const { axes } = slice.grid;
      const shared: SharedTarget = {
        slice,
        grid: slice.grid,
        kernel: stationaryKernel(kernel, lengthScale, axes.length),
        axes: axes.map(({ count }, j) => ({ lower: domain[j]![0], upper: domain[j]![1], count })),
        ...publicPart(parameters),
      };
      return solver === "exact" ? exactTarget(parameters, shared) : landmarkTarget(parameters, shared);
    },

    pointTarget(parameters, at) {
      const { domain, lengthScale, penalty, solver } = parameters;
      if (solver !== "exact") throw new ParameterError("solver", solver, "the exact fit for predictions at points");
      const count = pointCount(at);
      if (!(count <= mostPoints)) {
        throw new ParameterError("at", `${countText(count)} points`, `at most ${countText(mostPoints)}`);
      }
      const box = unitRecords(at, domain);
      const kernel = kernelOf(parameters.kernel, lengthScale);
      const coefficientBound = ermCoefficientBound({ penalty, lipschitz: lossOf(parameters).lipschitz });
      // As of the values on a grid, with roundings of d coordinates; the points are the computed ones themselves.
      const roundings = n + 56 + domain.length + (kernel.roundings ?? 0);
      const estimateError = Math.sqrt(count) * coefficientBound * roundings * 2 ** -53;
      return {
        clampedCount: box.clampedCount,
        target: {
          ...publicPart(parameters),
          ...{ kernel, at: box.points, estimateError },
          jitter: smallestJitter,
          estimateBound: (Math.sqrt(count) * coefficientBound + estimateError) * (1 + 1e-10),
          *estimating() {
            const fit = yield* portion(fitting(parameters, cold), 0, 0.9);
            return evaluateExpansion({ kernel, ...fit }, box.points);
          },
        },
      };
    },

    *releasing(parameters, allocate = allocateFresh) {
      const { domain, lengthScale, penalty } = parameters;
      const from = parameters.start === "public" ? cold : lastDual;
      const fit = yield* portion(fitting(parameters, from), 0, 0.7);
      const kernel = kernelOf(parameters.kernel, lengthScale);
      const loss = lossOf(parameters);
      const slice = sliceOf(parameters);
      const { grid } = slice;
      const landmarkCount = parameters.solver === "landmarks" ? pointCount(fit.centres) : undefined;
      const centreCount = landmarkCount ?? n;
      const { lipschitz } = loss;
      const coefficientBound =
        landmarkCount === undefined
          ? ermCoefficientBound({ penalty, lipschitz })
          : landmarkCoefficientBound({ landmarkCount, penalty, lipschitz });
      const exactSensitivity = regularisedErmSensitivity({ recordCount: n, penalty, lipschitz, kernelBound: 1 });
      const { summation, roundingError, jitter } = summationOf(
        { kernel: kernelOnSlice(kernel, slice), lengthScale, grid, centreCount, coefficientBound },
        exactSensitivity,
      );
      const estimate = yield* portion(expansionOnSlice({ kernel, ...fit }, slice, { summation, allocate }), 0.7, 1);
      const { gapTolerance } = fit;
      const stopped = gapInflatedSensitivity({ sensitivity: exactSensitivity, gapTolerance, penalty });

      const noiseKernel = stationaryKernel(parameters.kernel, lengthScale, grid.axes.length);
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
          grid.axes.length === 1
            ? simultaneousQuantile({ kernel: noiseKernel, grid, jitter, coverage: 0.95 })
            : undefined,
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

/** A fit with the tolerance that it was stopped at. */
type BoundaryFit = ErmFit & { readonly gapTolerance: number };

type SharedTarget = Pick<ReleaseTarget, "kernel" | "grid" | "axes" | "units" | "sensitivity"> & {
  readonly slice: BoundarySlice;
};
type SummedWay = { readonly summation: Summation; readonly estimateError: number };

/** No start: a private release is computed from records, parameters and bits alone, not from what was fitted before. */
const cold = new Float64Array(0);

/** 2η/Δ up to which the faster sum is taken for a private release: the dither then costs at most a thousandth of μ for it. */
const interpolatedShare = 1e-6;

function rowsOf({ dimension, coordinates }: Points, rows: Int32Array): Points {
  const chosen = new Float64Array(rows.length * dimension);
  rows.forEach((row, k) => chosen.set(coordinates.subarray(row * dimension, (row + 1) * dimension), k * dimension));
  return { dimension, coordinates: chosen };
}

/** A generator whose progress from 0 to 1 is shown as one from `start` to `end`. */
function portion<T>(steps: Generator<number, T>, start: number, end: number): Generator<number, T> {
  return mapSlices(steps, (done) => start + done * (end - start));
}
