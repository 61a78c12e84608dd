import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { coefficientsOf, covarianceSpectrum, gramOnLine, quadratureWeights, shrinkage, shrunk, weightedNorm } from "../estimators/functionalMean.ts";
import type { CovarianceSpectrum, QuadratureRule } from "../estimators/functionalMean.ts";
import type { RegularGrid } from "../grids.ts";
import { gridCoordinates } from "../grids.ts";
import { kernelOf } from "../kernels/kernelOf.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { simultaneousQuantile } from "../privacy/bands/simultaneousQuantile.ts";
import { gridNoiseSampler } from "../privacy/mechanisms/gridNoise.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { functionalMeanSensitivity, functionalMeanSensitivityBound } from "../privacy/sensitivity/functionalMean.ts";
import { roundingJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { roundingInflatedSensitivity } from "../privacy/sensitivity/roundingInflated.ts";
import { smoothedDifference } from "../privacy/sensitivity/smoothedDifference.ts";
import type { SmoothedDifference } from "../privacy/sensitivity/smoothedDifference.ts";
import type { Interval } from "./density.ts";
import { drawNormals } from "./drawNormals.ts";
import type { ScalableRelease } from "./release.ts";

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
  /** η ≥ 1. */
  readonly power: number;
  /** τ > 0. */
  readonly normBound: number;
}

/** What a mean-curve release is computed from, besides the curves. All of it is public. */
export interface MeanCurveParameters extends SmoothingParameters {
  /** The kernel of the noise, with the same ρ. */
  readonly noiseKernel: CurveKernelName;
  /** The most curves of one person. */
  readonly curvesPerPerson: number;
  readonly drawCount: number;
  /** A seed for teaching draws, or "secure" for the cryptographic source. */
  readonly seed: number | "secure";
}

