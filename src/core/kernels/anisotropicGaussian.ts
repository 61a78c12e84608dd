import { definiteMatrix, type Rows } from "../linalg/smallMatrix.ts";
import type { Kernel, RoundedKernel } from "./kernel.ts";

/**
 * Gaussian kernel with a bandwidth matrix,
 *
 *     k(x, y) = exp(−½ (x − y)ᵀ H⁻¹ (x − y)),
 *
 * computed as exp(−½ ‖L⁻¹(x − y)‖²), H = LLᵀ. Let θ and H̃ be as in {@link definiteMatrix}.
 *
 * 1. Substitution is exact for a factor that is off by du|L|, so for a matrix that is off by 2d²u in units of a unit
 *    diagonal. That is again a share of less than θ of H̃.
 * 2. The rounding of x − y moves the square by a share of 2√(θu/(2d + 4)), the sum's rounding by (d + 1)u, together
 *    less than θ.
 * 3. With a square q that is off by 3θq ≤ 0.3q, k is off by at most 3θ/(0.7e) + 2u < 2θ.
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
