import { checkLength, checkPositive, checkPositiveInteger } from "../../checks.ts";
import { definiteMatrix, type Rows } from "../../linalg/smallMatrix.ts";
import { largestDissimilarity } from "./farthestCorner.ts";
import { representableBound } from "../../representableBound.ts";

/** Kernel density estimate with one bandwidth; public. */
export interface IsotropicDensity {
  /** n ≥ 1 */
  readonly recordCount: number;
  /** d ≥ 1 */
  readonly dimension: number;
  /** h > 0, in data units, not chosen from the records */
  readonly bandwidth: number;
}

/** Kernel density estimate with a bandwidth matrix; public. */
export interface AnisotropicDensity {
  /** n ≥ 1 */
  readonly recordCount: number;
  /** H, d × d symmetric positive definite, in squared data units */
  readonly bandwidthMatrix: Rows;
  /** s_j > 0, of a box that holds every possible record */
  readonly boxSides?: readonly number[] | undefined;
}

/**
 * RKHS sensitivity of the Gaussian kernel density estimate
 *
 *     f(x) = 1 / (n (2πh²)^{d/2}) · Σᵢ exp(−‖x − xᵢ‖² / 2h²)
 *
 * for one replaced record, in the RKHS of its kernel:
 *
 *     Δ = √2 / (n (2πh²)^{d/2}),  or with records in a box of sides s:  Δ·√(1 − exp(−Σ s_j² / 2h²)).
 *
 * @param boxSides s_j > 0 of a public box of all records
 * @throws {NumericalError} beyond the doubles
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1; box: errata H14
 */
export function kernelDensitySensitivity({
  recordCount,
  dimension,
  bandwidth,
  boxSides,
}: IsotropicDensity & { readonly boxSides?: readonly number[] | undefined }): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const d = checkPositiveInteger("dimension", dimension);
  const h = checkPositive("bandwidth", bandwidth);
  const everywhere = Math.SQRT2 / (n * (2 * Math.PI * h * h) ** (d / 2));
  if (boxSides === undefined) return representableBound(everywhere);
  checkLength("boxSides", boxSides, d);
  const diagonal = boxSides.reduce((sum, s, j) => sum + (checkPositive(`boxSides[${j}]`, s) / h) ** 2, 0);
  return representableBound(everywhere * Math.sqrt(-Math.expm1(-diagonal / 2)));
}

/**
 * RKHS sensitivity of the Gaussian kernel density estimate with a bandwidth matrix,
 *
 *     Δ = √2 / (n (2π)^{d/2} |H|^{1/2}),  in the RKHS of exp(−½ (x − y)ᵀH⁻¹(x − y)),
 *
 * for one replaced record; in a box of sides s, up to 20 dimensions, Δ·√(1 − exp(−½ max rᵀH⁻¹r)).
 *
 * @throws {NumericalError} beyond the doubles
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1.1
 */
export function anisotropicKernelDensitySensitivity({
  recordCount,
  bandwidthMatrix,
  boxSides,
}: AnisotropicDensity): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const { dimension: d, inverse, determinant, roundoff } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  const everywhere = ((1 + 2 * d * roundoff) * Math.SQRT2) / (n * (2 * Math.PI) ** (d / 2) * Math.sqrt(determinant));
  return representableBound(everywhere * Math.sqrt(largestDissimilarity(inverse, boxSides)));
}
