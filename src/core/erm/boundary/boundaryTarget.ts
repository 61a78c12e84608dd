import { checkLength } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { evaluateExpansion } from "../expansion/kernelExpansion.ts";
import type { Summation } from "../expansion/expansionOnPlane.ts";
import { landmarkCoefficients } from "../solver/landmarkCoordinates.ts";
import { landmarkGrid } from "../solver/landmarkErm.ts";
import { gridSize } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { stationaryKernel } from "../../kernels/stationaryKernel.ts";
import { countText } from "../../numberFormats.ts";
import { pointCount } from "../../points.ts";
import type { Points } from "../../points.ts";
import {
  ermCoefficientBound,
  gapInflatedSensitivity,
  regularisedErmSensitivity,
} from "../../privacy/sensitivity/regularisedErm.ts";
import { smallestJitter } from "../../privacy/sensitivity/roundingJitter.ts";
import { portion } from "../../slices.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import type { BoundaryFits } from "./boundaryFits.ts";
import { lossOf } from "./boundaryProblem.ts";
import { unitBoxRounding } from "./boundaryRounding.ts";
import { expansionOnSlice, kernelOnSlice, sliceOf } from "./boundarySlice.ts";
import type { BoundarySlice } from "./boundarySlice.ts";
import { unitRecords } from "../../release/latticeTarget.ts";
import type { PointTarget } from "../../release/pointRelease.ts";
import { releaseSensitivity } from "../../release/releaseTarget.ts";
import type { ReleaseTarget } from "../../release/releaseTarget.ts";

/** Most points predicted together. */
export const mostPoints = 3000;

/** Largest 2η/Δ for the faster sum in a private release: the dither then costs at most a thousandth of μ for it. */
const interpolatedShare = 1e-6;

/** Target of predictions, with the number of points outside the domain. */
export interface BoundaryPointTarget {
  readonly target: PointTarget;
  readonly clampedCount: number;
}

type SharedTarget = Pick<ReleaseTarget, "kernel" | "grid" | "axes" | "units" | "sensitivity"> & {
  readonly slice: BoundarySlice;
};
type SummedMethod = { readonly summation: Summation; readonly estimateError: number };

/**
 * Target of a private release: values on the grid for the exact fit; coordinates for a fit on landmarks, whose values
 * are post-processing.
 *
 * B: |f̂(x)| ≤ Σ|cᵢ| ≤ M√(sup K)/(2λ) to rounding, so ‖f̂‖₂ ≤ √m M/(2λ) + η.
 *
 * @throws {ParameterError} if a parameter is out of range
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13, A1
 */
export function boundaryTarget(fits: BoundaryFits, parameters: FitParameters): ReleaseTarget {
  const { domain, kernel, lengthScale, solver } = parameters;
  const slice = sliceOf(parameters);
  const { axes } = slice.grid;
  const shared: SharedTarget = {
    slice,
    grid: slice.grid,
    kernel: stationaryKernel(kernel, lengthScale, axes.length),
    axes: axes.map(({ count }, j) => ({ lower: domain[j]![0], upper: domain[j]![1], count })),
    ...publicPart(fits, parameters),
  };
  return solver === "exact" ? exactTarget(fits, parameters, shared) : landmarkTarget(fits, parameters, shared);
}

/**
 * Target of predictions at points by the exact fit. Points outside the domain are moved to its edge and counted.
 *
 * @param at m ≥ 1 points in the units of the inputs, public
 * @throws {ParameterError} if a parameter is out of range, or there are too many points
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13
 */
