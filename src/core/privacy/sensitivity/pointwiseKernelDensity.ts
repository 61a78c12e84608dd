import { checkPositiveInteger } from "../../checks.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import { largestDissimilarity } from "./farthestCorner.ts";
import { representableBound } from "../../representableBound.ts";
import type { AnisotropicDensity } from "./kernelDensity.ts";

/**
 * Sensitivity in the supremum norm of the Gaussian kernel density estimate with bandwidth matrix H, when one of n records
 * is replaced,
 *
 *     sup |f_D − f_D′| = K_H(0)/n = 1 / (n √((2π)^d |H|)).
 *
 * With records and queries in a box of sides s it is that times 1 − exp(−½ max rᵀH⁻¹r), |r_j| ≤ s_j, and attained. K_H(y −
 * a) − K_H(y − b) is largest for y = a and b in the farthest corner. It uses K_H ≥ 0 (errata A10). Rounding as in
 * anisotropicKernelDensitySensitivity.
 *
 * @param recordCount n ≥ 1, public
 * @param bandwidthMatrix H, d × d symmetric positive definite, in squared data units; public
 * @param boxSides s_j > 0, shape (d,), of a public box that holds every possible record and query
 * @throws {ParameterError} outside these ranges
 * @throws {NumericalError} if a double cannot hold the result
 * @see Aldà & Rubinstein (2017), section 6, Kernel Density Estimation
 */
export function pointwiseKernelDensitySensitivity({
  recordCount,
  bandwidthMatrix,
  boxSides,
}: AnisotropicDensity): number {
  const n = checkPositiveInteger("recordCount", recordCount);
  const { dimension: d, inverse, determinant, roundoff } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  const everywhere = (1 + 2 * d * roundoff) / (n * Math.sqrt((2 * Math.PI) ** d * determinant));
  return representableBound(everywhere * largestDissimilarity(inverse, boxSides));
}
