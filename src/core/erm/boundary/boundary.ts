import { allocateFresh, type Allocate } from "../../bufferPool.ts";
import type { BoundaryRecords } from "../../records/boundaryRecords.ts";
import { ParameterError } from "../../errors.ts";
import { expansionOnGrid } from "../expansion/expansionOnGrid.ts";
import { gridSize } from "../../grids.ts";
import { kernelOf } from "../../kernels/kernelOf.ts";
import { pointCount, type Points } from "../../points.ts";
import type { ChoiceSubject } from "../../privacy/choice/functionChoice.ts";
import { simultaneousQuantile } from "../../privacy/bands/simultaneousQuantile.ts";
import { roundingInflatedSensitivity } from "../../privacy/sensitivity/roundingInflated.ts";
import { onFirstUse, remember } from "../../remember.ts";
import { portion } from "../../slices.ts";
import type { BoundaryParameters, BoundaryRelease, FitParameters } from "./boundaryParameters.ts";
import type { BoundaryFits } from "./boundaryFits.ts";
import { heldOut } from "./boundaryHeldOut.ts";
import {
  boundaryParts,
  fittingParts,
  numbersOfParts,
  together,
  type BoundaryParts,
  type PartFit,
} from "./boundaryParts.ts";
import { checkBoundary } from "./boundaryCombinations.ts";
import { lossOf } from "./boundaryProblem.ts";
import { summationOf } from "./boundaryRounding.ts";
import { boundaryGrid } from "./boundarySlice.ts";
import { onlineBoundary } from "./boundaryOnline.ts";
import { boundaryPointTarget, boundaryTarget, type BoundaryPointTarget } from "./boundaryTarget.ts";
import { boundaryTerms } from "./boundaryTerms.ts";
import { boundOnRecords, releaseOfPersons, targetOfPersons } from "../../release/recordsPerPerson.ts";
import type { OnlineTarget } from "../../release/onlineFunction.ts";
import type { ReleaseTarget } from "../../release/releaseTarget.ts";
import { targetChoice } from "../../release/targetChoice.ts";
import { requestedGroups } from "../../release/sharedGroups.ts";
import { unitNoiseDraws } from "../../release/unitNoiseDraws.ts";

interface BoundaryPlan {
  /** Functions of groups times their shares, then κ times the number of records in each group and in none. */
  releasing(parameters: BoundaryParameters, allocate?: Allocate): Generator<number, BoundaryRelease>;
  /** {@link boundaryTarget}. */
  target(parameters: FitParameters): ReleaseTarget;
  /** {@link boundaryPointTarget} of all records. */
  pointTarget(parameters: FitParameters, at: Points): BoundaryPointTarget;
  /** {@link targetChoice} of the exact fit on its grid. */
  choice(parameters: FitParameters): ChoiceSubject;
  /** {@link onlineBoundary} of all records. */
  online(parameters: FitParameters): Generator<number, OnlineTarget>;
  /** {@link heldOut}. Private. */
  holdingOut(parameters: FitParameters): Generator<number, Float64Array>;
  /** max |f − f_exact|/max |f_exact| over the grid for the fit on landmarks. Private. */
  landmarkError(parameters: FitParameters): Generator<number, number>;
}

/**
 * A plan for the private regularised risk minimiser of given records, on the unit box of the declared domain. The noise
 * has the kernel of the fit. More than two inputs: on a slice. Groups: {@link boundaryTerms}.
 *
 * @param points n inputs in ℝᵈ, d ≤ 20; two or more if n is public. Private
 * @param responses labels ±1, or responses; shape (n,). Private
 * @param recordsPerPerson k ≥ 1, the bound at reading, which multiplies Δ; 1 if absent. Public
 * @param groups of each record. Private
 * @see Hall, Rinaldo & Wasserman (2013), section 4.3; errata H7, H13, A1
 */
