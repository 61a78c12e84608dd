import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { coefficientsOf, shrunk, weightedNorm } from "./functionalMean.ts";
import { covarianceSpectrum, shrinkage, type CovarianceSpectrum } from "../kernels/covarianceSpectrum.ts";
import { gramOnLine, pointCountOf, type LineGrid } from "../kernels/gramOnLine.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { functionalMeanSensitivity } from "../privacy/sensitivity/functionalMean.ts";
import { roundingJitter } from "../privacy/sensitivity/roundingJitter.ts";
import { smoothedDifference, type SmoothedDifference } from "../privacy/sensitivity/smoothedDifference.ts";
import { expectedNorm } from "../special/expectedNorm.ts";
import { foldsOf, type Fold, type FoldedCurves } from "./curveFolds.ts";
import { meanCurveRounding } from "./meanCurveRounding.ts";
import { publishedNoiseShare } from "./publishedMeanCurve.ts";

/** A score per φ. Private. */
export interface TuningColumn {
  /** Mean squared error of a curve against the estimate from the other folds. */
  readonly cv: Float64Array;
  readonly pcv: Float64Array;
  /** Noise as a share of the theorem's; public. */
  readonly noiseShare: Float64Array;
}

export interface TuningParameters {
  readonly kernel: Kernel;
  readonly noiseKernel: Kernel;
  readonly spectrum?: CovarianceSpectrum;
  /** φ > 0, one score each. */
  readonly phis: readonly number[];
  /** η₀ ≥ 1. */
  readonly power: number;
  /** σ/Δ. */
  readonly noiseMultiplier: number;
  readonly curvesPerPerson: number;
}

export interface ScoreRule {
  /** ‖x − μ̂‖² or ‖x − μ̂‖. */
  readonly measure: "square" | "norm";
  /** Curves left out, averaged over all curves, or their mean, averaged over the folds. */
  readonly against: "curves" | "mean";
  /** By Theorem 4.1, or as in the printed tables (`publishedNoiseShare`). */
  readonly recipe: "theorem" | "published";
}

export interface ScoreParameters extends TuningParameters, ScoreRule {}

interface CrossValidationPlan {
  column(parameters: TuningParameters): TuningColumn;
  /**
   * Scores by any rule. By the published recipe curves are not clipped, τ₀ is the largest norm of the training curves
   * (not private, errata M3), weights are 1/m, folds count alike, and noise and estimator have one kernel.
   */
  scoring(parameters: ScoreParameters): Generator<number, TuningColumn>;
}

/**
 * Plan for cross-validation and private cross-validation of the penalised mean, in closed form,
 *
 *     CV = (1/N) Σ_k Σ_{i∈k} ‖xᵢ − μ̂₋ₖ‖²,   PCV = CV + (1/N) Σ_k |k| σₖ² Σ wⱼ k(tⱼ, tⱼ).
 *
 * In the eigenbasis a fold's error is its scatter plus a sum of squares; no noise is drawn (errata M11). σₖ is that of
 * the N − |k| training curves and the noise kernel k.
 *
 * @param curves shape (n, m). Private
 * @param grid m ≥ 2 points, public; the release's axis
 * @param weights w > 0, shape (m,)
 * @param foldOf fold of each curve, shape (n,); a public function of the place of curve or person
 * @param normBound τ₀ > 0, for the curves of the training folds
 * @see Mirshani, Reimherr & Slavković (2019), section 6; errata M4, M11
 */
export function planCrossValidation({
  curves,
  grid,
  weights,
  foldOf,
  normBound,
}: FoldedCurves & { readonly grid: LineGrid }): CrossValidationPlan {
  const m = pointCountOf(grid);
  const n = checkPositiveInteger("curves.length/m", curves.length / m);
  checkAllFinite("curves", curves);
  checkLength("weights", weights, m);
  checkPositive("normBound", normBound);
  if (foldOf.length !== n) throw new ParameterError("foldOf", foldOf.length, `one fold for each of ${n} curves`);
  const folds = foldsOf({ curves, weights, foldOf, normBound });
  if (folds.length < 2) throw new ParameterError("foldOf", "one fold", "at least two folds");

  const folded: FoldedPlan = { curves, grid, weights, normBound, folds, means: meansOfFolds(folds, m) };
  return {
    column: (parameters) => closedFormColumn(folded, parameters),
    scoring: (parameters) => scoringColumn(folded, parameters),
  };
}

