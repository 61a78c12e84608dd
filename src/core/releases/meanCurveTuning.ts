import { checkAllFinite, checkLength, checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { coefficientsOf, covarianceSpectrum, shrinkage, weightedNorm } from "../estimators/functionalMean.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { functionalMeanSensitivity } from "../privacy/sensitivity/functionalMean.ts";

/** The scores of one ρ, one per φ. Private. */
export interface TuningColumn {
  /** Mean squared error of a curve against the estimate from the other folds. */
  readonly cv: Float64Array;
  /** The same with the noise that the estimate from the other folds would need. */
  readonly pcv: Float64Array;
}

/** What a column of scores depends on, besides the curves. All of it is public. */
export interface TuningParameters {
  readonly kernel: Kernel;
  /** φ > 0, one score each. */
  readonly phis: readonly number[];
  /** η₀ ≥ 1. */
  readonly power: number;
  /** σ/Δ. */
  readonly noiseMultiplier: number;
  /** The unit of privacy, as in the release. */
  readonly curvesPerPerson: number;
}

/** The folds of one data set, ready for any kernel and φ. */
export interface CrossValidationPlan {
  /** @throws {ParameterError} if a parameter is out of range */
  column(parameters: TuningParameters): TuningColumn;
}

interface FoldedCurves {
  readonly curves: Float64Array;
  readonly weights: Float64Array;
  readonly foldOf: Int32Array;
  readonly normBound: number;
}

/**
 * A plan for cross-validation and private cross-validation of the penalised mean, in closed form,
 *
 *     CV = (1/N) Σ_k Σ_{i∈k} ‖xᵢ − μ̂₋ₖ‖²,   PCV = CV + (1/N) Σ_k |k| σₖ² Σ wⱼ k(tⱼ, tⱼ).
 *
 * The error of a fold is its scatter about its own mean plus a distance of means, which in the eigenbasis is a sum of
 * squares; so means and scatter serve every kernel, and one eigendecomposition every φ. No noise is drawn (errata M11);
 * σₖ is calibrated for the N − |k| curves of the training folds.
 *
 * @param curves rows over the grid, shape (n, m). Private
 * @param grid m ≥ 2 increasing points, public
 * @param weights w > 0, shape (m,)
 * @param foldOf the fold of each curve, shape (n,); a public function of the curve's place, or of its person's
 * @param normBound τ₀ > 0, to which the curves of the training folds are clipped; those left out are not
 * @throws {ParameterError} if a shape or a range above is violated
 * @see Mirshani, Reimherr & Slavković (2019), section 6; errata M4 (choosing by it is not private), M11
 */
export function planCrossValidation({
  curves,
  grid,
  weights,
  foldOf,
  normBound,
}: FoldedCurves & { readonly grid: Float64Array }): CrossValidationPlan {
  const m = grid.length;
  const n = checkPositiveInteger("curves.length/m", curves.length / m);
  checkAllFinite("curves", curves);
  checkLength("weights", weights, m);
  checkPositive("normBound", normBound);
  if (foldOf.length !== n) throw new ParameterError("foldOf", foldOf.length, `one fold for each of ${n} curves`);
  const folds = foldsOf({ curves, weights, foldOf, normBound });
  if (folds.length < 2) throw new ParameterError("foldOf", "one fold", "at least two folds");

  // The means of the folds, then those of their training folds.
  const half = folds.length * m;
  const means = new Float64Array(2 * half);
  folds.forEach(({ mean, trainingMean }, k) => {
    means.set(mean, k * m);
    means.set(trainingMean, half + k * m);
  });

  return {
    column: ({ kernel, phis, power, noiseMultiplier, curvesPerPerson }) => {
      const multiplier =
        checkPositive("noiseMultiplier", noiseMultiplier) * checkPositiveInteger("curvesPerPerson", curvesPerPerson);
      const spectrum = covarianceSpectrum({ kernel, grid, weights });
      const { eigenvalues, trace } = spectrum;
      const coefficients = coefficientsOf(means, spectrum);
      const cv = new Float64Array(phis.length);
      const pcv = new Float64Array(phis.length);
      phis.forEach((penalty, p) => {
        const s = shrinkage(spectrum, penalty, power);
        const sensitivity = functionalMeanSensitivity({ recordCount: 1, normBound, eigenvalues, penalty, power });
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
      return { cv, pcv };
    },
  };
}

interface Fold {
  readonly size: number;
  readonly mean: Float64Array;
  /** Σ ‖xᵢ − mean‖² over its curves. */
  readonly scatter: number;
  /** The mean of the clipped curves of all other folds. */
  readonly trainingMean: Float64Array;
}

function foldsOf({ curves, weights, foldOf, normBound }: FoldedCurves): readonly Fold[] {
  const n = foldOf.length;
  const m = weights.length;
  const total = new Float64Array(m);
  const folds = new Map<
    number,
    { size: number; scatter: number; readonly mean: Float64Array; readonly clippedSum: Float64Array }
  >();
  for (let i = 0; i < n; i++) {
    const fold = folds.get(foldOf[i]!) ?? {
      size: 0,
      scatter: 0,
      mean: new Float64Array(m),
      clippedSum: new Float64Array(m),
    };
    folds.set(foldOf[i]!, fold);
    const { mean, clippedSum } = fold;
    const curve = curves.subarray(i * m, (i + 1) * m);
    const norm = weightedNorm(curve, weights);
    const factor = norm > normBound ? normBound / norm : 1;
    const size = ++fold.size;
    let scatter = 0;
    for (let j = 0; j < m; j++) {
      // Welford's update: no difference of large sums.
      const before = curve[j]! - mean[j]!;
      mean[j]! += before / size;
      scatter += weights[j]! * before * (curve[j]! - mean[j]!);
      clippedSum[j]! += factor * curve[j]!;
      total[j]! += factor * curve[j]!;
    }
    fold.scatter += scatter;
  }
  return Array.from(folds.values(), ({ size, scatter, mean, clippedSum }) => ({
    size,
    scatter,
    mean,
    trainingMean: total.map((sum, j) => (sum - clippedSum[j]!) / (n - size)),
  }));
}

/**
 * Folds by place: curve i, or person p in the order of their codes, is in fold i mod k, so that the curves of a
 * person stay together.
 *
 * @param foldCount k ≥ 2
 */
export function foldsByPlace({
  curveCount,
  personOf,
  foldCount,
}: {
  readonly curveCount: number;
  readonly personOf: Int32Array | undefined;
  readonly foldCount: number;
}): Int32Array {
  checkPositiveInteger("foldCount", foldCount);
  return Int32Array.from({ length: curveCount }, (_, i) => (personOf ? personOf[i]! : i) % foldCount);
}
