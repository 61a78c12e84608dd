import { allocateFresh, type Allocate } from "../bufferPool.ts";
import { checkIntervals, checkPositive, checkPositiveInteger } from "../checks.ts";
import { checkCombination, optionsOn } from "../combinations.ts";
import { ParameterError } from "../errors.ts";
import { binKernelDensity } from "./estimator/binnedKernelDensity.ts";
import { gridSize, type Interval, type RegularGrid } from "../grids.ts";
import { pointCount, type Points } from "../points.ts";
import { simultaneousBand } from "../privacy/bands/simultaneousQuantile.ts";
import { roundingJitter, smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { justOnce } from "../slices.ts";
import { countedPointMass, type CountedPointMass, type PointMassRecords } from "../release/countedPointMass.ts";
import { densityCombinations, densityOptions, type DensityOption } from "./densityCombinations.ts";
import type { DensityParameters, DensityRelease, DensityTargetParameters } from "./densityParameters.ts";
import { densityGrid, isOfGaussianBumps } from "./densityGrid.ts";
import { bumpForm, gaussianForm, type DensityForm } from "./densityForm.ts";
import { peakVisibility, processNoise, type PeakVisibility } from "./peakVisibility.ts";
import { releaseSensitivity, type GridTarget } from "../release/releaseTarget.ts";
import { boundOnRecords, releaseOfPersons, targetOfPersons } from "../release/recordsPerPerson.ts";
import { unitNoiseDraws } from "../release/unitNoiseDraws.ts";

/** Private. */
export interface DensityPart {
  readonly points: Points;
  /** 1 if absent. */
  readonly multiplicities?: Float64Array | undefined;
}

export interface DensityPlan {
  readonly grid: RegularGrid;
  /** @throws {ParameterError} for another domain */
  release(parameters: DensityParameters, allocate?: Allocate): DensityRelease;
  /**
   * Target of a private release on the grid, with ‖f̂‖₂ ≤ √m (2π)^(−d/2)|H′|^(−½) + η.
   *
   * @throws {ParameterError} for another domain
   */
  target(parameters: DensityTargetParameters): GridTarget;
  /** Visibility of the peaks of the drawn estimate, in slices. Private. */
  visibility(parameters: DensityParameters): Generator<number, PeakVisibility>;
}

/**
 * Plan for the private density of given records: estimate of binned records, its sensitivity in the noise's RKHS, and
 * unit noise.
 *
 * Each of several parts has its own density, divided by the n of all; together they are one function, whose Δ is that
 * of records at any distance.
 *
 * @param points n ≥ 1 records in ℝᵈ, d = 1 or 2; clamped into the domain. Private
 * @param multiplicities occurrences of each record; 1 if absent. Private
 * @param parts alternative to points: records in disjoint parts. Their number is public
 * @param domain one interval per coordinate. Public
 * @param count points of the grid on a line; 1000 if absent. Public
 * @param pointMassRecords classes of records only counted, not among the points. Counts are private
 * @param recordsPerPerson k ≥ 1, which multiplies Δ; 1 if absent. Public
 * @see docs/proofs/disjointParts.md, Lemma 4; Hall, Rinaldo & Wasserman (2013), sections 4.1, 4.1.1, 4.2; errata H8,
 * H14, H15
 */
export function planDensity({
  domain,
  count,
  pointMassRecords = [],
  recordsPerPerson,
  ...records
}: {
  readonly domain: readonly Interval[];
  readonly count?: number | undefined;
  readonly recordsPerPerson?: number | undefined;
  readonly pointMassRecords?: readonly PointMassRecords[] | undefined;
} & (DensityPart | { readonly parts: readonly DensityPart[] })): DensityPlan {
  const grid = densityGrid(domain, count);
  const size = gridSize(grid);
  const parts = "parts" in records ? records.parts : [records];
  const copies = checkPositiveInteger("parts.length", parts.length);
  const m = copies * size;
  const inParts = parts.map(recordsIn);
  const everywhere = [...inParts, ...pointMassRecords.map(({ count }) => count)].reduce((sum, count) => sum + count, 0);
  const binned = parts.map((part, k) => binKernelDensity({ ...part, grid, apart: everywhere - inParts[k]! }));
  const n = binned[0]!.recordCount;
  const isAtPointMass = pointMassRecords.length > 0 || copies > 1;
  const ofParts = optionsOn<DensityOption>({
    groups: copies > 1,
    filter: pointMassRecords.some(({ at }) => at === undefined),
    pointMass: pointMassRecords.some(({ at }) => at !== undefined),
    counts: parts.some(({ multiplicities }) => multiplicities !== undefined),
  });
  if (n < 1) throw new ParameterError("data", n, "at least one record");
  const unitNoise = unitNoiseDraws();

  const formInto = (parameters: DensityTargetParameters, out: Float64Array): DensityForm => {
    checkSameDomain(parameters.domain, domain);
    checkPositive("relativeRate", parameters.relativeRate);
    checkCombination(densityCombinations, new Set([...densityOptions(parameters, {}), ...ofParts]));
    if (isOfGaussianBumps(parameters)) {
      const forms = binned.map((part, k) =>
        gaussianForm(part, { grid, parameters, isAtPointMass }, out.subarray(k * size, (k + 1) * size)),
      );
      return { ...forms[0]!, values: out, roundingError: Math.hypot(...forms.map((form) => form.roundingError)) };
    }
    const form = bumpForm({ ...parameters, points: parts[0]!.points, grid });
    out.set(form.values);
    return { ...form, values: out };
  };
  const estimated = (parameters: DensityTargetParameters, allocate: Allocate) => {
    const estimate = allocate(m + pointMassRecords.length);
    const form = formInto(parameters, estimate.subarray(0, m));
    const counted = countedPointMass({ sensitivity: form.exactSensitivity, recordCount: n });
    pointMassRecords.forEach(({ count }, j) => (estimate[m + j] = counted.number(count)));
    return { estimate, form, counted };
  };
  const extraOf = ({ weight }: CountedPointMass) =>
    pointMassRecords.map(({ name, at }) => ({ name, weight, ...(at !== undefined && { at }) }));

  const personsOf = (parameters: DensityTargetParameters) =>
    boundOnRecords(parameters.recordsPerPerson, recordsPerPerson);

  return {
    grid,
    target: (parameters) => {
      const { estimate, form, counted } = estimated(parameters, allocateFresh);
      const { roundingError, kernel, noiseGrid, exactSensitivity, peak, formula } = form;
      const target: GridTarget = {
        kind: "ditheredGaussian",
        kernel,
        grid: noiseGrid,
        jitter: smallestJitter,
        axes: grid.axes,
        units: { scale: 1, offset: 0 },
        ...(copies > 1 && { copies }),
        ...(pointMassRecords.length > 0 && { extra: extraOf(counted) }),
        sensitivity: releaseSensitivity({ formula, exact: exactSensitivity, stop: 0 }),
        estimating: () => justOnce(estimate),
        estimateError: roundingError + pointMassRecords.length * counted.roundingError,
        estimateBound: (Math.sqrt(size) * peak + roundingError) * (1 + 1e-10) + pointMassRecords.length * counted.bound,
      };
      return targetOfPersons(target, personsOf(parameters));
    },
    *visibility(parameters) {
      const { form } = estimated(parameters, allocateFresh);
      const { values, kernel, noiseGrid } = form;
      const jitter = jitterOf(form);
      const { quantile } = simultaneousBand({ kernel, grid: noiseGrid, jitter, coverage: 0.95 });
      const releaseCount = domain.length === 1 ? 400 : 100;
      const noiseOn = processNoise({ kernel, grid: noiseGrid, jitter });
      return yield* peakVisibility({ values, grid, noiseOn, quantile, releaseCount });
    },
    release: (parameters, allocate = allocateFresh) => {
      const { estimate, form, counted } = estimated(parameters, allocate);
      const { roundingError, kernel, noiseGrid, exactSensitivity } = form;
      const jitter = jitterOf(form);
      const band = simultaneousBand({ kernel, grid: noiseGrid, jitter, coverage: 0.95, copies });
      const { seed, drawCount } = parameters;
      const extra = pointMassRecords.length;
      const noise = unitNoise({ kernel, jitter, grid: noiseGrid, seed, drawCount, copies, extra }, allocate);
      const release = {
        estimate,
        ...(pointMassRecords.length > 0 && { extra: extraOf(counted) }),
        sensitivity: roundingInflatedSensitivity({ sensitivity: exactSensitivity, roundingError, jitter }),
        unitNoise: noise.draws,
        recordCount: n,
        clampedCount: binned.reduce((sum, part) => sum + part.clampedCount, 0),
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
        ...(parameters.mostRecords !== undefined && { mostRecords: n }),
      };
      return releaseOfPersons(release, personsOf(parameters));
    },
  };
}

function jitterOf({ roundingError, exactSensitivity: sensitivity }: DensityForm): number {
  return roundingJitter({ roundingError, sensitivity });
}

function recordsIn({ points, multiplicities }: DensityPart): number {
  return multiplicities ? multiplicities.reduce((sum, count) => sum + count, 0) : pointCount(points);
}

function checkSameDomain(requested: readonly Interval[], planned: readonly Interval[]): void {
  checkIntervals("domain", requested);
  const same =
    requested.length === planned.length &&
    requested.every(([lower, upper], j) => lower === planned[j]![0] && upper === planned[j]![1]);
  if (!same) throw new ParameterError("domain", JSON.stringify(requested), `the plan's, ${JSON.stringify(planned)}`);
}
