import {
  checkAllFinite,
  checkFinite,
  checkInterval,
  checkIntervals,
  checkLength,
  checkMembers,
  checkPositiveInteger,
} from "../checks.ts";
import { planDensity as planDensityUnchecked, type DensityPart, type DensityPlan } from "../density/density.ts";
import type { DensityParameters } from "../density/densityParameters.ts";
import { planBoundary as planBoundaryUnchecked } from "../erm/boundary/boundary.ts";
import { mostInputs } from "../erm/boundary/boundarySlice.ts";
import type { BoundaryParameters, FitParameters } from "../erm/boundary/boundaryParameters.ts";
import { ParameterError } from "../errors.ts";
import type { Interval } from "../grids.ts";
import { planMeanCurve as planMeanCurveUnchecked } from "../mean/meanCurve.ts";
import type { CurvesOrSums } from "../mean/clippedMeans.ts";
import { pointCount } from "../points.ts";
import type { SmoothingParameters } from "../mean/meanCurveParameters.ts";
import type { BoundaryRecords } from "../records/boundaryRecords.ts";

/** Pages alone choose and answer: a ledger pays first. */
type Interactive = "choice" | "online";

const drawn = ["drawCount", "seed"];

interface DensityPlanRequest extends DensityPart {
  readonly domain: readonly Interval[];
  readonly count?: number;
  readonly recordsPerPerson: number;
}

const densityNames = ["domain", "bandwidths", "correlation", "route", "bump", "relativeRate", "recordsPerPerson"];

/**
 * Plan for the private density of given records: estimate, Δ in the RKHS of the noise kernel, and unit noise that
 * dominates that kernel. `release` is a preview in doubles; what leaves is drawn by `releaseDensity`.
 *
 * @param points n ≥ 1 records in ℝᵈ, d = 1 or 2; clamped into the domain. Private
 * @param domain one interval per coordinate. Public
 * @param count points of the grid on a line; 1000 if absent
 * @param recordsPerPerson k ≥ 1, declared, which multiplies Δ; a larger one in the parameters counts
 * @throws {ParameterError} if an argument is out of range, unknown or misspelt; so do `target`, `release`, `visibility`
 * @see Hall, Rinaldo & Wasserman (2013), sections 4.1, 4.1.1, 4.2; errata H8, H14, H15
 */
export function planDensity(request: DensityPlanRequest): DensityPlan {
  checkMembers(request, ["points", "multiplicities", "droppedCount", "domain", "count", "recordsPerPerson"]);
  checkIntervals("domain", request.domain);
  checkPositiveInteger("recordsPerPerson", request.recordsPerPerson);
  const plan = planDensityUnchecked(request);
  const checked = (parameters: DensityParameters) => checkMembers(parameters, [...densityNames, ...drawn]);
  return {
    grid: plan.grid,
    target: (parameters) => plan.target(checkMembers(parameters, densityNames)),
    release: (parameters, allocate) => plan.release(checked(parameters), allocate),
    visibility: (parameters) => plan.visibility(checked(parameters)),
  };
}

interface BoundaryPlanRequest extends Pick<BoundaryRecords, "points" | "responses" | "groups"> {
  readonly recordsPerPerson: number;
}

const fitNames = [
  ...["domain", "held", "responseRange", "kernel", "lengthScale", "loss", "lossParameter", "penalty", "solver"],
  ...["recordsPerPerson", "groups"],
];

/**
 * Plan for the private regularised risk minimiser of given records. `releasing` is a preview in doubles, in slices; what
 * leaves is drawn by `releaseBoundary`.
 *
 * @param points n inputs in ℝᵈ, d ≤ 20; two or more if n is public. Private
 * @param responses labels ±1, or responses; shape (n,). Private
 * @param recordsPerPerson k ≥ 1, declared, which multiplies Δ; a larger one in the parameters counts
 * @throws {ParameterError} if an argument is out of range, unknown or misspelt; so do all functions of the plan
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13, A1
 */
export function planBoundary(
  request: BoundaryPlanRequest,
): Omit<ReturnType<typeof planBoundaryUnchecked>, Interactive> {
  checkMembers(request, ["points", "responses", "groups", "classNames", "droppedCount", "recordsPerPerson"]);
  checkPositiveInteger("recordsPerPerson", request.recordsPerPerson);
  const { points, responses } = request;
  if (!(points.dimension <= mostInputs))
    throw new ParameterError("dimension", points.dimension, `at most ${mostInputs}`);
  checkAllFinite("points", points.coordinates);
  checkAllFinite("responses", checkLength("responses", responses, pointCount(points)));
  const plan = planBoundaryUnchecked(request);
  const fit = <P extends FitParameters>(parameters: P, names = fitNames) => {
    checkIntervals("domain", checkMembers(parameters, names).domain);
    checkFinite("lossParameter", parameters.lossParameter);
    if (parameters.responseRange !== undefined) checkInterval("responseRange", parameters.responseRange);
    return parameters;
  };
  const checked = (parameters: BoundaryParameters) => {
    const { start } = fit(parameters, [...fitNames, ...drawn, "start"]);
    if (![undefined, "last", "public"].includes(start)) throw new ParameterError("start", start, '"last" or "public"');
    return parameters;
  };
  return {
    target: (parameters) => plan.target(fit(parameters)),
    pointTarget: (parameters, at) => plan.pointTarget(fit(parameters), at),
    releasing: (parameters, allocate) => plan.releasing(checked(parameters), allocate),
    holdingOut: (parameters) => plan.holdingOut(fit(parameters)),
    landmarkError: (parameters) => plan.landmarkError(fit(parameters)),
  };
}

const meanNames = [
  ...["domain", "rule", "kernel", "range", "penalty", "power", "normBound", "centre", "noiseKernel"],
  ...["curvesPerPerson", "groups"],
];

/**
 * Plan for the private penalised mean of curves. `release` is a preview in doubles; what leaves is drawn by
 * `releaseMeanCurve`. The parameters have `curvesPerPerson`, k ≥ 1, declared, which multiplies Δ.
 *
 * @param curves n ≥ 1 rows, shape (n, m), row-major. Private
 * @param pointCount m ≥ 2
 * @throws {ParameterError} if an argument is out of range, unknown or misspelt; so do all functions of the plan
 * @see Mirshani, Reimherr & Slavković (2019), sections 3 and 4; errata M2, M3, M7, M9, M12
 */
export function planMeanCurve(records: CurvesOrSums): Omit<ReturnType<typeof planMeanCurveUnchecked>, Interactive> {
  const plan = planMeanCurveUnchecked(records);
  const checked = <P extends SmoothingParameters>(parameters: P, names = meanNames) => {
    checkInterval("domain", checkMembers(parameters, names).domain);
    return parameters;
  };
  return {
    provedRounding: (parameters) => plan.provedRounding(checked(parameters)),
    target: (parameters) => plan.target(checked(parameters)),
    release: (parameters, allocate) => plan.release(checked(parameters, [...meanNames, ...drawn]), allocate),
  };
}
