import { allocateFresh } from "../bufferPool.ts";
import type { Allocate } from "../bufferPool.ts";
import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { shrinkage } from "../kernels/covarianceSpectrum.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import type { SimultaneousBandRequest } from "../privacy/bands/simultaneousQuantile.ts";
import { functionalMeanSensitivity, functionalMeanSensitivityBound } from "../privacy/sensitivity/functionalMean.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { roundingJitter, smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { levelAxis } from "../grids.ts";
import { remember } from "../remember.ts";
import { justOnce } from "../slices.ts";
import { centreCarrying } from "../release/carrying.ts";
import { groupCarrying } from "../release/sharedGroups.ts";
import type { NoiseRequest } from "../release/contract.ts";
import { curveNoiseKernel, isCompatible } from "./curveKernels.ts";
import { meanCurveGrid } from "./meanCurveGrid.ts";
import { meanCurveOperator } from "./meanCurveOperator.ts";
import type { MeanCurveParameters, SmoothingParameters } from "./meanCurveParameters.ts";
import { meanCurveParts } from "./meanCurveParts.ts";
import type { CurvesOrSums } from "./meanCurveParts.ts";
import { meanCurveRounding, provedMeanCurveRounding } from "./meanCurveRounding.ts";
import type { MeanCurveRounding } from "./meanCurveRounding.ts";
import { boundOnRecords } from "../release/recordsPerPerson.ts";
import { releaseSensitivity } from "../release/releaseTarget.ts";
import type { GridTarget } from "../release/releaseTarget.ts";
import type { GridRelease } from "../release/release.ts";
import { unitNoiseDraws } from "../release/unitNoiseDraws.ts";

/** Estimate, sensitivity and unit noise of a private mean curve on its grid, less its centre, ready to be scaled. */
export interface MeanCurveRelease extends GridRelease {
  readonly curveCount: number;
  /** Curves with ‖x − c‖ > τ₀, shrunk to the ball; unknown where they were shrunk elsewhere. Private. */
  readonly clippedCount: number | undefined;
  /** max ‖xᵢ − c‖, which the paper takes for τ₀; unknown of sums. Private. */
  readonly largestNorm: number | undefined;
  /** The mean without penalty or clipping, of each group its own; of sums that of the clipped curves. Private. */
  readonly rawMean: Float64Array;
  readonly weights: Float64Array;
  /** λ_j of the estimator's operator. */
  readonly eigenvalues: Float64Array;
  /** Σ_j λ_j^η₀/(λ_j^η₀ + φ). */
  readonly degreesOfFreedom: number;
  /** φ/(λ₁^η₀ + φ): the share by which even the least penalised part of the mean is pulled to the centre. */
  readonly leastShrinkage: number;
  /** Δ of one curve, before the unit of privacy and rounding. */
  readonly curveSensitivity: number;
  /** The simple bound of Theorem 4.1 for one curve; absent where noise and estimator have different kernels. */
  readonly simpleSensitivity: number | undefined;
  /** Whether differences of neighbours stay in the noise's space as the grid is refined. */
  readonly compatible: boolean;
  readonly jitter: number;
  readonly roundingError: number;
  readonly covarianceError: number;
  readonly samplingMethod: string;
  /** u with P(sup |unit noise| ≤ u √(1 + τ)) ≥ 0.95 over the grid, proved. */
  readonly simultaneousQuantile: number;
}

/** The curves of one data set, ready for any parameters; a spectrum lasts as long as kernel, ρ₀, rule and domain. */
export interface MeanCurvePlan {
  /**
   * @param allocate makes the arrays of estimate and noise
   * @throws {ParameterError} if a parameter is out of range
   */
  release(parameters: MeanCurveParameters, allocate?: Allocate): MeanCurveRelease;
  /**
   * η and the least τ that are proved for this very spectrum, whatever symmetricEigen did, by multiplying: for what is to leave.
   * Those of `release` rest on measured properties of symmetricEigen, and are smaller as a rule. O(m³). Public.
   *
   * @throws {ParameterError} if a parameter is out of range
   */
  provedRounding(parameters: SmoothingParameters): MeanCurveRounding;
  /**
   * What a private release on the grid is made of, with `provedRounding`.
   *
   * B: a clipped mean has ‖x̄‖_w ≤ τ₀, and no shrinkage exceeds 1, so ‖f‖_w ≤ τ₀ and ‖f̂‖₂ ≤ τ₀/√(min w) + η. With a
   * foreign noise kernel Δ is that of the smoother with the computed eigenvectors V, as ‖V‖ ≤ 1 + o:
   * docs/proofs/roundingError.md, Lemma 6.
   *
   * @throws {ParameterError} if a parameter is out of range
   */
  target(parameters: Omit<MeanCurveParameters, keyof NoiseRequest>): GridTarget;
}

