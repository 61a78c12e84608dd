import { allocateFresh } from "../../bufferPool.ts";
import type { Allocate } from "../../bufferPool.ts";
import { ParameterError } from "../../errors.ts";
import { expansionOnGrid } from "../expansion/expansionOnGrid.ts";
import { landmarkCoefficientBound } from "../solver/landmarkErm.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { stationaryKernel } from "../../kernels/stationaryKernel.ts";
import { pointCount } from "../../points.ts";
import type { Points } from "../../points.ts";
import { simultaneousQuantile } from "../../privacy/bands/simultaneousQuantile.ts";
import {
  ermCoefficientBound,
  gapInflatedSensitivity,
  regularisedErmSensitivity,
} from "../../privacy/sensitivity/regularisedErm.ts";
import { roundingInflatedSensitivity } from "../../privacy/sensitivity/roundingInflated.ts";
import { portion } from "../../slices.ts";
import type { BoundaryParameters, BoundaryRelease, FitParameters } from "./boundaryParameters.ts";
import { boundaryFits } from "./boundaryFits.ts";
import type { BoundaryFits } from "./boundaryFits.ts";
import { heldOut } from "./boundaryHeldOut.ts";
import { lossOf } from "./boundaryProblem.ts";
import { summationOf } from "./boundaryRounding.ts";
import { boundaryGrid, expansionOnSlice, kernelOnSlice, sliceOf } from "./boundarySlice.ts";
import type { BoundarySlice } from "./boundarySlice.ts";
import { boundaryPointTarget, boundaryTarget } from "./boundaryTarget.ts";
import type { BoundaryPointTarget } from "./boundaryTarget.ts";
import { boundOnRecords, releaseOfPersons, targetOfPersons } from "../../release/recordsPerPerson.ts";
import type { ReleaseTarget } from "../../release/releaseTarget.ts";
import { unitNoiseDraws } from "../../release/unitNoiseDraws.ts";

/** The records of one data set, ready for any parameters; what stays the same from one request to the next is kept. */
interface BoundaryPlan {
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
  /** {@link heldOut}. Private. */
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
 * @param recordsPerPerson k ≥ 1, the bound with which the records were read; 1 if absent. Δ is that of one record times k, or
 *   times the k of the parameters where that is larger. Public
 * @throws {ParameterError} if an argument is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13, A1
 */
export function planBoundary({
  points,
  responses,
  recordsPerPerson,
}: {
  readonly points: Points;
  readonly responses: Float64Array;
  readonly recordsPerPerson?: number | undefined;
}): BoundaryPlan {
  const n = pointCount(points);
  if (n < 2) throw new ParameterError("data", n, "at least two records");
  const unitNoise = unitNoiseDraws();
  const fits = boundaryFits(points, responses);

  const personsOf = (parameters: FitParameters) => boundOnRecords(parameters.recordsPerPerson, recordsPerPerson);

  return {
    target: (parameters) => targetOfPersons(boundaryTarget(fits, parameters), personsOf(parameters)),
    pointTarget: (parameters, at) => {
      const { target, ...told } = boundaryPointTarget(fits, parameters, at);
      return { ...told, target: targetOfPersons(target, personsOf(parameters)) };
    },

    *releasing(parameters, allocate = allocateFresh) {
      const { domain, lengthScale, penalty } = parameters;
      const persons = personsOf(parameters);
      const fit = yield* portion(fits.fitting(parameters, parameters.start), 0, 0.7);
      const kernel = kernelOf(parameters.kernel, lengthScale);
      const slice = sliceOf(parameters);
      const { grid } = slice;
      const landmarkCount = parameters.solver === "landmarks" ? pointCount(fit.centres) : undefined;
      const told = publicPart(parameters, slice, { recordCount: n, landmarkCount });
      const { lipschitz, exactSensitivity, summation, roundingError, jitter } = told;
      const estimate = yield* portion(expansionOnSlice({ kernel, ...fit }, slice, { summation, allocate }), 0.7, 1);
      const { gapTolerance } = fit;
      const stopped = gapInflatedSensitivity({ sensitivity: exactSensitivity, gapTolerance, penalty });

      const noiseKernel = stationaryKernel(parameters.kernel, lengthScale, grid.axes.length);
      const { seed, drawCount } = parameters;
      const noise = unitNoise({ kernel: noiseKernel, jitter, grid, seed, drawCount }, allocate);
      const loss = lossOf(parameters);
      const clamped = fits.ranged(parameters.responseRange);
      const release = {
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
      return releaseOfPersons(release, persons);
    },

    holdingOut: (parameters) => heldOut(fits, parameters),
    landmarkError: (parameters) => landmarkError(fits, parameters),
  };
}

/** Δ, how the sum of kernels is taken, and what both round: of public numbers alone. */
function publicPart(
  parameters: BoundaryParameters,
  slice: BoundarySlice,
  { recordCount, landmarkCount }: { readonly recordCount: number; readonly landmarkCount: number | undefined },
) {
  const { penalty, lengthScale } = parameters;
  const { lipschitz } = lossOf(parameters);
  const coefficientBound =
    landmarkCount === undefined
      ? ermCoefficientBound({ penalty, lipschitz })
      : landmarkCoefficientBound({ landmarkCount, penalty, lipschitz });
  const exactSensitivity = regularisedErmSensitivity({ recordCount, penalty, lipschitz, kernelBound: 1 });
  const kernel = kernelOnSlice(kernelOf(parameters.kernel, lengthScale), slice);
  const centreCount = landmarkCount ?? recordCount;
  const way = summationOf({ kernel, lengthScale, grid: slice.grid, centreCount, coefficientBound }, exactSensitivity);
  return { lipschitz, exactSensitivity, ...way };
}

/** max |f − f_exact| over the grid for the fit on landmarks, relative to max |f_exact|. Private. */
function* landmarkError(fits: BoundaryFits, parameters: FitParameters): Generator<number, number> {
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
}
