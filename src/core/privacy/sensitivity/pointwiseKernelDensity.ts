import { checkPositiveInteger } from "../../checks.ts";
import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import { largestDissimilarity } from "./farthestCorner.ts";
import { representableBound } from "../../representableBound.ts";
import type { AnisotropicDensity } from "./kernelDensity.ts";

/**
 * Sensitivity in the supremum norm of the Gaussian kernel density estimate with bandwidth matrix H, for one replaced
 * record,
 *
 *     sup |f_D − f_D′| = K_H(0)/n = 1 / (n √((2π)^d |H|)).
 *
 * In a box of sides s of records and queries it is that times 1 − exp(−½ max rᵀH⁻¹r), |r_j| ≤ s_j.
 *
 * @throws {NumericalError} beyond the doubles
 * @see Aldà & Rubinstein (2017), section 6; errata A10
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