/**
 * For each φ the first ρ₀ with the least score.
 *
 * @param columns scores of each ρ₀, one per φ
 * @see Mirshani, Reimherr & Slavković (2019), section 6, Table 1
 */
export function leastRangeForEachPenalty(columns: readonly ArrayLike<number>[]): Int32Array {
  checkPositiveInteger("columns.length", columns.length);
  const count = columns[0]!.length;
  columns.forEach((column, k) => checkLength(`columns[${k}]`, column, count));
  return Int32Array.from({ length: count }, (_, p) =>
    columns.reduce((best, column, k) => (column[p]! < columns[best]![p]! ? k : best), 0),
  );
}

/** By Theorem 4.1, or the operator norm of the smoother into a foreign noise space. */
function sensitivityPerCurve({
  kernel,
  noiseKernel,
  spectrum,
  grid,
  normBound,
  curveCount,
}: Pick<TuningParameters, "kernel" | "noiseKernel"> & {
  readonly spectrum: CovarianceSpectrum;
  readonly grid: LineGrid;
  readonly normBound: number;
  readonly curveCount: number;
}): (penalty: number, power: number, curvesPerPerson: number) => number {
  const m = pointCountOf(grid);
  const { eigenvalues } = spectrum;
  const own = (penalty: number, power: number) =>
    functionalMeanSensitivity({ recordCount: 1, normBound, eigenvalues, penalty, power });
  if (noiseKernel === kernel) return own;
  const noiseGram = gramOnLine(noiseKernel, grid);
  const differences = new Map<number, SmoothedDifference>();
  return (penalty, power, curvesPerPerson) => {
    const { roundingError, leastJitter } = meanCurveRounding(spectrum, { penalty, power, normBound });
    const sensitivity = (curvesPerPerson * own(penalty, power)) / curveCount;
    const jitter = Math.max(leastJitter, roundingJitter({ roundingError, sensitivity }));
    // Cholesky's factor is that of a matrix within 4m²u of K + τI.
    const made =
      differences.get(jitter) ?? smoothedDifference({ spectrum, noiseGram, jitter: jitter - 4 * m * m * 2 ** -53 });
    differences.set(jitter, made);
    return 2 * normBound * made.norm(penalty, power);
  };
}

interface FoldedPlan extends Omit<FoldedCurves, "foldOf"> {
  readonly grid: LineGrid;
  readonly folds: readonly Fold[];
  /** Folds first, then their training folds; shape (2 folds, m). */
  readonly means: Float64Array;
}

function meansOfFolds(folds: readonly Fold[], m: number): Float64Array {
  const half = folds.length * m;
  const means = new Float64Array(2 * half);
  folds.forEach(({ mean, trainingMean }, k) => {
    means.set(mean, k * m);
    means.set(trainingMean, half + k * m);
  });
  return means;
}