export function boundaryPointTarget(fits: BoundaryFits, parameters: FitParameters, at: Points): BoundaryPointTarget {
  const { domain, lengthScale, penalty, solver } = parameters;
  if (solver !== "exact") throw new ParameterError("solver", solver, "the exact fit for predictions at points");
  const count = pointCount(at);
  if (!(count <= mostPoints)) {
    throw new ParameterError("at", `${countText(count)} points`, `at most ${countText(mostPoints)}`);
  }
  const box = unitRecords(at, domain);
  const kernel = kernelOf(parameters.kernel, lengthScale);
  const coefficientBound = ermCoefficientBound({ penalty, lipschitz: lossOf(parameters).lipschitz });
  // As on a grid, with roundings of d coordinates; the points are exactly the computed ones.
  const roundings = fits.recordCount + 56 + domain.length + (kernel.roundings ?? 0);
  const estimateError = Math.sqrt(count) * coefficientBound * roundings * 2 ** -53;
  return {
    clampedCount: box.clampedCount,
    target: {
      ...publicPart(fits, parameters),
      kernel,
      at: box.points,
      estimateError,
      jitter: smallestJitter,
      estimateBound: (Math.sqrt(count) * coefficientBound + estimateError) * (1 + 1e-10),
      *estimating() {
        const fit = yield* portion(fits.fitting(parameters, "public"), 0, 0.9);
        return evaluateExpansion({ kernel, ...fit }, box.points);
      },
    },
  };
}

/** Units and sensitivity of a private release. Public. */
function publicPart(fits: BoundaryFits, parameters: FitParameters): Pick<PointTarget, "sensitivity" | "units"> {
  const { penalty, responseRange } = parameters;
  const gapTolerance = fits.gapTolerance(parameters);
  const { lipschitz } = lossOf(parameters);
  fits.ranged(responseRange);
  const exact = regularisedErmSensitivity({ recordCount: fits.recordCount, penalty, lipschitz, kernelBound: 1 });
  const stopped = gapInflatedSensitivity({ sensitivity: exact, gapTolerance, penalty });
  const [lower, upper] = responseRange ?? [-1, 1];
  return {
    units: { scale: upper / 2 - lower / 2, offset: lower / 2 + upper / 2 },
    sensitivity: releaseSensitivity({ formula: "M √(sup K)/(λ n) + 2 √(g/λ)", exact, stop: stopped - exact }),
  };
}

function exactTarget(fits: BoundaryFits, parameters: FitParameters, shared: SharedTarget): ReleaseTarget {
  const { lengthScale, penalty } = parameters;
  const { slice, ...target } = shared;
  const { grid } = slice;
  const kernel = kernelOf(parameters.kernel, lengthScale);
  const coefficientBound = ermCoefficientBound({ penalty, lipschitz: lossOf(parameters).lipschitz });
  const sum = {
    kernel: kernelOnSlice(kernel, slice),
    lengthScale,
    grid,
    centreCount: fits.recordCount,
    coefficientBound,
  };
  const [direct, interpolated] = (["direct", "interpolated"] as const).map((summation) => ({
    summation,
    estimateError: unitBoxRounding({ ...sum, summation }),
  })) as [SummedMethod, SummedMethod];
  const { summation, estimateError } =
    2 * interpolated.estimateError <= interpolatedShare * shared.sensitivity.exact ? interpolated : direct;
  return {
    ...target,
    kind: "ditheredGaussian",
    jitter: smallestJitter,
    estimateError,
    estimateBound: (Math.sqrt(gridSize(grid)) * coefficientBound + estimateError) * (1 + 1e-10),
    *estimating() {
      const fit = yield* portion(fits.fitting(parameters, "public"), 0, 0.7);
      return yield* portion(expansionOnSlice({ kernel, ...fit }, slice, { summation }), 0.7, 0.95);
    },
  };
}

function landmarkTarget(fits: BoundaryFits, parameters: FitParameters, shared: SharedTarget): ReleaseTarget {
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
      const { coordinates } = yield* portion(fits.fitting(parameters, "public"), 0, 0.9);
      return checkLength("coordinates", coordinates ?? new Float64Array(0), pointCount(landmarks));
    },
    *evaluate(coordinates) {
      const coefficients = landmarkCoefficients({ kernel, landmarks, coordinates });
      return yield* portion(expansionOnSlice({ kernel, centres: landmarks, coefficients }, slice), 0.9, 1);
    },
  };
}
