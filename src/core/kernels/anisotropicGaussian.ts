import { definiteMatrix, quadraticForm } from "../linalg/smallMatrix.ts";
import type { Rows } from "../linalg/smallMatrix.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Gaussian kernel with a bandwidth matrix,
 *
 *     k(x, y) = exp(−½ (x − y)ᵀ H⁻¹ (x − y)).
 *
 * @param bandwidthMatrix H, d × d symmetric positive definite, as rows, in squared units
 * @throws {ParameterError} unless H is symmetric positive definite
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1.1
 */
export function anisotropicGaussianKernel(bandwidthMatrix: Rows): Kernel {
  const { inverse } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  return {
    evaluate: (x, y) => {
      const r = Array.from(x, (value, i) => value - y[i]!);
      return Math.exp(-0.5 * quadraticForm(inverse, r));
    },
    diagonalBound: 1,
  };
}