export function planBoundary(
  records: Pick<BoundaryRecords, "points" | "responses" | "groups" | "recordsPerPerson">,
): BoundaryPlan {
  const n = pointCount(records.points);
  const unitNoise = unitNoiseDraws();
  /** All records, n public. */
  const one = onFirstUse(() => {
    if (n < 1) throw new ParameterError("data", n, "at least one record");
    return boundaryParts(records);
  });
  const placed = remember(
    ({ mostRecords, isGrouped }: { readonly mostRecords?: number | undefined; readonly isGrouped: boolean }) =>
      boundaryParts(records, isGrouped ? records.groups : undefined, mostRecords),
  );
  const partsOf = (parameters: FitParameters): BoundaryParts => {
    checkBoundary(parameters, {});
    const { groups, mostRecords } = parameters;
    if (groups) requestedGroups(groups, records.groups);
    const all = mostRecords === undefined ? one() : undefined;
    return all && !groups ? all : placed({ mostRecords, isGrouped: groups !== undefined });
  };

  const personsOf = (parameters: Pick<FitParameters, "recordsPerPerson">) =>
    boundOnRecords(parameters.recordsPerPerson, records.recordsPerPerson);

  return {
    target: (parameters) =>
      targetOfPersons(boundaryTarget(partsOf(parameters), inGroups(parameters)), personsOf(parameters)),
    pointTarget: (parameters, at) => {
      checkBoundary(parameters, records, "predictions");
      const { target, ...report } = boundaryPointTarget(partsOf(parameters), inGroups(parameters), at);
      return { ...report, target: targetOfPersons(target, personsOf(parameters)) };
    },

    choice: (parameters) => {
      checkBoundary(parameters, records, "choice");
      const target = boundaryTarget(partsOf(parameters), inGroups(parameters));
      if (target.kind !== "ditheredGaussian") throw new ParameterError("solver", parameters.solver, "exact");
      return targetChoice(targetOfPersons(target, personsOf(parameters)), 1 / gridSize(target.grid));
    },

    online: (parameters) => {
      checkBoundary(parameters, records, "online");
      return onlineBoundary(partsOf(parameters), inGroups(parameters), personsOf(parameters));
    },

    *releasing(given, allocate = allocateFresh) {
      const parts = partsOf(given);
      const parameters = inGroups(given);
      const terms = boundaryTerms(parts, parameters);
      const { exact, lipschitz, noise, extra } = terms;
      const { summation, roundingError, jitter } = summationOf(terms.sum, exact);
      const fits = yield* portion(fittingParts(parts, parameters, parameters.start), 0, 0.7);
      const estimate = yield* portion(numbersOfParts(fits, parts, terms, { summation, allocate }), 0.7, 1);
      const { seed, drawCount } = parameters;
      const drawn = unitNoise({ ...noise, jitter, extra: extra.length, seed, drawCount }, allocate);
      const release = {
        estimate,
        ...(parameters.groups && { extra }),
        sensitivity: roundingInflatedSensitivity({ sensitivity: terms.stopped, roundingError, jitter }),
        unitNoise: drawn.draws,
        recordCount: parts.whole.recordCount,
        ...(given.mostRecords !== undefined && { mostRecords: given.mostRecords }),
        gridCounts: noise.grid.axes.map(({ count }) => count),
        lipschitz,
        exactSensitivity: exact,
        gapTolerance: terms.gapTolerance,
        jitter,
        roundingError,
        covarianceError: drawn.covarianceError,
        samplingMethod: drawn.method,
        simultaneousQuantile:
          noise.grid.axes.length === 1 ? simultaneousQuantile({ ...noise, jitter, coverage: 0.95 }) : undefined,
        landmarkCount: terms.landmarkCount,
        ...privatePart(fits, parts, { parameters, recordCount: n }),
      };
      return releaseOfPersons(release, personsOf(parameters));
    },

    holdingOut: (parameters) => heldOut(partsOf(parameters), inGroups(parameters), n),
    landmarkError: (parameters) => landmarkError(partsOf(parameters).whole, parameters),
  };
}

/** Parameters of one group of all, if absent records are counted beside them. */
function inGroups<P extends FitParameters>(parameters: P): P {
  return parameters.mostRecords === undefined ? parameters : { ...parameters, groups: parameters.groups ?? together };
}

function privatePart(
  fits: readonly (PartFit | undefined)[],
  { parts }: BoundaryParts,
  { parameters, recordCount }: { readonly parameters: FitParameters; readonly recordCount: number },
) {
  const { domain, responseRange, penalty, groups } = parameters;
  const loss = lossOf(parameters);
  const ranged = parts.map((part) => part.fits?.ranged(responseRange));
  const shared = fits.map((fit, k) => fit && { ...fit, share: groups?.shares[k] ?? 1 });
  const gaps = shared.map((fit) => (fit ? fit.share ** 2 * (fit.dualityGap / fit.penalty) : 0));
  const atRecords = <A extends Float64Array | Uint8Array>(out: A, valueOf: (k: number, i: number) => number): A => {
    parts.forEach(({ rows }, k) => rows.forEach((row, i) => (out[row] = valueOf(k, i))));
    return out;
  };
  return {
    start: fits.some((fit) => fit?.start === "last") ? ("last" as const) : ("public" as const),
    clampedCount: sumOf(parts.map((part) => part.fits?.boxed(domain).clampedCount ?? 0)),
    clampedResponseCount: sumOf(ranged.map((own) => own?.clampedCount ?? 0)),
    dualityGap: groups ? penalty * sumOf(gaps) : fits[0]!.dualityGap,
    rkhsNorm: Math.hypot(...shared.map((fit) => (fit ? fit.share * fit.rkhsNorm : 0))),
    fitted: atRecords(new Float64Array(recordCount), (k, i) => fits[k]!.fitted[i]!),
    support: atRecords(new Uint8Array(recordCount), (k, i) =>
      loss.negativeSlope(ranged[k]!.responses[i]!, fits[k]!.fitted[i]!) === 0 ? 0 : 1,
    ),
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

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
