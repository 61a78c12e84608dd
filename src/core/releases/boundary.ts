import { allocateFresh } from "../bufferPool.ts";
import type { Allocate } from "../bufferPool.ts";
import { ParameterError } from "../errors.ts";
import { evaluateExpansion } from "../estimators/kernelExpansion.ts";
import { expansionOnGrid } from "../estimators/expansionOnGrid.ts";
import { landmarkCoefficientBound } from "../estimators/landmarkErm.ts";
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
import { portion } from "../slices.ts";
import type { BoundaryParameters, BoundaryRelease, FitParameters } from "./boundaryParameters.ts";
import { boundaryFits } from "./boundaryFits.ts";
import { checkSize, lossOf, makeSolver, problemOf } from "./boundaryProblem.ts";
import { summationOf } from "./boundaryRounding.ts";
import { boundaryGrid, expansionOnSlice, kernelOnSlice, sliceOf } from "./boundarySlice.ts";
import { boundaryPointTarget, boundaryTarget } from "./boundaryTarget.ts";
import type { BoundaryPointTarget } from "./boundaryTarget.ts";
import type { ReleaseTarget } from "./releaseTarget.ts";
import { unitNoiseDraws } from "./unitNoiseDraws.ts";

/** Parts of the records, each of which is left out in turn. */
const folds = 5;

/** The records of one data set, ready for any parameters; what stays the same from one request to the next is kept. */
export interface BoundaryPlan {
  /**
   * In slices, each yielding the progress.
   *
   * @param allocate makes the arrays of estimate and noise
   * @throws {ParameterError} if a parameter is out of range
   */
  releasing(parameters: BoundaryParameters, allocate?: Allocate): Generator<number, BoundaryRelease>;
  /** What a private release is made of: {@link boundaryTarget}. @throws {ParameterError} if a parameter is out of range */
  target(parameters: FitParameters): ReleaseTarget;
  /**
   * What predictions at points are made of: {@link boundaryPointTarget}.
   *
   * @throws {ParameterError} if a parameter is out of range, or there are too many points
   */
  pointTarget(parameters: FitParameters, at: Points): BoundaryPointTarget;
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
  const fits = boundaryFits(points, responses);

  return {
    target: (parameters) => boundaryTarget(fits, parameters),
    pointTarget: (parameters, at) => boundaryPointTarget(fits, parameters, at),

    *releasing(parameters, allocate = allocateFresh) {
      const { domain, lengthScale, penalty } = parameters;
      const fit = yield* portion(fits.fitting(parameters, parameters.start), 0, 0.7);
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
      const clamped = fits.ranged(parameters.responseRange);
      return {
        estimate,
        sensitivity: roundingInflatedSensitivity({ sensitivity: stopped, roundingError, jitter }),
        unitNoise: noise.draws,
        recordCount: n,
        start: fit.start,
        clampedCount: fits.boxed(domain).clampedCount,
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
      const { points: box } = fits.boxed(parameters.domain);
      const { responses: all } = fits.ranged(parameters.responseRange);
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
      const near = yield* portion(fits.fitting({ ...parameters, solver: "landmarks" }), 0, 0.2);
      const nearValues = yield* portion(expansionOnGrid({ kernel, ...near }, grid), 0.2, 0.3);
      const exact = yield* portion(fits.fitting({ ...parameters, solver: "exact" }), 0.3, 0.9);
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

function rowsOf({ dimension, coordinates }: Points, rows: Int32Array): Points {
  const chosen = new Float64Array(rows.length * dimension);
  rows.forEach((row, k) => chosen.set(coordinates.subarray(row * dimension, (row + 1) * dimension), k * dimension));
  return { dimension, coordinates: chosen };
}
