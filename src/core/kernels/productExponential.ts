import { checkPositive } from "../checks.ts";
import { exponentials } from "../arithmetic/exponentials.ts";
import type { Kernel, ProductKernel } from "./kernel.ts";

/**
 * Product of exponential kernels, k(x, y) = exp(−γ‖x − y‖₁): the kernel of the tensor-product Sobolev space H¹[0, 1]^⊗d
 * with the norm of eqs (9), (10).
 *
 * @param rate γ > 0, per unit of the coordinates
 * @see Hall, Rinaldo & Wasserman (2013), section 4.2
 */
export function productExponentialKernel(rate: number): Kernel & ProductKernel {
  checkPositive("rate", rate);
  return {
    evaluate: (x, y) => {
      let sum = 0;
      for (let i = 0; i < x.length; i++) sum += Math.abs(x[i]! - y[i]!);
      return Math.exp(-rate * sum);
    },
    diagonalBound: 1,
    factors: (values) => {
      for (let i = 0; i < values.length; i++) values[i] = -rate * Math.abs(values[i]!);
      exponentials(values);
    },
  };
}
