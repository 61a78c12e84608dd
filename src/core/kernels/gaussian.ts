import { exponentials } from "../arithmetic/exponentials.ts";
import { squaredDistance } from "./distance.ts";
import type { DistanceKernel, GaussianDecay, Kernel, ProductKernel } from "./kernel.ts";
import { checkLengthScale } from "./lengthScale.ts";

/**
 * Gaussian (squared-exponential, RBF) kernel,
 *
 *     k(x, y) = exp(−‖x − y‖² / 2ℓ²).
 *
 * Mirshani's C1 with range ρ₀ is ℓ = √(ρ₀/2) (errata M9).
 *
 * @param lengthScale ℓ > 0, in the units of the coordinates
 * @throws {ParameterError} unless lengthScale is between 10⁻¹⁴⁰ and 10¹⁵⁰
 * @see Hall, Rinaldo & Wasserman (2013), section 4.1
 */
export function gaussianKernel(lengthScale: number): Kernel & GaussianDecay & DistanceKernel & ProductKernel {
  const decay = 1 / (2 * checkLengthScale(lengthScale) ** 2);
  const ofSquaredDistance = (s: number) => Math.exp(-decay * s);
  return {
    evaluate: (x, y) => ofSquaredDistance(squaredDistance(x, y)),
    diagonalBound: 1,
    decay,
    ofSquaredDistance,
    ofSquaredDistances: (values) => {
      for (let i = 0; i < values.length; i++) values[i]! *= -decay;
      exponentials(values);
    },
    factors: (values) => {
      for (let i = 0; i < values.length; i++) values[i]! *= -decay * values[i]!;
      exponentials(values);
    },
  };
}
