import { checkPositive, checkPositiveInteger } from "../checks.ts";
import { ParameterError } from "../errors.ts";
import { clipCurve, coefficientsOf, covarianceSpectrum, shrinkage, weightedNorm } from "../estimators/functionalMean.ts";
import type { Kernel } from "../kernels/kernel.ts";
import { functionalMeanSensitivity } from "../privacy/sensitivity/functionalMean.ts";

/** The scores of one ρ, one per φ. Private. */
export interface TuningColumn {
  /** Mean squared error of a curve against the estimate from the other folds. */
  readonly cv: Float64Array;
  /** The same with the noise that the estimate from the other folds would need. */
  readonly pcv: Float64Array;
}

/**
 * Cross-validation and private cross-validation of the penalised mean, in closed form, for one kernel and every φ:
 *
 *     CV = (1/N) Σ_k Σ_{i∈k} ‖xᵢ − μ̂₋ₖ‖²,   PCV = CV + (1/N) Σ_k |k| σₖ² Σ wⱼ k(tⱼ, tⱼ).
 *
 * One eigendecomposition serves every φ and fold: the error of a fold is its scatter about its own mean plus a
 * distance of means, which in the eigenbasis is a sum of squares. No noise is drawn (errata M11); σₖ is calibrated
 * for the N − |k| curves of the training folds.
 *
 * @param curves rows over the grid, shape (n, m). Private
 * @param weights w > 0, shape (m,)
 * @param foldOf the fold of each curve, shape (n,); a public function of the curve's place, or of its person's
 * @param phis φ > 0, one score each
 * @param noiseMultiplier σ/Δ
 * @param curvesPerPerson the unit of privacy, as in the release
 * @throws {ParameterError} if a shape or a range above is violated
 * @see Mirshani, Reimherr & Slavković (2019), section 6; errata M4 (choosing by it is not private), M11
 */
export function crossValidateColumn({
  curves,
  grid,
  weights,
  kernel,
  foldOf,
  phis,
  power,
  normBound,
  noiseMultiplier,
  curvesPerPerson = 1,
}: {
  readonly curves: Float64Array;
  readonly grid: Float64Array;
  readonly weights: Float64Array;
  readonly kernel: Kernel;
  readonly foldOf: Int32Array;
  readonly phis: readonly number[];
  readonly power: number;
  readonly normBound: number;
  readonly noiseMultiplier: number;
  readonly curvesPerPerson?: number;
}): TuningColumn {
  const m = grid.length;
  const n = checkPositiveInteger("curves.length/m", curves.length / m);
  if (foldOf.length !== n) throw new ParameterError("foldOf", foldOf.length, `one fold for each of ${n} curves`);
  const multiplier = checkPositive("noiseMultiplier", noiseMultiplier) * checkPositiveInteger("curvesPerPerson", curvesPerPerson);
  const spectrum = covarianceSpectrum({ kernel, grid, weights });
  const { eigenvalues, trace } = spectrum;
  const curveAt = (i: number) => curves.subarray(i * m, (i + 1) * m);

  const folds = [...new Set(foldOf)].map((fold) => {
    const members = Array.from(foldOf.keys()).filter((i) => foldOf[i] === fold);
    const mean = new Float64Array(m);
    const clippedSum = new Float64Array(m);
    for (const i of members) {
      const curve = curveAt(i);
      const { clipped } = clipCurve({ curve, weights, normBound });
      for (let j = 0; j < m; j++) {
        mean[j]! += curve[j]! / members.length;
        clippedSum[j]! += clipped[j]!;
      }
    }
    const coefficients = coefficientsOf(mean, spectrum);
    const scatter = members.reduce((sum, i) => sum + weightedNorm(curveAt(i).map((x, j) => x - mean[j]!), weights) ** 2, 0);
    return { size: members.length, coefficients, clippedSum: coefficientsOf(clippedSum, spectrum), scatter };
  });
  const total = new Float64Array(m);
  for (const { clippedSum } of folds) for (let j = 0; j < m; j++) total[j]! += clippedSum[j]!;

  const cv = new Float64Array(phis.length);
  const pcv = new Float64Array(phis.length);
  phis.forEach((penalty, p) => {
    const s = shrinkage(spectrum, penalty, power);
    let errors = 0;
    let noise = 0;
    for (const { size, coefficients, clippedSum, scatter } of folds) {
      const others = n - size;
      if (others === 0) throw new ParameterError("foldOf", "one fold", "at least two folds");
      let distance = 0;
      for (let j = 0; j < m; j++) distance += (coefficients[j]! - (s[j]! * (total[j]! - clippedSum[j]!)) / others) ** 2;
      errors += scatter + size * distance;
      const sensitivity = functionalMeanSensitivity({ recordCount: others, normBound, eigenvalues, penalty, power });
      noise += size * (multiplier * sensitivity) ** 2 * trace;
    }
    cv[p] = errors / n;
    pcv[p] = (errors + noise) / n;
  });
  return { cv, pcv };
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
