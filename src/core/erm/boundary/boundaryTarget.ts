import { allocateFresh } from "../../bufferPool.ts";
import { checkLength } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { evaluateExpansion } from "../expansion/kernelExpansion.ts";
import { landmarkCoefficients } from "../solver/landmarkCoordinates.ts";
import { landmarkGrid } from "../solver/landmarkErm.ts";
import { gridSize } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { countText } from "../../numberFormats.ts";
import { pointCount, type Points } from "../../points.ts";
import { ermCoefficientBound } from "../../privacy/sensitivity/regularisedErm.ts";
import { smallestJitter } from "../../privacy/sensitivity/roundingJitter.ts";
import { portion } from "../../slices.ts";
import type { FitParameters } from "./boundaryParameters.ts";
import { fittingParts, numbersOfParts, type BoundaryParts } from "./boundaryParts.ts";
import { lossOf } from "./boundaryProblem.ts";
import { releasedSummationOf, summationOf } from "./boundaryRounding.ts";
import { boundaryView, expansionOnSlice, unitsOf } from "./boundarySlice.ts";
import { boundaryTerms, fitTerms, type BoundaryTerms } from "./boundaryTerms.ts";
import { unitRecords } from "../../release/latticeTarget.ts";
import type { PointTarget } from "../../release/pointRelease.ts";
import {
  releaseSensitivity,
  type CoordinateTarget,
  type GridTarget,
  type ReleaseTarget,
} from "../../release/releaseTarget.ts";

export const mostPoints = 3000;

export interface BoundaryPointTarget {
  readonly target: PointTarget;
  readonly clampedCount: number;
}

/**
 * Grid values of the exact fit, by group, and numbers of records; coordinates for a fit on landmarks. B: ‖f̂‖₂ ≤ √m
 * M/(2λ) + η.
 *
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13, A1
 */
export function boundaryTarget(parts: BoundaryParts, parameters: FitParameters): ReleaseTarget {
  const terms = boundaryTerms(parts, parameters);
  const targetOf = parameters.solver === "exact" ? exactTarget : landmarkTarget;
  return targetOf(parts, parameters, terms);
}

/** Predictions by the exact fit. Points outside the domain are moved to its edge and counted. */
export function boundaryPointTarget(parts: BoundaryParts, parameters: FitParameters, at: Points): BoundaryPointTarget {
  const { domain, lengthScale, penalty } = parameters;
  const count = pointCount(at);
  if (!(count <= mostPoints)) {
    throw new ParameterError("at", `${countText(count)} points`, `at most ${countText(mostPoints)}`);
  }
  const box = unitRecords(at, domain);
  const kernel = kernelOf(parameters.kernel, lengthScale);
  const coefficientBound = ermCoefficientBound({ penalty, lipschitz: lossOf(parameters).lipschitz });
  const roundings = parts.whole.recordCount + 56 + domain.length + (kernel.roundings ?? 0);
  const estimateError = Math.sqrt(count) * coefficientBound * roundings * 2 ** -53;
  return {
    clampedCount: box.clampedCount,
    target: {
      units: unitsOf(parameters),
      sensitivity: sensitivityOf(fitTerms(parts.whole, parameters), parameters),
      kernel,
      at: box.points,
      estimateError,
      jitter: smallestJitter,
      estimateBound: (Math.sqrt(count) * coefficientBound + estimateError) * (1 + 1e-10),
      *estimating() {
        const [fit] = yield* portion(fittingParts(parts, parameters, "public"), 0, 0.9);
        return fit ? evaluateExpansion({ kernel, ...fit }, box.points) : new Float64Array(count);
      },
    },
  };
}

export function sensitivityOf({ exact, stop }: Pick<BoundaryTerms, "exact" | "stop">, { groups }: FitParameters) {
  const allowance = groups ? "2 √(Σ q² g/λ′)" : "2 √(g/λ)";
  return releaseSensitivity({ formula: `M √(sup K)/(λ n) + ${allowance}`, exact, stop });
}

function exactTarget(parts: BoundaryParts, parameters: FitParameters, terms: BoundaryTerms): GridTarget {
  const { groups } = parameters;
  const { sum, exact, noise, extra, counted } = terms;
  const { summation, roundingError } = groups ? summationOf(sum, exact) : releasedSummationOf(sum, exact);
  const onGrid = (Math.sqrt(gridSize(noise.grid)) * sum.coefficientBound + roundingError) * (1 + 1e-10);
  return {
    kind: "ditheredGaussian",
    kernel: noise.kernel,
    grid: noise.grid,
    ...boundaryView(parameters, terms.slice),
    sensitivity: sensitivityOf(terms, parameters),
    ...(groups && { extra, copies: noise.copies }),
    jitter: smallestJitter,
    estimateError: roundingError + (groups ? counted.roundingError : 0),
    estimateBound: onGrid + (groups ? counted.bound : 0),
    *estimating() {
      const fits = yield* portion(fittingParts(parts, parameters, "public"), 0, 0.7);
      const summing = numbersOfParts(fits, parts, terms, { summation, allocate: allocateFresh });
      return yield* portion(summing, 0.7, 0.95);
    },
  };
}

function landmarkTarget({ whole }: BoundaryParts, parameters: FitParameters, terms: BoundaryTerms): CoordinateTarget {
  const { lengthScale, domain } = parameters;
  const { slice, kernel, noise } = terms;
  const landmarks = landmarkGrid({ dimension: domain.length, lengthScale });
  const perAxis = Math.round(pointCount(landmarks) ** (1 / domain.length));
  return {
    kernel: noise.kernel,
    grid: noise.grid,
    ...boundaryView(parameters, slice),
    sensitivity: sensitivityOf(terms, parameters),
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
      const { coordinates } = yield* portion(whole.fitting(parameters, "public"), 0, 0.9);
      return checkLength("coordinates", coordinates ?? new Float64Array(0), pointCount(landmarks));
    },
    *evaluate(coordinates) {
      const coefficients = landmarkCoefficients({ kernel, landmarks, coordinates });
      return yield* portion(expansionOnSlice({ kernel, centres: landmarks, coefficients }, slice), 0.9, 1);
    },
  };
}