/** Estimate, sensitivity and unit noise of a private mean curve on its grid, ready to be scaled. */
export interface MeanCurveRelease extends ScalableRelease {
  readonly curveCount: number;
  /** Curves with ‖x‖ > τ, shrunk to the ball. Private. */
  readonly clippedCount: number;
  /** The mean without penalty or clipping. Private. */
  readonly rawMean: Float64Array;
  readonly weights: Float64Array;
  /** λ_j of the estimator's operator. */
  readonly eigenvalues: Float64Array;
  /** Σ_j λ_j^η/(λ_j^η + φ). */
  readonly degreesOfFreedom: number;
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
 * The smoother maps into the range of C^η. On an interval, the range of C^η is of Sobolev order 2η(ν + ½) for a
 * Matérn kernel of smoothness ν, the noise's space of order ν′ + ½; a Gaussian kernel's functions are smoother than
 * any of them. So the pair is compatible when 2η(ν + ½) ≥ ν′ + ½, ν = ∞ for the Gaussian kernel.
 *
 * @see Mirshani, Reimherr & Slavković (2019), Definition 3.1 and Theorem 3.1, with errata M2
 */
export function isCompatible({
  kernel,
  noiseKernel,
  power,
}: Pick<MeanCurveParameters, "kernel" | "noiseKernel" | "power">): boolean {
  const order = { gaussian: Infinity, matern52: 3, matern32: 2, exponential: 1 };
  return kernel === noiseKernel || 2 * power * order[kernel] >= order[noiseKernel];
}

/** The curves of one data set, ready for any parameters; a spectrum lasts as long as kernel, ρ, rule and domain. */
export interface MeanCurvePlan {
  /** @throws {ParameterError} if a parameter is out of range */
  release(parameters: MeanCurveParameters): MeanCurveRelease;
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
 * **Rounding.** The computed spectrum is that of S + E with ‖E‖_F ≤ 10mu‖S‖_F, its vectors orthonormal to 10mu in the
 * Frobenius norm (tested). A function of a symmetric matrix moves by at most its Lipschitz constant times ‖E‖_F, so
 * the smoother is off by (20 + 30 Lip ‖S‖_F + 4)·mu in operator norm, and the estimate by τ/√min w times that.
 *
 * @param curves n ≥ 2 rows over the grid, shape (n, m), row-major. Private
 * @param pointCount m ≥ 2
 * @throws {ParameterError} if an argument is out of range
 * @see Mirshani, Reimherr & Slavković (2019), sections 3 and 4, Theorem 4.1; errata M2, M3, M7, M9, M12
 */
export function planMeanCurve({ curves, pointCount: m }: { readonly curves: Float64Array; readonly pointCount: number }): MeanCurvePlan {
  const n = checkPositiveInteger("curves.length/m", curves.length / checkPositiveInteger("pointCount", m));
  if (n < 2 || m < 2) throw new ParameterError("curves", `${n} × ${m}`, "at least two curves of at least two points");
  const normals = drawNormals();
  let norms: { readonly key: string; readonly values: Float64Array } | undefined;
  let spectrum: { readonly key: string; readonly value: CovarianceSpectrum } | undefined;
  let difference: { readonly key: string; readonly value: SmoothedDifference } | undefined;

  return {
    release: (parameters) => {
      const { domain, rule, kernel: name, noiseKernel, range, penalty, power, normBound } = parameters;
      const grid = meanCurveGrid(domain, m);
      const [axis] = grid.axes;
      const times = gridCoordinates(axis!);
      const kernel = kernelOf(name, lengthScaleOf(name, range));
      const setUp = JSON.stringify([domain, rule, name, range]);
      // Norms of time-weighted curves are on the scale of the declared interval: an average over it.
      const weights = meanWeights(times, rule);
      if (spectrum?.key !== setUp) spectrum = { key: setUp, value: covarianceSpectrum({ kernel, grid: times, weights }) };
      const normsKey = JSON.stringify([domain, rule]);
      if (norms?.key !== normsKey) {
        norms = { key: normsKey, values: Float64Array.from({ length: n }, (_, i) => weightedNorm(curves.subarray(i * m, (i + 1) * m), weights)) };
      }
      checkPositive("normBound", normBound);
      const rawMean = new Float64Array(m);
      const mean = new Float64Array(m);
      let clippedCount = 0;
      for (let i = 0; i < n; i++) {
        const norm = norms.values[i]!;
        const factor = norm > normBound ? normBound / norm : 1;
        if (factor < 1) clippedCount++;
        for (let j = 0, at = i * m; j < m; j++, at++) {
          rawMean[j]! += curves[at]! / n;
          mean[j]! += (factor * curves[at]!) / n;
        }
      }
      const { value } = spectrum;
      const estimate = shrunk({ spectrum: value, coefficients: coefficientsOf(mean, value), penalty, power });
      const roundingError = estimateRounding(value, { penalty, power, normBound });

      const own = name === noiseKernel;
      const sizes = { recordCount: n, normBound, penalty, power };
      const ownSensitivity = functionalMeanSensitivity({ ...sizes, eigenvalues: value.eigenvalues });
      const unit = checkPositiveInteger("curvesPerPerson", parameters.curvesPerPerson);
      const jitter = roundingJitter({ roundingError, sensitivity: unit * ownSensitivity });
      const noiseFunction = kernelOf(noiseKernel, lengthScaleOf(noiseKernel, range));
      let curveSensitivity = ownSensitivity;
      if (!own) {
        const key = JSON.stringify([setUp, noiseKernel, jitter]);
        if (difference?.key !== key) difference = { key, value: smoothedDifference({ spectrum: value, noiseGram: gramOnLine(noiseFunction, times), jitter }) };
        curveSensitivity = ((2 * normBound) / n) * difference.value.norm(penalty, power);
      }
      const noise = noiseKernelOf(noiseKernel, range);
      const sampler = gridNoiseSampler({ kernel: noise, grid, jitter });
      const draws = Array.from({ length: checkPositiveInteger("draws", parameters.drawCount) }, (_, draw) =>
        normals({ seed: parameters.seed, draw, count: sampler.normalCount }),
      );
      return {
        estimate,
        sensitivity: roundingInflatedSensitivity({ sensitivity: unit * curveSensitivity, roundingError, jitter }),
        unitNoise: draws.map((z) => sampler.sample(z, new Float64Array(m))),
        curveCount: n,
        clippedCount,
        rawMean,
        weights,
        eigenvalues: value.eigenvalues,
        degreesOfFreedom: shrinkage(value, penalty, power).reduce((sum, s) => sum + s, 0),
        curveSensitivity,
        simpleSensitivity: own ? functionalMeanSensitivityBound(sizes) : undefined,
        compatible: isCompatible(parameters),
        jitter,
        roundingError,
        covarianceError: sampler.covarianceError,
        samplingMethod: sampler.method,
        simultaneousQuantile: simultaneousQuantile({ kernel: noise, grid, coverage: 0.95 }),
      };
    },
  };
}

/** The public grid of a mean curve: m points from end to end of the declared interval. */
export function meanCurveGrid([lower, upper]: Interval, count: number): RegularGrid {
  if (!(upper > lower)) throw new ParameterError("domain", `${lower}..${upper}`, "an interval with lower below upper");
  return { axes: [{ lower, upper, count }] };
}

/** Quadrature weights of total 1, so that norms are root mean squares whatever the unit of time. */
export function meanWeights(times: Float64Array, rule: QuadratureRule): Float64Array {
  const weights = quadratureWeights({ grid: times, rule });
  const total = weights.reduce((sum, w) => sum + w, 0);
  return rule === "uniform" ? weights : weights.map((w) => w / total);
}

/** The kernel on the line, as the samplers name it. */
export function noiseKernelOf(name: CurveKernelName, range: number): NoiseKernel {
  const lengthScale = lengthScaleOf(name, range);
  return name === "gaussian" ? { type: "gaussian", bandwidthMatrix: [[lengthScale * lengthScale]] } : { type: name, lengthScale };
}

/** The kernel with range ρ. */
export function curveKernel(name: CurveKernelName, range: number): Kernel {
  return kernelOf(name, lengthScaleOf(name, range));
}

/** Bound on the 2-norm of computed minus exact estimate, from public numbers; see `planMeanCurve`. */
function estimateRounding(
  { eigenvalues, weights }: CovarianceSpectrum,
  { penalty, power, normBound }: Pick<SmoothingParameters, "penalty" | "power" | "normBound">,
): number {
  const m = weights.length;
  const size = Math.sqrt(eigenvalues.reduce((sum, lambda) => sum + lambda * lambda, 0));
  const factor = 24 + 30 * shrinkageSlope(penalty, power) * size;
  return (factor * m * 2 ** -53 * normBound) / Math.sqrt(weights.reduce((a, b) => Math.min(a, b), Infinity));
}

/** max over λ of d/dλ λ^η/(λ^η + φ): 1/φ for η = 1, else (η + 1)^(1 + 1/η) (η − 1)^(1 − 1/η)/(4η φ^(1/η)). */
function shrinkageSlope(penalty: number, power: number): number {
  if (power === 1) return 1 / penalty;
  return ((power + 1) ** (1 + 1 / power) * (power - 1) ** (1 - 1 / power)) / (4 * power * penalty ** (1 / power));
}