/**
 * A plan for the private penalised mean of curves, and noise that protects it.
 *
 * What is protected is the released vector on the grid, hence everything computed from it: with weights w > 0 the
 * discretised operator's Cameron–Martin norm is √(δᵀK⁻¹δ), whatever the weights (errata M7), so noise of covariance
 * K on the grid is calibrated by it. Neighbours differ by the replacement of all curves of one person, at most
 * `curvesPerPerson` of them, each of which moves the mean by Δ at most. Where the noise has another kernel than the
 * estimator, Δ is the operator norm of the smoother into the noise's space.
 *
 * Where groups are asked for, each has the sum over its curves divided by the n of *all*, one behind the other, and the number
 * of its curves beside them: one function in the orthogonal sum of as many copies of the noise's space, of the same Δ
 * (docs/proofs/disjointParts.md, Lemma 5). η and B are those of one mean, since the norms of the sums add up to at most τ₀.
 *
 * What rounds is covered by the jitter and by η: docs/proofs/roundingError.md, Lemmas 6 to 9.
 *
 * @param curves n ≥ 2 rows over the grid, shape (n, m), row-major. Private: they are read by `clippedMeans` alone
 * @param pointCount m ≥ 2
 * @param summed in place of the curves, as `clippedMeans` takes it
 * @param groups the group of each curve, if they were read with groups; sums have theirs in `summed`. Which curve is in which is
 *   private
 * @throws {ParameterError} if an argument is out of range
 * @see Mirshani, Reimherr & Slavković (2019), sections 3 and 4, Theorem 4.1; errata M2, M3, M7, M9, M12
 */
export function planMeanCurve(records: CurvesOrSums): MeanCurvePlan {
  const m = records.pointCount;
  const means = meanCurveParts(records);
  const { curveCount: n } = means;
  const unitNoise = unitNoiseDraws();
  const operator = meanCurveOperator(m);
  const quantileOf = remember((noise: Pick<SimultaneousBandRequest, "kernel" | "grid" | "jitter" | "copies">) =>
    simultaneousQuantile({ ...noise, coverage: 0.95 }),
  );

  const provedRounding: MeanCurvePlan["provedRounding"] = (parameters) =>
    provedMeanCurveRounding(operator.spectrum(parameters), operator.defects(parameters), parameters);

  const personsOf = ({ curvesPerPerson }: Pick<MeanCurveParameters, "curvesPerPerson">) =>
    boundOnRecords(checkPositiveInteger("curvesPerPerson", curvesPerPerson), records.curvesPerPerson);

  return {
    provedRounding,

    target: (parameters) => {
      const { domain, kernel, noiseKernel, range, penalty, power, normBound } = parameters;
      checkPositive("normBound", normBound);
      const unit = personsOf(parameters);
      const spectrum = operator.spectrum(parameters);
      const { roundingError, leastJitter, orthogonality } = provedRounding(parameters);
      const { eigenvalues, weights } = spectrum;
      const own = kernel === noiseKernel;
      const ownSensitivity = functionalMeanSensitivity({ recordCount: n, normBound, penalty, power, eigenvalues });
      // Of a foreign kernel τ is a part: the noise's norm is that of K + τI, less what Cholesky's factor rounds.
      const jitter = own
        ? Math.max(leastJitter, smallestJitter)
        : Math.max(roundingJitter({ roundingError, sensitivity: unit * ownSensitivity }), 8 * m * m * 2 ** -53);
      const ofCurve = own
        ? ownSensitivity
        : ((2 * normBound * (1 + orthogonality)) / n) *
          operator.foreignNormOnce({ operator: parameters, noiseKernel, jitter, penalty, power });
      const exact = unit * ofCurve;
      const leastWeight = weights.reduce((a, b) => Math.min(a, b), Infinity);
      const grid = meanCurveGrid(domain, m);
      const { groups: asked, centre } = parameters;
      const { copies, counted, beside } = means.besideOf(parameters, ofCurve);
      const carrying = asked
        ? groupCarrying(asked, grid.axes, { centre })
        : centre && centreCarrying(centre, grid.axes[0]!);
      return {
        ...(carrying && { carrying }),
        ...(beside && { copies, beside }),
        kind: "ditheredGaussian",
        estimating: () => justOnce(means.estimateOf(parameters, { spectrum, counted }, allocateFresh)),
        ...{ kernel: curveNoiseKernel(noiseKernel, range), grid, jitter },
        axes: asked ? [...grid.axes, levelAxis(asked.levels)] : grid.axes,
        units: { scale: 1, offset: 0 },
        estimateError: roundingError + (counted?.roundingError ?? 0),
        estimateBound: (normBound / Math.sqrt(leastWeight) + roundingError) * (1 + 1e-10) + (counted?.bound ?? 0),
        sensitivity: releaseSensitivity({
          formula: own
            ? "curves per person · (2τ₀/n) · max_j λ_j^(η₀ − ½)/(λ_j^η₀ + φ)"
            : "curves per person · (2τ₀/n) · norm of the smoother into the space of the noise",
          exact,
          stop: 0,
        }),
      };
    },

    release: (parameters, allocate = allocateFresh) => {
      const { domain, kernel, noiseKernel, range, penalty, power, normBound, seed, drawCount } = parameters;
      const spectrum = operator.spectrum(parameters);
      checkPositive("normBound", normBound);
      const asked = means.meansOf(parameters);
      const { clippedCount } = asked.clipped(parameters);
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
      const { copies, counted, beside } = means.besideOf(parameters, curveSensitivity);
      const noise = { kernel: curveNoiseKernel(noiseKernel, range), grid, jitter, ...(beside && { copies }) };
      const further = beside && { beside: beside.length };
      const { draws, method, covarianceError } = unitNoise({ ...noise, ...further, seed, drawCount }, allocate);
      const shrunkBy = shrinkage(spectrum, penalty, power);
      return {
        estimate: means.estimateOf(parameters, { spectrum, counted }, allocate),
        ...(beside && { beside }),
        sensitivity: roundingInflatedSensitivity({ sensitivity: unit * curveSensitivity, roundingError, jitter }),
        unitNoise: draws,
        curveCount: n,
        clippedCount,
        largestNorm: asked.largestNorm(parameters),
        rawMean: asked.rawMean.slice(),
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
      };
    },
  };
}
