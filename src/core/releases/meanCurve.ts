import { allocateFresh } from "../bufferPool.ts";
import type { Allocate } from "../bufferPool.ts";
import { checkAllFinite, checkPositive, checkPositiveInteger } from "../checks.ts";
import type { SummedCurves } from "../datasets/meanCurveRecords.ts";
import { ParameterError } from "../errors.ts";
import {
  coefficientsOf,
  covarianceSpectrum,
  operatorMatrix,
  quadratureWeights,
  shrinkage,
  shrunk,
  weightedNorm,
} from "../estimators/functionalMean.ts";
import { gramOnLine } from "../kernels/gramOnLine.ts";
import type { CovarianceSpectrum, QuadratureRule } from "../estimators/functionalMean.ts";
import { spectrumDefects } from "../estimators/spectrumDefects.ts";
import type { SpectrumDefects } from "../estimators/spectrumDefects.ts";
import type { GridAxis, Interval, RegularGrid } from "../grids.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import { smoothnessOf, stationaryKernel } from "../kernels/stationaryKernel.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import type { SimultaneousBandRequest } from "../privacy/bands/simultaneousQuantile.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { functionalMeanSensitivity, functionalMeanSensitivityBound } from "../privacy/sensitivity/functionalMean.ts";
import { roundingJitter, smallestJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { smoothedDifference } from "../privacy/sensitivity/smoothedDifference.ts";
import { centreCarrying, centreText, withoutCentre } from "./carrying.ts";
import type { Centre } from "./carrying.ts";
import type { NoiseRequest } from "./contract.ts";
import { releaseSensitivity } from "./privateRelease.ts";
import type { GridTarget } from "./privateRelease.ts";
import type { GridRelease } from "./release.ts";
import { remember } from "../remember.ts";
import { justOnce } from "../slices.ts";
import { unitNoiseDraws } from "./unitNoiseDraws.ts";

/** C1 to C4 of Mirshani 2019, in this order. */
export type CurveKernelName = "gaussian" | "matern52" | "matern32" | "exponential";

/** What a mean curve is estimated with, besides the curves. All of it is public. */
export interface SmoothingParameters {
  /** The declared interval of times; the grid has the curves' number of points, evenly spaced. */
  readonly domain: Interval;
  readonly rule: QuadratureRule;
  readonly kernel: CurveKernelName;
  /** ρ in the paper's convention, in units of time: see `lengthScaleOf`. */
  readonly range: number;
  /** φ > 0. */
  readonly penalty: number;
  /** η₀ ≥ 1. */
  readonly power: number;
  /** τ₀ > 0, of curves less the centre. */
  readonly normBound: number;
  /** c, subtracted from every curve before, and added to what is released after; 0 if absent. */
  readonly centre?: Centre;
}

/** What a mean-curve release is computed from, besides the curves. All of it is public. */
export interface MeanCurveParameters extends SmoothingParameters, NoiseRequest {
  /** The kernel of the noise, with the same ρ. */
  readonly noiseKernel: CurveKernelName;
  /** The most curves of one person. */
  readonly curvesPerPerson: number;
}

/** Estimate, sensitivity and unit noise of a private mean curve on its grid, less its centre, ready to be scaled. */
export interface MeanCurveRelease extends GridRelease {
  readonly curveCount: number;
  /** Curves with ‖x − c‖ > τ₀, shrunk to the ball; unknown where they were shrunk elsewhere. Private. */
  readonly clippedCount: number | undefined;
  /** max ‖xᵢ − c‖, which the paper takes for τ; unknown of sums. Private. */
  readonly largestNorm: number | undefined;
  /** The mean without penalty or clipping; of sums that of the clipped curves. Private. */
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

/** ℓ of a kernel with range ρ: √(ρ/2) for C1, which is exp(−r²/ρ) (errata M9), and ρ for the others. */
export function lengthScaleOf(kernel: CurveKernelName, range: number): number {
  checkPositive("range", range);
  return kernel === "gaussian" ? Math.sqrt(range / 2) : range;
}

/**
 * Whether differences of penalised means lie in the Cameron–Martin space of the noise.
 *
 * The smoother maps into the range of C^η₀. On an interval, the range of C^η₀ is of Sobolev order 2η₀(ν + ½) for a
 * Matérn kernel of smoothness ν, the noise's space of order ν′ + ½; a Gaussian kernel's functions are smoother than
 * any of them. So the pair is compatible when 2η₀(ν + ½) ≥ ν′ + ½, ν = ∞ for the Gaussian kernel.
 *
 * @see Mirshani, Reimherr & Slavković (2019), Definition 3.1 and Theorem 3.1, with errata M2
 */
export function isCompatible({
  kernel,
  noiseKernel,
  power,
}: Pick<MeanCurveParameters, "kernel" | "noiseKernel" | "power">): boolean {
  const order = (name: CurveKernelName) => smoothnessOf[name] + 0.5;
  return kernel === noiseKernel || 2 * power * order(kernel) >= order(noiseKernel);
}

/** The curves of one data set, ready for any parameters; a spectrum lasts as long as kernel, ρ, rule and domain. */
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

/** What rounding does to a mean curve; see docs/proofs/roundingError.md. */
export interface MeanCurveRounding {
  /** η: bound on the 2-norm of computed minus exact estimate over the grid. */
  readonly roundingError: number;
  /** The least τ with which noise of covariance K + τI dominates the covariance operator that was computed. */
  readonly leastJitter: number;
  /** o: the eigenvectors V have ‖V Vᵀ − I‖_F ≤ o. */
  readonly orthogonality: number;
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
 * A declared centre is subtracted from each curve by itself, before anything else, so that neighbours stay neighbours.
 *
 * What rounds is covered by the jitter and by η: docs/proofs/roundingError.md, Lemmas 6 to 9.
 *
 * @param curves n ≥ 2 rows over the grid, shape (n, m), row-major. Private
 * @param pointCount m ≥ 2
 * @param summed in place of the curves, their clipped mean as an engine added it: then domain, rule and centre are those that
 * they were
 *   clipped with, and the norm bound is at least that
 * @throws {ParameterError} if an argument is out of range
 * @see Mirshani, Reimherr & Slavković (2019), sections 3 and 4, Theorem 4.1; errata M2, M3, M7, M9, M12
 */
export function planMeanCurve({
  curves,
  pointCount: m,
  summed,
}: {
  readonly curves: Float64Array;
  readonly pointCount: number;
  readonly summed?: SummedCurves | undefined;
}): MeanCurvePlan {
  const n = summed
    ? checkPositiveInteger("curveCount", summed.curveCount)
    : checkPositiveInteger("curves.length/m", curves.length / checkPositiveInteger("pointCount", m));
  if (n < 2 || m < 2) throw new ParameterError("curves", `${n} × ${m}`, "at least two curves of at least two points");
  checkAllFinite("curves", curves);
  const unitNoise = unitNoiseDraws();
  const axisOf = (domain: Interval): GridAxis => meanCurveGrid(domain, m).axes[0]!;
  const centredOf = remember((by: { readonly centre: Centre; readonly domain: Interval } | undefined) =>
    by ? withoutCentre(curves, by.centre, axisOf(by.domain)) : curves,
  );
  /** The curves that are averaged. Without a centre the domain does not matter. */
  const averaged = ({ centre, domain }: Pick<SmoothingParameters, "centre" | "domain">) =>
    centredOf(centre && { centre, domain });
  const normsOf = remember(({ rule, ...by }: Pick<SmoothingParameters, "rule" | "centre" | "domain">) => {
    const weights = meanWeights(m, rule);
    const centred = averaged(by);
    if (summed) return new Float64Array(0);
    return Float64Array.from({ length: n }, (_, i) => weightedNorm(centred.subarray(i * m, (i + 1) * m), weights));
  });
  const clippedMeanOf = remember(
    ({ normBound, ...by }: Pick<SmoothingParameters, "rule" | "normBound" | "centre" | "domain">) => {
      if (summed) return { mean: checkedSums(summed, { normBound, ...by }), clippedCount: undefined };
      const factors = normsOf(by).map((size) => (size > normBound ? normBound / size : 1));
      return { mean: meanOf(averaged(by), factors), clippedCount: factors.filter((factor) => factor < 1).length };
    },
  );
  const centring = ({ rule, domain, centre }: SmoothingParameters) => ({ rule, domain, ...(centre && { centre }) });
  const rawMean = summed ? curves.slice() : meanOf(curves, new Float64Array(n).fill(1));
  const spectrumOf = remember(({ domain, rule, kernel, range }: OperatorParameters) => {
    return covarianceSpectrum({
      kernel: curveKernel(kernel, range),
      grid: axisOf(domain),
      weights: meanWeights(m, rule),
    });
  });
  const smoothed = ({ operator, noiseKernel, jitter }: DifferenceParameters) => {
    const noiseGram = gramOnLine(curveKernel(noiseKernel, operator.range), axisOf(operator.domain));
    // Cholesky's factor is that of a matrix within 4m²u of K + τI: the part of τ that covers it is not counted on.
    return smoothedDifference({ spectrum: spectrumOf(operator), noiseGram, jitter: jitter - 4 * m * m * 2 ** -53 });
  };
  const differenceOf = remember(smoothed);
  const defectsOf = remember((operator: OperatorParameters) => {
    const { domain, kernel, range } = operator;
    const spectrum = spectrumOf(operator);
    const { weights } = spectrum;
    return spectrumDefects(
      spectrum,
      operatorMatrix({ kernel: curveKernel(kernel, range), grid: axisOf(domain), weights }).matrix,
    );
  });
  const differenceNormOf = remember(
    ({ penalty, power, ...difference }: DifferenceParameters & Pick<SmoothingParameters, "penalty" | "power">) =>
      differenceOf(difference).norm(penalty, power),
  );
  const quantileOf = remember((noise: Pick<SimultaneousBandRequest, "kernel" | "grid" | "jitter">) =>
    simultaneousQuantile({ ...noise, coverage: 0.95 }),
  );

  const provedRounding: MeanCurvePlan["provedRounding"] = (parameters) => {
    const { domain, rule, kernel, range } = parameters;
    const operator = { domain, rule, kernel, range };
    return roundingOf(spectrumOf(operator), defectsOf(operator), parameters);
  };

  return {
    provedRounding,

    target: (parameters) => {
      const { domain, rule, kernel, noiseKernel, range, penalty, power, normBound } = parameters;
      checkPositive("normBound", normBound);
      const unit = checkPositiveInteger("curvesPerPerson", parameters.curvesPerPerson);
      const operator = { domain, rule, kernel, range };
      const spectrum = spectrumOf(operator);
      const { roundingError, leastJitter, orthogonality } = provedRounding(parameters);
      const { eigenvalues, weights } = spectrum;
      const own = kernel === noiseKernel;
      const ownSensitivity = functionalMeanSensitivity({ recordCount: n, normBound, penalty, power, eigenvalues });
      // Of a foreign kernel τ is a part: the noise's norm is that of K + τI, less what Cholesky's factor rounds.
      const jitter = own
        ? Math.max(leastJitter, smallestJitter)
        : Math.max(roundingJitter({ roundingError, sensitivity: unit * ownSensitivity }), 8 * m * m * 2 ** -53);
      const exact = own
        ? unit * ownSensitivity
        : ((2 * unit * normBound * (1 + orthogonality)) / n) *
          smoothed({ operator, noiseKernel, jitter }).norm(penalty, power);
      const leastWeight = weights.reduce((a, b) => Math.min(a, b), Infinity);
      const grid = meanCurveGrid(domain, m);
      return {
        ...(parameters.centre && { carrying: centreCarrying(parameters.centre, axisOf(domain)) }),
        kind: "ditheredGaussian",
        estimating: () => {
          const { mean } = clippedMeanOf({ ...centring(parameters), normBound });
          return justOnce(shrunk({ spectrum, coefficients: coefficientsOf(mean, spectrum), penalty, power }));
        },
        ...{ kernel: noiseKernelOf(noiseKernel, range), grid, jitter, axes: grid.axes, units: { scale: 1, offset: 0 } },
        estimateError: roundingError,
        estimateBound: (normBound / Math.sqrt(leastWeight) + roundingError) * (1 + 1e-10),
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
      const { domain, rule, kernel, noiseKernel, range, penalty, power, normBound, seed, drawCount } = parameters;
      const operator = { domain, rule, kernel, range };
      const spectrum = spectrumOf(operator);
      const { mean, clippedCount } = clippedMeanOf({
        ...centring(parameters),
        normBound: checkPositive("normBound", normBound),
      });
      const estimate = shrunk({ spectrum, coefficients: coefficientsOf(mean, spectrum), penalty, power }, allocate(m));
      const { roundingError, leastJitter } = meanCurveRounding(spectrum, { penalty, power, normBound });

      const own = kernel === noiseKernel;
      const sizes = { recordCount: n, normBound, penalty, power };
      const ownSensitivity = functionalMeanSensitivity({ ...sizes, eigenvalues: spectrum.eigenvalues });
      const unit = checkPositiveInteger("curvesPerPerson", parameters.curvesPerPerson);
      const jitter = Math.max(leastJitter, roundingJitter({ roundingError, sensitivity: unit * ownSensitivity }));
      const curveSensitivity = own
        ? ownSensitivity
        : ((2 * normBound) / n) * differenceNormOf({ operator, noiseKernel, jitter, penalty, power });

      const grid = meanCurveGrid(domain, m);
      const noise = { kernel: noiseKernelOf(noiseKernel, range), grid, jitter };
      const { draws, method, covarianceError } = unitNoise({ ...noise, seed, drawCount }, allocate);
      return {
        estimate,
        sensitivity: roundingInflatedSensitivity({ sensitivity: unit * curveSensitivity, roundingError, jitter }),
        unitNoise: draws,
        curveCount: n,
        clippedCount,
        largestNorm: summed ? undefined : normsOf(centring(parameters)).reduce((most, norm) => Math.max(most, norm), 0),
        rawMean: rawMean.slice(),
        weights: spectrum.weights.slice(),
        eigenvalues: spectrum.eigenvalues.slice(),
        degreesOfFreedom: shrinkage(spectrum, penalty, power).reduce((sum, s) => sum + s, 0),
        leastShrinkage: 1 - shrinkage(spectrum, penalty, power)[0]!,
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

/**
 * The mean of clipped curves less the centre, if it was clipped as is asked: in a ball of at most τ₀ around the centre, in
 * the same norm.
 *
 * @throws {ParameterError} naming what differs
 */
function checkedSums(
  { mean, terms }: SummedCurves,
  { normBound, rule, domain, centre }: Pick<SmoothingParameters, "rule" | "normBound" | "centre" | "domain">,
): Float64Array {
  const { times, normBound: clippedTo, rule: clippedBy, centre: clippedAround } = terms;
  if (!(normBound >= clippedTo))
    throw new ParameterError("normBound", normBound, `at least ${clippedTo}, as they were clipped`);
  if (rule !== clippedBy) throw new ParameterError("rule", rule, `${clippedBy}, as they were clipped`);
  if (domain[0] !== times.lower || domain[1] !== times.upper)
    throw new ParameterError("domain", domain.join(" to "), `${times.lower} to ${times.upper}, as they were added`);
  const around = centre === undefined ? 0 : centre.length === 1 ? centre[0]![1] : NaN;
  if (around !== clippedAround)
    throw new ParameterError("centre", centre ? centreText(centre) : "none", `${clippedAround}, as they were clipped`);
  return mean;
}

/** What the spectrum depends on. */
type OperatorParameters = Pick<SmoothingParameters, "domain" | "rule" | "kernel" | "range">;

interface DifferenceParameters {
  readonly operator: OperatorParameters;
  readonly noiseKernel: CurveKernelName;
  readonly jitter: number;
}

/** The public grid of a mean curve: m points from end to end of the declared interval. */
export function meanCurveGrid([lower, upper]: Interval, count: number): RegularGrid {
  if (!(upper > lower && upper - lower < Infinity)) {
    throw new ParameterError("domain", `${lower}..${upper}`, "a finite interval with lower below upper");
  }
  return { axes: [{ lower, upper, count }] };
}

/**
 * Quadrature weights of m ≥ 2 evenly spaced points, of total 1, so that norms are root mean squares whatever the unit
 * of time.
 */
export function meanWeights(m: number, rule: QuadratureRule): Float64Array {
  const weights = quadratureWeights({ grid: Float64Array.from({ length: m }, (_, i) => i), rule });
  return rule === "uniform" ? weights : weights.map((w) => w / (m - 1));
}

/** The kernel on the line, as the samplers name it. */
function noiseKernelOf(name: CurveKernelName, range: number): NoiseKernel {
  return stationaryKernel(name, lengthScaleOf(name, range), 1);
}

/** The kernel with range ρ. */
export function curveKernel(name: CurveKernelName, range: number): Kernel {
  return kernelOf(name, lengthScaleOf(name, range));
}

/** (1/n) Σ factorᵢ xᵢ of rows, with the error of each addition carried along. */
export function meanOf(curves: Float64Array, factors: Float64Array): Float64Array {
  const n = factors.length;
  const m = curves.length / n;
  const sum = new Float64Array(m);
  const carried = new Float64Array(m);
  for (let i = 0, at = 0; i < n; i++) {
    const factor = factors[i]!;
    for (let j = 0; j < m; j++, at++) {
      const before = sum[j]!;
      const term = factor * curves[at]!;
      const after = before + term;
      const added = after - before;
      carried[j]! += before - (after - added) + (term - added);
      sum[j] = after;
    }
  }
  return sum.map((value, j) => (value + carried[j]!) / n);
}

/** Bounds on what rounding does, from public numbers, with the rounding of a spectrum as `symmetricEigen` has it. */
export function meanCurveRounding(
  spectrum: CovarianceSpectrum,
  parameters: Pick<SmoothingParameters, "penalty" | "power" | "normBound">,
): MeanCurveRounding {
  return roundingOf(spectrum, measuredDefects(spectrum), parameters);
}

/** The rounding of a spectrum as `symmetricEigen` has it: measured, not proved. */
function measuredDefects({ weights, trace }: CovarianceSpectrum): SpectrumDefects {
  const defect = 10 * weights.length * 2 ** -53;
  return { orthogonality: defect, residual: defect * trace };
}

/** Bounds on what rounding does, from public numbers; see docs/proofs/roundingError.md, Lemmas 7 to 9. */
function roundingOf(
  spectrum: CovarianceSpectrum,
  { orthogonality, residual }: SpectrumDefects,
  { penalty, power, normBound }: Pick<SmoothingParameters, "penalty" | "power" | "normBound">,
): MeanCurveRounding {
  const { weights, trace, eigenvalues } = spectrum;
  const m = weights.length;
  const unit = 2 ** -53;
  const leastWeight = weights.reduce((a, b) => Math.min(a, b), Infinity);
  const largestShrinkage = shrinkage(spectrum, penalty, power)[0]!;
  const share = (m / 2 + 2 * m * Math.sqrt(m) + 20) * unit + 2.1 * orthogonality;
  return {
    orthogonality,
    roundingError: (1.01 * share * largestShrinkage * normBound) / Math.sqrt(leastWeight),
    leastJitter: (1.01 * (residual + 2.1 * orthogonality * eigenvalues[0]! + 16 * unit * trace)) / leastWeight,
  };
}
