import { definiteMatrix, type Rows } from "../linalg/smallMatrix.ts";
import type { Kernel, RoundedKernel } from "./kernel.ts";

/**
 * Gaussian kernel with a bandwidth matrix,
 *
 *     k(x, y) = exp(−½ (x − y)ᵀ H⁻¹ (x − y)) = exp(−½ ‖L⁻¹(x − y)‖²),   H = LLᵀ.
 *
 * With θ as in {@link definiteMatrix}, substitution, the rounding of x − y and of the sum move the square q by at most
 * 3θq, so k by less than 2θ (θ ≤ 0.1).
 *
 * @param bandwidthMatrix H, d × d symmetric positive definite, as rows, in squared units
 * @throws {ParameterError} unless H is symmetric positive definite
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1.1
 */
export function anisotropicGaussianKernel(bandwidthMatrix: Rows): Kernel & RoundedKernel {
  const { factor, roundoff } = definiteMatrix("bandwidthMatrix", bandwidthMatrix);
  return {
    evaluate: (x, y) => {
      const z: number[] = [];
      let square = 0;
      factor.forEach((row, i) => {
        let rest = x[i]! - y[i]!;
        for (let k = 0; k < i; k++) rest -= row[k]! * z[k]!;
        z.push(rest / row[i]!);
        square += z[i]! * z[i]!;
      });
      return Math.exp(-0.5 * square);
    },
    diagonalBound: 1,
    roundings: 2 * roundoff * 2 ** 53,
  };
}
