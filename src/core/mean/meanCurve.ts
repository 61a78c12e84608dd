import { allocateFresh, type Allocate } from "../bufferPool.ts";
import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { shrinkage, type CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { simultaneousQuantile, type SimultaneousBandRequest } from "../privacy/bands/simultaneousQuantile.ts";
import { functionalMeanSensitivity, functionalMeanSensitivityBound } from "../privacy/sensitivity/functionalMean.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { roundingJitter, smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { levelAxis } from "../grids.ts";
import { functionScores, type ChoiceSubject } from "../privacy/choice/functionChoice.ts";
import { representableBound } from "../representableBound.ts";
import { remember } from "../remember.ts";
import { justOnce } from "../slices.ts";
import type { OnlineTarget } from "../release/onlineFunction.ts";
import { centrePostMap } from "../release/postMap.ts";
import type { CountedPointMass } from "../release/countedPointMass.ts";
import { absentName } from "../release/absentRecords.ts";
import { checkMeanCurve } from "./meanCurveCombinations.ts";
import { countedGroup, groupPostMap, groupCountNames, requestedGroups } from "../release/sharedGroups.ts";
import { clippedMeans, type ClippedMeans, type CurvesOrSums } from "./clippedMeans.ts";
import { coefficientsOf, shrunk } from "./functionalMean.ts";
import { curveNoiseKernel, isCompatible } from "./curveKernels.ts";
import { meanCurveGrid } from "./meanCurveGrid.ts";
import { onlineMean } from "./meanCurveOnline.ts";
import { meanCurveOperator } from "./meanCurveOperator.ts";
import type { MeanCurveParameters, MeanTargetParameters, SmoothingParameters } from "./meanCurveParameters.ts";
import { meanCurveRounding, provedMeanCurveRounding, type MeanCurveRounding } from "./meanCurveRounding.ts";
import { boundOnRecords } from "../release/recordsPerPerson.ts";
import { releaseSensitivity, type GridTarget } from "../release/releaseTarget.ts";
import type { ProcessRelease } from "../release/release.ts";
import { unitNoiseDraws } from "../release/unitNoiseDraws.ts";

/** Private mean curve less its centre. */
export interface MeanCurveRelease extends ProcessRelease {
  readonly curveCount: number;
  /** Curves with ‖x − c‖ > τ₀. Private. */
  readonly clippedCount: number | undefined;
  /** max ‖xᵢ − c‖. Private. */
  readonly largestNorm: number | undefined;
  /** Mean without penalty or clipping, per group. Private. */
  readonly rawMean: Float64Array;
  readonly weights: Float64Array;
  /** λ_j of the estimator's operator. */
  readonly eigenvalues: Float64Array;
  /** Σ_j λ_j^η₀/(λ_j^η₀ + φ). */
  readonly degreesOfFreedom: number;
  /** φ/(λ₁^η₀ + φ), the least shrinkage. */
  readonly leastShrinkage: number;
  /** Δ of one curve, before rounding. */
  readonly curveSensitivity: number;
  /** Bound of Theorem 4.1 for one curve, if noise and estimator have one kernel. */
  readonly simpleSensitivity: number | undefined;
  readonly compatible: boolean;
  readonly simultaneousQuantile: number;
}

export interface MeanCurvePlan {
  release(parameters: MeanCurveParameters, allocate?: Allocate): MeanCurveRelease;
  /** η and the least τ, proved by multiplication, for releases that leave; O(m³), public. `release` measures them. */
  provedRounding(parameters: SmoothingParameters): MeanCurveRounding;
  /**
   * Target of a private release on the grid, with `provedRounding`. B: ‖f̂‖₂ ≤ τ₀/√(min w) + η. With a foreign noise
   * kernel Δ is that of the smoother with the computed eigenvectors V, ‖V‖ ≤ 1 + o (docs/proofs/roundingError.md, Lemma
   * 6).
   */
  target(parameters: MeanTargetParameters): GridTarget;
  /** Distances in the norm of the curves: s = 2cτ₀/n. */
  choice(parameters: MeanTargetParameters): ChoiceSubject;
  /** {@link onlineMean}. @throws {ParameterError} unless the noise has the kernel of the estimator */
  online(parameters: MeanTargetParameters): OnlineTarget;
}

/**
 * Plan for the private penalised mean of curves.
 *
 * Noise of covariance K is calibrated by √(δᵀK⁻¹δ), the Cameron–Martin norm (errata M7). Neighbours differ by at most
 * `curvesPerPerson` curves, each of which moves the mean by at most Δ. With a foreign noise kernel Δ is the smoother's
 * operator norm into the noise's space. Several groups have their sums divided by the n of *all*, then their numbers of
 * curves: one function with the same Δ, η and B.
 *
 * @param curves n ≥ 1 rows, shape (n, m), row-major. Private
 * @param pointCount m ≥ 2
 * @param summed alternative to curves, as in `clippedMeans`
 * @param groups group of each curve. Private
 * @see docs/proofs/disjointParts.md, Lemma 5; docs/proofs/roundingError.md, Lemmas 6 to 9; Mirshani, Reimherr &
 * Slavković (2019), sections 3 and 4, Theorem 4.1; errata M2, M3, M7, M9, M12
 */
export function planMeanCurve(records: CurvesOrSums): MeanCurvePlan {
  const m = records.pointCount;
  const partsOf = requestedMeans(records);
  const unitNoise = unitNoiseDraws();
  const operator = meanCurveOperator(m);
  const quantileOf = remember((noise: Pick<SimultaneousBandRequest, "kernel" | "grid" | "jitter" | "copies">) =>
    simultaneousQuantile({ ...noise, coverage: 0.95 }),
  );

  const provedRounding: MeanCurvePlan["provedRounding"] = (parameters) =>
    provedMeanCurveRounding(operator.spectrum(parameters), operator.defects(parameters), parameters);

  const personsOf = ({ curvesPerPerson }: Pick<MeanCurveParameters, "curvesPerPerson">) =>
    boundOnRecords(checkPositiveInteger("curvesPerPerson", curvesPerPerson), records.curvesPerPerson);

  const radiusOf = (parameters: MeanTargetParameters, { means }: MeanCurveParts) =>
    (personsOf(parameters) * 2 * checkPositive("normBound", parameters.normBound)) / means.curveCount;

  const plan: MeanCurvePlan = {
    provedRounding,

    choice: (parameters) => {
      checkMeanCurve(parameters, records, "choice");
      const radius = radiusOf(parameters, partsOf(parameters));
      return meanCurveChoice(plan.target(parameters), radius, operator.spectrum(parameters).weights);
    },

    online: (parameters) => {
      checkMeanCurve(parameters, records, "online");
      const parts = partsOf(parameters);
      const { mean } = parts.means.clipped(parameters);
      const spectrum = operator.spectrum(parameters);
      const rounding = provedRounding(parameters);
      return onlineMean({ mean, spectrum, radius: radiusOf(parameters, parts), rounding, parameters });
    },

    target: (parameters) => {
      const { kernel, noiseKernel, penalty, power, normBound } = parameters;
      checkPositive("normBound", normBound);
      const unit = personsOf(parameters);
      const parts = partsOf(parameters);
      const n = parts.means.curveCount;
      const spectrum = operator.spectrum(parameters);
      const { roundingError, leastJitter, orthogonality } = provedRounding(parameters);
      const { eigenvalues } = spectrum;
      const own = kernel === noiseKernel;
      const ownSensitivity = functionalMeanSensitivity({ recordCount: n, normBound, penalty, power, eigenvalues });
      const jitter = own
        ? Math.max(leastJitter, smallestJitter)
        : Math.max(roundingJitter({ roundingError, sensitivity: unit * ownSensitivity }), 8 * m * m * 2 ** -53);
      const ofCurve = own
        ? ownSensitivity
        : ((2 * normBound * (1 + orthogonality)) / n) *
          operator.foreignNormOnce({ operator: parameters, noiseKernel, jitter, penalty, power });
      return meanTarget(parts, parameters, { spectrum, ofCurve, persons: unit, jitter, roundingError });
    },

    release: (parameters, allocate = allocateFresh) => {
      const { domain, kernel, noiseKernel, range, penalty, power, normBound, seed, drawCount } = parameters;
      const spectrum = operator.spectrum(parameters);
      checkPositive("normBound", normBound);
      const parts = partsOf(parameters);
      const n = parts.means.curveCount;
      const { clippedCount } = parts.means.clipped(parameters);
      const { roundingError, leastJitter } = meanCurveRounding(spectrum, { penalty, power, normBound });

      const own = kernel === noiseKernel;
      const sizes = { recordCount: n, normBound, penalty, power };
      const ownSensitivity = functionalMeanSensitivity({ ...sizes, eigenvalues: spectrum.eigenvalues });
      const unit = personsOf(parameters);
      const jitter = Math.max(leastJitter, roundingJitter({ roundingError, sensitivity: unit * ownSensitivity }));
      const curveSensitivity = own
        ? ownSensitivity
        : ((2 * normBound) / n) * operator.foreignNorm({ operator: parameters, noiseKernel, jitter, penalty, power });

      const grid = meanCurveGrid(domain, m);
      const { counted, extra } = countedCurves(parts, curveSensitivity);
      const copies = parameters.groups?.levels.length ?? 1;
      const noise = { kernel: curveNoiseKernel(noiseKernel, range), grid, jitter, copies };
      const drawing = { ...noise, extra: extra.length, seed, drawCount };
      const { draws, method, covarianceError } = unitNoise(drawing, allocate);
      const shrunkBy = shrinkage(spectrum, penalty, power);
      return {
        estimate: smoothedMeans(parts, parameters, { spectrum, counted }, allocate),
        ...(extra.length > 0 && { extra }),
        sensitivity: roundingInflatedSensitivity({ sensitivity: unit * curveSensitivity, roundingError, jitter }),
        unitNoise: draws,
        curveCount: n,
        clippedCount,
        largestNorm: parts.means.largestNorm(parameters),
        rawMean: parts.means.rawMean.slice(),
        weights: spectrum.weights.slice(),
        eigenvalues: spectrum.eigenvalues.slice(),
        degreesOfFreedom: shrunkBy.reduce((sum, s) => sum + s, 0),
        leastShrinkage: 1 - shrunkBy[0]!,
        curveSensitivity,
        simpleSensitivity: own ? functionalMeanSensitivityBound(sizes) : undefined,
        compatible: isCompatible(parameters),
        jitter,
        roundingError,
        covarianceError,
        samplingMethod: method,
        simultaneousQuantile: quantileOf(noise),
        ...(parameters.mostRecords !== undefined && { mostRecords: n }),
      };
    },
  };
  return plan;
}

interface MeanTargetTerms extends Readonly<Record<"ofCurve" | "persons" | "jitter" | "roundingError", number>> {
  readonly spectrum: CovarianceSpectrum;
}

/** @param ofCurve Δ of one curve */
function meanTarget(
  parts: MeanCurveParts,
  parameters: MeanTargetParameters,
  { spectrum, ofCurve, persons, jitter, roundingError }: MeanTargetTerms,
): GridTarget {
  const { domain, kernel, noiseKernel, range, normBound, groups, centre } = parameters;
  const { weights } = spectrum;
  const leastWeight = weights.reduce((a, b) => Math.min(a, b), Infinity);
  const grid = meanCurveGrid(domain, weights.length);
  const { counted, extra } = countedCurves(parts, ofCurve);
  const isCounted = extra.length > 0;
  const postMap = groups ? groupPostMap(groups, grid.axes, { centre }) : centre && centrePostMap(centre, grid.axes[0]!);
  return {
    ...(postMap && { postMap }),
    ...(groups && { copies: groups.levels.length }),
    ...(isCounted && { extra }),
    kind: "ditheredGaussian",
    estimating: () => justOnce(smoothedMeans(parts, parameters, { spectrum, counted }, allocateFresh)),
    kernel: curveNoiseKernel(noiseKernel, range),
    grid,
    jitter,
    axes: groups ? [...grid.axes, levelAxis(groups.levels)] : grid.axes,
    units: { scale: 1, offset: 0 },
    estimateError: roundingError + (isCounted ? counted.roundingError : 0),
    estimateBound: (normBound / Math.sqrt(leastWeight) + roundingError) * (1 + 1e-10) + (isCounted ? counted.bound : 0),
    sensitivity: releaseSensitivity({
      formula:
        kernel === noiseKernel
          ? "curves per person · (2τ₀/n) · max_j λ_j^(η₀ − ½)/(λ_j^η₀ + φ)"
          : "curves per person · (2τ₀/n) · norm of the smoother into the space of the noise",
      exact: persons * ofCurve,
      stop: 0,
    }),
  };
}

/** @param radius 2cτ₀/n, s */
function meanCurveChoice(target: GridTarget, radius: number, weights: Float64Array): ChoiceSubject {
  const { estimating, estimateError, estimateBound, postMap } = target;
  const sensitivity = representableBound(radius * (1 + 1e-12));
  return {
    sensitivity,
    *scoring(candidates) {
      const centred = postMap ? candidates.map((g) => g.map((value, i) => value - postMap.offsets[i]!)) : candidates;
      const values = (yield* estimating()).subarray(0, weights.length);
      return functionScores(centred, { values, weights, sensitivity, estimateError, estimateBound });
    },
  };
}

interface MeanCurveParts {
  readonly means: ClippedMeans;
  readonly names: readonly string[];
}

function requestedMeans(
  records: CurvesOrSums,
): (request: Pick<MeanCurveParameters, "groups" | "mostRecords">) => MeanCurveParts {
  const { groups: read } = records.summed ?? records;
  const meansOf = remember(({ isByGroup, most }: { readonly isByGroup: boolean; readonly most: number | undefined }) =>
    clippedMeans(records, isByGroup, most),
  );
  return ({ groups, mostRecords: most }) => {
    checkMeanCurve({ mostRecords: most }, records);
    const names = groups ? groupCountNames(requestedGroups(groups, read), "curves") : [];
    const absent = most === undefined ? [] : [absentName(most, "curves")];
    return { means: meansOf({ isByGroup: groups !== undefined, most }), names: [...names, ...absent] };
  };
}

/**
 * Counts of curves, released with the means; public.
 *
 * @param sensitivity Δ of one curve
 */
function countedCurves(
  { means, names }: MeanCurveParts,
  sensitivity: number,
): { readonly counted: CountedPointMass; readonly extra: NonNullable<GridTarget["extra"]> } {
  const counted = countedGroup({ sensitivity, recordCount: means.curveCount });
  return { counted, extra: names.map((name) => ({ name, weight: counted.weight })) };
}

function smoothedMeans(
  { means }: MeanCurveParts,
  parameters: SmoothingParameters,
  { spectrum, counted }: { readonly spectrum: CovarianceSpectrum; readonly counted: CountedPointMass },
  allocate: Allocate,
): Float64Array {
  const { penalty, power } = parameters;
  const all = coefficientsOf(means.clipped(parameters).mean, spectrum);
  const m = spectrum.weights.length;
  const { counts } = means;
  const out = allocate(all.length + counts.length);
  for (let at = 0; at < all.length; at += m) {
    shrunk({ spectrum, coefficients: all.subarray(at, at + m), penalty, power }, out.subarray(at, at + m));
  }
  counts.forEach((count, j) => (out[all.length + j] = counted.number(count)));
  return out;
}