function closedFormColumn(
  { curves, grid, weights, normBound, folds, means }: FoldedPlan,
  {
    kernel,
    noiseKernel,
    phis,
    power,
    noiseMultiplier,
    curvesPerPerson,
    spectrum = covarianceSpectrum({ kernel, grid, weights }),
  }: TuningParameters,
): TuningColumn {
  const m = pointCountOf(grid);
  const n = curves.length / m;
  const half = folds.length * m;
  const multiplier =
    checkPositive("noiseMultiplier", noiseMultiplier) * checkPositiveInteger("curvesPerPerson", curvesPerPerson);
  const sensitivityOf = sensitivityPerCurve({ kernel, noiseKernel, spectrum, grid, normBound, curveCount: n });
  const variance = noiseKernel.evaluate([0], [0]);
  let trace = 0;
  for (let i = 0; i < m; i++) trace += weights[i]! * variance;
  const coefficients = coefficientsOf(means, spectrum);
  const cv = new Float64Array(phis.length);
  const pcv = new Float64Array(phis.length);
  phis.forEach((penalty, p) => {
    const s = shrinkage(spectrum, penalty, power);
    const sensitivity = sensitivityOf(penalty, power, curvesPerPerson);
    let errors = 0;
    let noise = 0;
    let at = 0;
    for (const { size, scatter } of folds) {
      let distance = 0;
      for (let j = 0; j < m; j++, at++) distance += (coefficients[at]! - s[j]! * coefficients[at + half]!) ** 2;
      errors += scatter + size * distance;
      noise += size * ((multiplier * sensitivity) / (n - size)) ** 2 * trace;
    }
    cv[p] = errors / n;
    pcv[p] = (errors + noise) / n;
  });
  return { cv, pcv, noiseShare: new Float64Array(phis.length).fill(1) };
}

function* scoringColumn(
  { curves, grid, weights, normBound, folds }: FoldedPlan,
  parameters: ScoreParameters,
): Generator<number, TuningColumn> {
  const m = pointCountOf(grid);
  const n = curves.length / m;
  const { kernel, noiseKernel, phis, power, noiseMultiplier, curvesPerPerson, measure, against, recipe } = parameters;
  const isPublished = recipe === "published";
  if (isPublished && noiseKernel !== kernel) {
    throw new ParameterError("noiseKernel", "another kernel", "that of the estimator, by the published recipe");
  }
  const multiplier =
    checkPositive("noiseMultiplier", noiseMultiplier) * checkPositiveInteger("curvesPerPerson", curvesPerPerson);
  const spectrum = covarianceSpectrum({
    kernel,
    grid,
    weights: isPublished ? new Float64Array(m).fill(1 / m) : weights,
  });
  const noise = covarianceSpectrum({ kernel: noiseKernel, grid, weights });
  const sensitivityOf = sensitivityPerCurve({ kernel, noiseKernel, spectrum, grid, normBound, curveCount: n });
  const cv = new Float64Array(phis.length);
  const pcv = new Float64Array(phis.length);
  const noiseShare = phis.map((penalty) => (isPublished ? publishedNoiseShare({ spectrum, penalty, power }) : 1));
  const sensitivities = phis.map((penalty) => sensitivityOf(penalty, power, curvesPerPerson));
  for (const [k, fold] of folds.entries()) {
    const trainingMean = isPublished ? fold.plainTrainingMean : fold.trainingMean;
    const coefficients = coefficientsOf(trainingMean, spectrum);
    const targets = against === "mean" ? [fold.mean] : fold.members.map((i) => curves.subarray(i * m, (i + 1) * m));
    const inNoise = targets.map((target) => coefficientsOf(target, noise));
    const weight = (against === "mean" || isPublished ? 1 / folds.length : fold.size / n) / targets.length;
    for (const [p, penalty] of phis.entries()) {
      const byTheorem = sensitivities[p]!;
      const perCurve = isPublished ? (byTheorem / normBound) * fold.largestNorm : byTheorem;
      const sigma = (noiseShare[p]! * multiplier * perCurve) / (n - fold.size);
      const estimate = shrunk({ spectrum, coefficients, penalty, power });
      const variances = noise.eigenvalues.map((lambda) => sigma ** 2 * lambda);
      const estimateInNoise = coefficientsOf(estimate, noise);
      targets.forEach((target, t) => {
        const size = weightedNorm(
          estimate.map((value, j) => value - target[j]!),
          weights,
        );
        cv[p]! += weight * (measure === "square" ? size ** 2 : size);
        pcv[p]! +=
          weight *
          (measure === "square"
            ? size ** 2 + sigma ** 2 * noise.trace
            : expectedNorm({ offsets: estimateInNoise.map((c, j) => c - inNoise[t]![j]!), variances }));
      });
      yield (k + (p + 1) / phis.length) / folds.length;
    }
  }
  return { cv, pcv, noiseShare: Float64Array.from(noiseShare) };
}
